import type { IDataObject } from 'n8n-workflow';

import { milestoneIn } from '../catalog/completions';
import { UserFacingError } from '../errors';
import { contentOf, shortHash } from '../values/hash';
import { ID_FIELDS, idIn, idOf, type Identity } from '../values/identity';
import { CHANGES, type Observation } from './changes';
import type { TriggerSettings } from './settings';
import { CONTENT_HASH_LENGTH, KEY_LENGTH } from './state';

type Compared = TriggerSettings['compared'];

/** @param ignored Ignore Fields and the ID, which may be a number today and text tomorrow */
export function observe(
	record: IDataObject,
	id: string,
	ignored: ReadonlySet<string>,
	compared: Compared,
): Observation {
	const { triggerOn } = compared;
	const milestone = milestoneOf(record, id, compared);
	if (!CHANGES.some((event) => triggerOn.has(event))) return { milestone };
	if (!triggerOn.has('updated')) return { hash: '', milestone };
	return { hash: shortHash(contentOf(record, ignored), CONTENT_HASH_LENGTH), milestone };
}

function milestoneOf(
	record: IDataObject,
	id: string,
	{ triggerOn, passingScore, onlyFirst, completionOf = [] }: Compared,
): Observation['milestone'] {
	const event = milestoneIn(record);
	if (event === undefined || !triggerOn.has(event)) return undefined;
	// An attempt without a score may still get one.
	const hasPassed = passingScore === 0 || Number(record.score ?? -1) >= passingScore;
	if (event === 'completed' && !hasPassed) return undefined;
	// Without the ID of a learner or training, each record is one of its own.
	const learnerAndTraining = onlyFirst ? idOf(record, completionOf) : undefined;
	const reached = JSON.stringify([event, learnerAndTraining ?? id]);
	return { event, key: shortHash(reached, KEY_LENGTH) };
}

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/** @param place e.g. `Record 3 of page 1` */
export function twinIds(id: string, idFields: Identity, place: string): UserFacingError {
	const shown = idFields.length > 1 ? id : JSON.stringify(id);
	return new UserFacingError(
		'Two records of the list have the same ID, so their changes cannot be distinguished',
		`${place} has the "${idFields.join(', ')}" of a record before it: ${shown}. ${ADVICE}`,
	);
}

/** @param idFields `undefined` for the usual fields */
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
