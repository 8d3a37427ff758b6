import type { IDataObject } from 'n8n-workflow';

import { cellOf, withoutFormula, type Cell } from '../shape';
import { isBlank } from '../values/cells';
import {
	contentPartOf,
	foldedKey,
	healPartOf,
	idPartOf,
	REMOVED_AT,
	SYNC_VERSION,
	type Choice,
	type OldRow,
	type Table,
} from './rows';
import { isSameCell } from './sameCell';

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

/** Returns a function that compares a record with its rows: simultaneous runs or a person may have added several. */
export function rowDecider(table: Table, { keyName, writtenTo }: Choice) {
	/** Returns cells of a row as Sync would write them. */
	function cellsIn(row: OldRow, names: readonly string[]): IDataObject {
		const escaped = (cell: Cell) => (writtenTo === 'spreadsheet' ? withoutFormula(cell) : cell);
		return Object.fromEntries(
			names.map((name) => [name, escaped(cellOf(table.cellIn(row, name)))]),
		);
	}

	/** Returns the names that this run could not read and whose IDs are still the same in the row. */
	function keptNames({ record, unread }: Incoming, row: OldRow): string[] {
		const folded = (id: unknown) => foldedKey(String(id));
		const isSame = (id: string) => folded(cellOf(table.cellIn(row, id))) === folded(record[id]);
		return unread.filter(({ name, id }) => name in record && isSame(id)).map(({ name }) => name);
	}

	/** Returns the columns that no record fills any longer, although the row's version shows that Sync filled them. */
	function endedColumns({ record, maybeOwn }: Incoming, row: OldRow): string[] {
		const filled = maybeOwn.filter((name) => !isBlank(table.cellIn(row, name)));
		const before = { ...record };
		for (const [name, cell] of Object.entries(cellsIn(row, Object.keys(record)))) {
			// The table may have changed a number, but hardly ever text.
			if (typeof cell === typeof record[name] && name !== keyName) before[name] = cell;
		}
		const isProof = (names: string[]) =>
			contentPartOf({ ...before, ...cellsIn(row, names) }) === row.version?.content;
		const startOf = (name: string) => name.slice(0, name.indexOf('_'));
		const ofOneField = filled.map((name) =>
			filled.filter((other) => startOf(other) === startOf(name)),
		);
		return [filled, ...ofOneField, ...filled.map((name) => [name])].find(isProof) ?? [];
	}

	/** Returns a hash of the row's cells that differ from the record's, as the table returned them. */
	function healPart(cells: IDataObject, row: OldRow): string {
		const tableCells = Object.keys(cells)
			.filter((name) => name !== keyName && !table.lacks(name))
			.map((name) => [name, table.cellIn(row, name)] as const);
		return healPartOf(tableCells.filter(([name, cell]) => !isSameCell(cells[name] as Cell, cell)));
	}

	/** @returns the row to write, if any, what becomes of it, and its cells, which an unchanged row does not need */
	return (incoming: Incoming, rows: readonly OldRow[]) => {
		const id = idPartOf(incoming.key);
		const [first] = rows;
		const namesToKeep = first ? keptNames(incoming, first) : [];
		const cells: IDataObject = { ...incoming.record, [REMOVED_AT]: '' };
		if (first) Object.assign(cells, cellsIn(first, namesToKeep));
		const content = namesToKeep.length > 0 ? contentPartOf(cells) : incoming.content;
		const written = (healed = '') => ({ ...cells, [SYNC_VERSION]: `${id}-${content}${healed}` });
		if (!first) return { outcome: 'added', cells: written() } as const;
		const isCurrent = ({ version, isMarked }: OldRow) =>
			!isMarked && version?.id === id && version.content === content;
		const row = rows.find(isCurrent) ?? first;
		if (!isCurrent(row)) {
			for (const name of endedColumns(incoming, row)) cells[name] = '';
			return { row, outcome: row.isMarked ? 'back' : 'changed', cells: written() } as const;
		}
		const healed = healPart(cells, row);
		if (healed === '') return { row, outcome: 'unchanged' } as const;
		if (healed === row.version?.healed) return { row, outcome: 'respelled' } as const;
		return { row, outcome: 'changed', cells: written(healed) } as const;
	};
}
