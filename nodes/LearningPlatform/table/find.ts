import { idPartOf } from '../values/hash';
import { SHORTEST_CUT } from './cells';
import { foldedKey, hasOwnVersion, isNumber, type KeyedRow } from './rows';

/** Finds the rows of records. */
export function rowFinder(rows: readonly KeyedRow[]) {
	const byId = grouped(rows, ({ version }) => version?.id);
	return {
		/** Finds the rows that have the record's key and, in the version, its ID. */
		ownRows: (key: string): KeyedRow[] =>
			(byId.get(idPartOf(key)) ?? []).filter(
				(row) => row.key === key || foldedKey(row.key) === foldedKey(key),
			),
		/**
		 * Finds rows for the remaining records: first by key alone, then by the version's ID alone, which counts only if
		 * the table could have turned the record's key into the row's key.
		 *
		 * @param listed the keys of all records
		 * @param take must set the row's `recordKey`
		 * @returns the records without a row
		 */
		takeOthers: <R extends { key: string }>(
			left: R[],
			listed: Iterable<string>,
			take: (one: R, row: KeyedRow) => void,
		): R[] => {
			if (left.length === 0) return left;
			const isFree = ({ key, recordKey }: KeyedRow) => key !== '' && recordKey === undefined;
			const others = rows.filter((row) => isFree(row) && !hasOwnVersion(row));
			const byKey = grouped(others, ({ key }) => key);
			const byFoldedKey = grouped(others, ({ key }) => foldedKey(key));
			const foldedKeys = new Set([...listed].map(foldedKey));
			const ofOthers = ({ key }: KeyedRow) => foldedKeys.has(foldedKey(key));
			const finders: ((key: string) => KeyedRow[] | undefined)[] = [
				(key) => byKey.get(key),
				(key) => byFoldedKey.get(foldedKey(key)),
				(key) =>
					byId.get(idPartOf(key))?.filter((row) => !ofOthers(row) && mayBeMadeOf(row.key, key)),
			];
			return finders.reduce(
				(records, find) =>
					records.filter((one) => {
						const found = (find(one.key) ?? []).filter(isFree);
						// A row with a different version may be a copy.
						const row = found.find(({ version }) => version === undefined) ?? found[0];
						if (row) take(one, row);
						return row === undefined;
					}),
				left,
			);
		},
	};
}

function grouped(rows: readonly KeyedRow[], nameOf: (row: KeyedRow) => string | undefined) {
	const groups = new Map<string | undefined, KeyedRow[]>();
	for (const row of rows) {
		const name = nameOf(row);
		const group = groups.get(name);
		if (group) group.push(row);
		else groups.set(name, [row]);
	}
	return groups;
}

/** Text that tables read as a date, such as 3/4 or 2026-01-31, and dates in the form that tables return. */
const DATE_LIKE = /^\d+(?:[-/.:]\d+)+$/;
const DATE = /^(?=.*\d{4}).*\d[-/., ]/m;

/** Returns true if a table may have turned `key` into `found`: a cut or rounded value, or a date. */
function mayBeMadeOf(found: string, key: string): boolean {
	if (found.length >= SHORTEST_CUT && key.startsWith(found)) return true;
	const number = Number(found.replaceAll(',', ''));
	if (isNumber(key)) return Math.abs(number / Number(key) - 1) < 0.000_01;
	const isDay = (number > 10_000 && number < 100_000) || DATE.test(found);
	return DATE_LIKE.test(key) && isDay;
}
