import { groupedBy } from '../values/grouped';
import { foldedKey, idPartOf, isNumber, type OldRow } from './rows';
import { mayBecome } from './sameCell';

/** Finds the rows of records by their keys. */
export function rowFinder(rows: readonly OldRow[]) {
	const byId = groupedBy(rows, ({ version }) => version?.id);
	return {
		/** Finds the rows that have the record's key and, in the version, its ID. */
		ownRows: (key: string): OldRow[] =>
			(byId.get(idPartOf(key)) ?? []).filter(
				(row) => row.key === key || foldedKey(row.key) === foldedKey(key),
			),
		/**
		 * Returns functions that find a row for a record without one. Call each of them for all such records before the
		 * next: the first goes by the key alone, and the last by the version's ID alone, which counts only if the table
		 * could have turned the record's key into the row's key.
		 *
		 * @param listed the keys of all records
		 */
		otherRows: (listed: Iterable<string>): ((key: string) => OldRow | undefined)[] => {
			const isFree = ({ key, recordKey }: OldRow) => key !== '' && recordKey === undefined;
			const unclaimed = rows.filter((row) => isFree(row) && !hasOwnVersion(row));
			const byKey = groupedBy(unclaimed, ({ key }) => key);
			const byFoldedKey = groupedBy(unclaimed, ({ key }) => foldedKey(key));
			const foldedKeys = new Set(Array.from(listed, foldedKey));
			const mayComeFrom = (row: OldRow, key: string) =>
				!foldedKeys.has(foldedKey(row.key)) && mayBecome(key, row.key);
			const oneOf = (candidates: OldRow[] = []) => {
				const free = candidates.filter(isFree);
				// A row with a different version may be a copy.
				return free.find(({ version }) => version === undefined) ?? free[0];
			};
			return [
				(key) => oneOf(byKey.get(key)),
				(key) => oneOf(byFoldedKey.get(foldedKey(key))),
				(key) => oneOf(byId.get(idPartOf(key))?.filter((row) => mayComeFrom(row, key))),
			];
		},
	};
}

/** Returns why Sync leaves a row without a record alone; `undefined` if an earlier run wrote the row. */
export function reasonToLeave(row: OldRow, isListed: boolean) {
	const { key, version } = row;
	if (key === '') return version ? 'emptied' : 'withoutKey';
	if (!version) return isListed ? 'twins' : 'withoutVersion';
	if (hasOwnVersion(row)) return undefined;
	return isNumber(key) ? 'renumbered' : 'copied';
}

/** Returns false if a person copied the row or dragged another row's version into it. */
function hasOwnVersion({ key, version }: OldRow): boolean {
	return [key, foldedKey(key)].some((spelled) => idPartOf(spelled) === version?.id);
}
