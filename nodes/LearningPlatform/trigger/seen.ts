import type { IDataObject } from 'n8n-workflow';

import { milestoneIn } from '../catalog/completions';
import { ID_FIELDS, idIn, type Identity, type RecordId } from '../values/identity';
import { UserFacingError } from '../errors';
import { canonicalJson, shortHash } from '../values/hash';
import { CHANGES, type Seen } from './changes';
import type { TriggerSettings } from './settings';
import { CONTENT_HASH_LENGTH, KEY_LENGTH } from './state';

type SeenSettings = Pick<
	TriggerSettings,
	'completionOf' | 'ignoreFields' | 'onlyFirst' | 'passingScore' | 'triggerOn'
>;

/** What a poll compares of a record with what is remembered. */
export function seenOf(record: IDataObject, id: RecordId, settings: SeenSettings): Seen {
	const { ignoreFields, triggerOn } = settings;
	const milestone = milestoneOf(record, id, settings);
	if (!CHANGES.some((event) => triggerOn.has(event))) return { milestone };
	if (!triggerOn.has('updated')) return { hash: '', milestone };
	const content = canonicalJson(record, ignoreFields);
	return { hash: shortHash(content, CONTENT_HASH_LENGTH), milestone };
}

/** The milestone that a record shows, if it is asked for. The ID stands in for a missing field of `completionOf`. */
function milestoneOf(
	record: IDataObject,
	id: RecordId,
	{ triggerOn, passingScore, onlyFirst, completionOf = [] }: SeenSettings,
): Seen['milestone'] {
	const event = milestoneIn(record);
	if (event === undefined || !triggerOn.has(event)) return undefined;
	// An attempt without a score may still get one.
	const hasPassed = passingScore === 0 || Number(record.score ?? -1) >= passingScore;
	if (event === 'completed' && !hasPassed) return undefined;
	const ids = onlyFirst ? completionOf.map((field) => record[field]) : [];
	const isNamed = ids.length > 0 && !ids.includes(undefined);
	const reached = JSON.stringify([event, ...(isNamed ? ids : [id])]);
	return { event, key: shortHash(reached, KEY_LENGTH) };
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/** @param place e.g. `Record 3 of page 1` */
export function twinIds(id: RecordId, idFields: Identity, place: string): UserFacingError {
	const shown = idFields.length > 1 ? id : JSON.stringify(id);
	return new UserFacingError(
		'Two records of the list have the same ID, so their changes cannot be told apart',
		`${place} has the "${idFields.join(', ')}" of a record before it: ${shown}. ${ADVICE}`,
	);
}

/** @param idFields where the ID was looked for; `undefined` for the usual fields */
export function missingId(
	record: IDataObject,
	idFields: Identity | undefined,
	place: string,
): UserFacingError {
	const missing = idFields?.filter((field) => idIn(record, field) === undefined);
	const lacks = missing
		? `no ${missing.map((field) => `"${field}"`).join(' and no ')}`
		: `none of ${ID_FIELDS.join(', ')}`;
	const fields = Object.keys(record).slice(0, 10).join(', ') || 'no fields at all';
	return new UserFacingError(
		'A record of the list has no ID, so its changes cannot be tracked',
		`${place} has ${lacks}. It has ${fields}. ${ADVICE}`,
	);
}
