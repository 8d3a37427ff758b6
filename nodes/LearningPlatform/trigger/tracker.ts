import type { IDataObject } from 'n8n-workflow';

import {
	ID_FIELDS,
	idIn,
	identityIn,
	idOf,
	recordOf,
	type Identity,
	type RecordId,
} from '../catalog/identity';
import { withNames, type NamesBesideIds } from '../catalog/names';
import { UserFacingError } from '../errors';
import type { ListedPage } from '../list';
import { openShape, type OutputChoice, type RecordKind } from '../shape';
import {
	type Change,
	compareWith,
	NOTHING_KNOWN,
	type Reporting,
	type TriggerEvent,
} from './changes';
import { completionIn, followed } from './completion';
import { canonicalJson } from './fingerprint';
import {
	completionKeyOf,
	contentHashOf,
	idOfKey,
	keyOf,
	textOf,
	type State,
	type StateFormat,
} from './state';
import { OVERLAP_S, secondOfChange } from './wholeList';

const ADVICE =
	'Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.';

/** Follows the records of a list from the state that is known to the one that is read, page by page. */
export function track(
	before: State | undefined,
	settings: StateFormat & {
		resource: RecordKind;
		output: OutputChoice;
		idFields: Identity | undefined;
		ignoreFields: ReadonlySet<string>;
		triggerOn: ReadonlySet<TriggerEvent>;
		completionOf: Identity | undefined;
		target: { changedBy?: string };
		names: NamesBesideIds;
	},
	reporting: Reporting,
) {
	const comparison = compareWith(before?.known ?? NOTHING_KNOWN, reporting);
	// Found once and then kept to, so that no record is taken for another one under a second name.
	let idFields = settings.idFields ?? before?.idFields;
	const { names } = settings;
	const shape = openShape(settings.output, {
		...settings.resource,
		names,
		...(idFields && { idFields }),
		...(reporting.isPart && { columns: before?.columns }),
	});
	const { changedBy = '' } = settings.target;
	/** When the reading began, by the service's clock. */
	let beganAt = Infinity;
	let latest: number | undefined;
	/** A record whose date is yet to come. */
	let ahead: { record: IDataObject; field: string; now: number } | undefined;
	const contentOf = (record: IDataObject) => canonicalJson(record, settings.ignoreFields);

	/** The keys of IDs that a table takes for one row, e.g. of 7 and "7". */
	const asText = new Map<string, string>();

	/** How many rows a table has of the records that are listed. */
	const rowsOf = (listed: ReadonlyMap<string, string>): number => {
		const others = [...asText.values()].filter((key) => !listed.has(key));
		return listed.size - asText.size + new Set(others).size;
	};

	/** Leaves out what was removed from the list, but not from a table: 7 if "7" is still listed. */
	const withoutTwins = (changes: Change[], listed: ReadonlyMap<string, string>): Change[] => {
		const isRow = settings.output.kind === 'row';
		if (!isRow || !changes.some(({ event }) => event === 'removed')) return changes;
		const textKey = (key: string) => keyOf(textOfId(idOfKey(key), idFields), settings);
		const rows = new Set([...listed.keys()].map(textKey));
		return changes.filter(({ event, key }) => event !== 'removed' || !rows.has(textKey(key)));
	};

	return {
		/** @throws UserFacingError for a record without an ID, or with that of another one on the same page */
		addPage({ number: page, records, sent, date = Date.now() / 1_000 }: ListedPage): void {
			// Columns are those of the whole list, or a field that was cleared would be missing in its only record.
			// They, and the latest date, count whether or not Name Contains leaves a record out.
			shape.note(names.size === 0 ? sent : sent.map((record) => withNames(record, names)));
			beganAt = Math.min(beganAt, date);
			for (const record of sent) {
				const changedAt = secondOfChange(record, changedBy);
				if (changedAt === undefined) continue;
				if (changedAt <= beganAt) latest = Math.max(latest ?? changedAt, changedAt);
				else if (changedAt > date + OVERLAP_S) ahead ??= { record, field: changedBy, now: date };
			}
			const recordOfKey = new Map<string, IDataObject>();
			followed(records, settings.triggerOn).forEach((record) => {
				const place = () => `Record ${sent.indexOf(record) + 1} of page ${page}`;
				idFields ??= identityIn(record);
				const id = idFields && idOf(record, idFields);
				if (idFields === undefined || id === undefined) throw missingId(record, idFields, place());
				const key = keyOf(id, settings);
				const text = textOfId(id, idFields);
				if (text !== id) asText.set(key, keyOf(text, settings));
				const other = recordOfKey.get(key);
				// Unlike two pages, one is a single answer and cannot hold a record twice.
				if (other && contentOf(other) !== contentOf(record)) {
					throw new UserFacingError(
						'Two records of the list have the same ID, so their changes cannot be told apart',
						`${place()} has the "${textOf(idFields)}" of a record before it: ${idFields.length > 1 ? id : JSON.stringify(id)}. ${ADVICE}`,
					);
				}
				recordOfKey.set(key, record);
				const contentHash = settings.keepsContent ? contentHashOf(contentOf(record)) : '';
				const completion = completionIn(record, settings, id);
				comparison.add(key, contentHash, record, completion && completionKeyOf(completion));
			});
		},

		/**
		 * Ends the list.
		 *
		 * @param addNames puts names beside the IDs of the records that are told
		 * @throws what `addNames` throws
		 */
		async finish(addNames: (records: IDataObject[]) => Promise<IDataObject[]>) {
			const { changes, ...outcome } = comparison.finish();
			const listed = outcome.known.hashes;
			const { gone } = outcome.known;
			const isTold = settings.triggerOn.has('removed');
			// A row whose deletion has failed would count as one that was written, so the sweep deletes it first.
			const isRow = settings.output.kind === 'row';
			const again = outcome.isSwept && isTold && isRow ? gone : NOTHING_KNOWN.gone;
			const told = withoutTwins(
				[
					...[...again].map((key): Change => ({ event: 'removed', key })),
					...changes.filter(({ key }) => !again.has(key)),
				],
				listed,
			);
			const removed = told.filter(({ record }) => record === undefined);
			const others = told.map(({ record }) => record).filter((record) => record !== undefined);
			const named = await addNames(others);
			// Removals come first.
			shape.add([...removed.map(({ key }) => recordOf(idOfKey(key), idFields ?? [])), ...named]);
			const { records, missingFields, columns } = shape.finish();
			// Where no removal is told, rows of what is gone stay.
			const rows = rowsOf(listed) + (isTold ? 0 : gone.size);
			/** Each record in the shape of the output; of a removed one only the ID is known. */
			const events = told.map(({ event }, index) => ({ event, record: records[index] ?? {} }));
			return {
				...{ ...outcome, idFields, events, missingFields, columns, ahead, rows },
				beganAt: Math.floor(beganAt),
				// In a list that is read in parts, the pages do not come in the order of their requests.
				latest: latest && Math.min(latest, beganAt),
			};
		},
	};
}

/** An ID as a table has it, which knows no numbers among keys. */
function textOfId(id: RecordId, idFields: Identity | undefined): RecordId {
	if (idFields === undefined || idFields.length < 2) return String(id);
	return JSON.stringify((JSON.parse(String(id)) as RecordId[]).map(String));
}

/**
 * @param idFields where the ID was looked for; `undefined` for the usual fields
 * @param place of the record
 */
function missingId(
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
