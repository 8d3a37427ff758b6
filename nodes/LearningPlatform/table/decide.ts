import type { IDataObject } from 'n8n-workflow';

import { cellOf, withoutFormula, type Cell } from '../shape';
import { contentPartOf, healPartOf, idPartOf } from '../values/hash';
import { isBlank, isSameCell } from './cells';
import { foldedKey, REMOVED_AT, type KeyedRow, type Table } from './rows';

/** A listed record as a row. */
export interface Incoming {
	record: IDataObject;
	key: string;
	content: string;
	/** The name columns whose values could not be read, each with the column of the ID. */
	unread: readonly { name: string; id: string }[];
	/** Columns that Sync has filled if the row's version says so. */
	maybeOwn: readonly string[];
}

/**
 * Returns a function that compares a record with its row, or with the rows that simultaneous runs or a person have
 * added.
 */
export function decider(
	table: Table,
	{ keyName, writtenTo }: { keyName: string; writtenTo: 'spreadsheet' | 'database' },
) {
	/** Returns cells of a row as Sync would write them. */
	function cellsIn(row: KeyedRow, names: readonly string[]): IDataObject {
		const escaped = (cell: Cell) => (writtenTo === 'spreadsheet' ? withoutFormula(cell) : cell);
		const cells = names.map((name) => [name, escaped(cellOf(table.cellIn(row, name)))] as const);
		return Object.fromEntries(cells);
	}

	/** Returns the names that this run could not read and whose IDs are still the same in the row. */
	function keptNames({ record, unread }: Incoming, row: KeyedRow): string[] {
		const folded = (id: unknown) => foldedKey(String(id));
		const isSame = (id: string) =>
			id in record && folded(cellOf(table.cellIn(row, id))) === folded(record[id]);
		return unread
			.filter(({ name, id }) => name in record && !table.lacks(name) && isSame(id))
			.map(({ name }) => name);
	}

	/** Returns the columns that no record fills any longer, although the row's version shows that Sync filled them. */
	function endedColumns({ record, maybeOwn }: Incoming, row: KeyedRow): string[] {
		const filled = maybeOwn.filter((name) => !isBlank(table.cellIn(row, name)));
		if (row.version === undefined || filled.length === 0) return [];
		const before = { ...record };
		for (const [name, cell] of Object.entries(cellsIn(row, Object.keys(record)))) {
			// The table may have changed a number, but hardly ever text.
			if (typeof cell === typeof record[name] && name !== keyName) before[name] = cell;
		}
		const isProof = (names: string[]) =>
			contentPartOf({ ...before, ...cellsIn(row, names) }) === row.version?.content;
		return [filled, ...filled.map((name) => [name])].find(isProof) ?? [];
	}

	/** Returns a hash of the row's cells that differ from the record's, as the table returned them. */
	function healPart(cells: IDataObject, row: KeyedRow): string {
		const found = Object.keys(cells)
			.filter((name) => name !== keyName && !table.lacks(name))
			.map((name) => [name, table.cellIn(row, name)] as const);
		return healPartOf(found.filter(([name, cell]) => !isSameCell(cells[name] as Cell, cell)));
	}

	return (incoming: Incoming, rows: readonly [KeyedRow, ...KeyedRow[]]) => {
		const { key, record } = incoming;
		const kept = keptNames(incoming, rows[0]);
		const cells = kept.length > 0 ? { ...record, ...cellsIn(rows[0], kept) } : record;
		const content = kept.length > 0 ? contentPartOf(cells) : incoming.content;
		const isCurrent = ({ version, isMarked }: KeyedRow) =>
			!isMarked && version?.id === idPartOf(key) && version.content === content;
		const row = rows.find(isCurrent) ?? rows[0];
		if (!isCurrent(row)) {
			const ended = endedColumns(incoming, row).map((name) => [name, ''] as const);
			const outcome = row.isMarked ? ('back' as const) : ('changed' as const);
			return {
				row,
				outcome,
				cells: { ...cells, ...Object.fromEntries(ended) },
				content,
				healed: '',
			};
		}
		const healed = healPart({ ...cells, [REMOVED_AT]: '' }, row);
		const isSettled = healed === '' || healed === row.version?.healed;
		return {
			row,
			outcome: isSettled ? ('unchanged' as const) : ('changed' as const),
			cells,
			content,
			healed,
		};
	};
}
