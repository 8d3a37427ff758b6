import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../transport/errors';
import { keyOf, visitCells, type Cell } from './cells';
import { withUniqueNames } from './columnNames';
import type { FinishedColumns, Naming, RowColumns } from './rowColumns';

/** More than any table takes. A service that uses IDs as names of fields would fill the memory. */
const MAX_COLUMNS = 1000;

/** All columns that any record of the list has: known fields first, the others as they appeared. */
export class FoundColumns implements RowColumns {
	/** In order of appearance. */
	private readonly paths: string[][] = [];

	private readonly indexes = new Map<string, number>();

	/** The columns that are more than empty for some record. */
	private readonly filled = new Set<number>();

	/** @param knownFields of the resource, in order */
	constructor(private readonly knownFields: readonly string[]) {}

	/** @throws UserFacingError when the columns become too many */
	read(record: IDataObject): Cell[] {
		const cells: Cell[] = [];
		visitCells(record, (cell, parents, field, key) => {
			const index = this.indexes.get(key) ?? this.addColumn(key, [...parents, field]);
			if (cell !== '') this.filled.add(index);
			cells[index] = cell;
		});
		return cells;
	}

	finish({ owner, key }: Naming): FinishedColumns {
		const keyIndex = key.field === undefined ? undefined : this.indexes.get(keyOf([key.field]));
		const order = this.used()
			.filter(({ index }) => index !== keyIndex)
			.sort((a, b) => this.rank(a.path) - this.rank(b.path));
		return { columns: withUniqueNames(order, owner, [key.name]), keyIndex, missingFields: [] };
	}

	/**
	 * The columns that say something. What is `null` or an empty object wherever it is no object with fields
	 * says nothing beside the columns of these fields.
	 */
	private used(): { path: string[]; index: number }[] {
		const parents = new Set(
			this.paths.flatMap((path) => path.slice(1).map((_step, at) => keyOf(path.slice(0, at + 1)))),
		);
		return this.paths
			.map((path, index) => ({ path, index }))
			.filter(({ path, index }) => this.filled.has(index) || !parents.has(keyOf(path)));
	}

	private rank([field = '']: string[]): number {
		const at = this.knownFields.indexOf(field);
		return at === -1 ? this.knownFields.length : at;
	}

	private addColumn(key: string, path: string[]): number {
		const index = this.paths.length;
		if (index >= MAX_COLUMNS) {
			throw new UserFacingError(
				`The rows would have more than ${MAX_COLUMNS} columns`,
				'Enter the columns you need as Output Fields, or choose another Output.',
			);
		}
		this.indexes.set(key, index);
		this.paths.push(path);
		return index;
	}
}
