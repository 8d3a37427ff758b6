type Cell = string | number | boolean | null;

interface Values {
	range: string;
	values: Cell[][];
}

interface Content extends Partial<Values> {
	data?: Values[];
	valueInputOption?: string;
	requests?: Change[];
}

interface ProtectedRange {
	protectedRangeId: number;
	description?: string;
}

/** One request of a batch. */
interface Change {
	appendDimension?: { length: number };
	deleteDimension?: { range: { startIndex: number; endIndex: number } };
	addProtectedRange?: { protectedRange: ProtectedRange };
	deleteProtectedRange?: { protectedRangeId: number };
}

/**
 * One sheet, as Google's interface describes it (developers.google.com/workspace/sheets/api/reference/rest): `null`
 * leaves a cell alone, an empty text clears it, and only `RAW` takes a text for what it is.
 */
export class Sheet {
	private cells: Cell[][] = [];

	private protectedRanges: ProtectedRange[] = [];

	/** A new sheet has some rows, at Google a thousand; writing beyond them is an error unless it is an append. */
	private rowCount = 100;

	private isRefusing = false;

	constructor(private readonly name: string) {}

	/** Whether it refuses to have rows written or deleted, as when somebody has protected them. */
	refuse(isRefusing: boolean): void {
		this.isRefusing = isRefusing;
	}

	/** The rows below the header, by its names. */
	rows(): Record<string, unknown>[] {
		const [header = [], ...rows] = this.trimmed();
		return rows.map((row) =>
			Object.fromEntries(header.map((name, index) => [String(name), row[index] ?? ''])),
		);
	}

	/** Does what somebody does by hand. */
	write(row: number, column: string, cell: Cell): void {
		this.rowCount = Math.max(this.rowCount, row);
		this.put({ range: `!${column}${row}`, values: [[cell]] }, 'RAW');
	}

	/** Gives each protected range another description. */
	describeRanges(describe: (range: ProtectedRange) => string): void {
		this.protectedRanges = this.protectedRanges.map((range) => ({
			...range,
			description: describe(range),
		}));
	}

	/** @throws {Error} for what the stand-in does not know, or the sheet has no room for */
	answer(method: string, action: string, query: URLSearchParams, content: Content): object {
		const mode = query.get('valueInputOption') ?? content.valueInputOption ?? '';
		if (method === 'GET' && action === '') return this.shown(query.get('fields') ?? '');
		if (method === 'GET') return { values: this.trimmed() };
		if (action.endsWith(':append')) {
			const values = content.values ?? [];
			this.rowCount = Math.max(this.rowCount, this.trimmed().length + values.length);
			this.put({ range: `!A${this.trimmed().length + 1}`, values }, mode);
		} else if (action === 'values:batchUpdate') {
			for (const values of content.data ?? []) this.put(values, mode);
		} else if (method === 'PUT') {
			this.put({ range: action, values: content.values ?? [] }, mode);
		} else if (action === ':batchUpdate') {
			this.changeAll(content.requests ?? []);
		} else {
			throw new Error(`The stand-in does not know ${method} ${action}`);
		}
		return {};
	}

	/** @param fields a mask; what it does not name is left out where it is long */
	private shown(fields: string): object {
		const gridProperties = { rowCount: this.rowCount, columnCount: 26 };
		const rowData = this.trimmed().map((row) => ({
			values: row.map((cell) => (cell === '' ? {} : { effectiveValue: effectiveValue(cell) })),
		}));
		const sheet = {
			properties: { sheetId: 0, title: this.name, gridProperties },
			...(fields.includes('protectedRanges') && { protectedRanges: this.protectedRanges }),
			...(fields.includes('data.rowData') && { data: [{ rowData }] }),
		};
		return { sheets: [sheet] };
	}

	private put({ range, values }: Values, mode: string): void {
		this.mayEdit();
		const [, letters = 'A', row = ''] = /!([A-Z])?(\d+)/.exec(range) ?? [];
		const column = letters.charCodeAt(0) - 'A'.charCodeAt(0);
		values.forEach((cells, down) => {
			const at = Number(row) - 1 + down;
			if (at >= this.rowCount) throw new Error(`Range ${range} exceeds grid limits`);
			cells.forEach((cell, right) => {
				if (cell === null) return;
				const isFormula = mode !== 'RAW' && typeof cell === 'string' && cell.startsWith('=');
				(this.cells[at] ??= [])[column + right] = isFormula ? '#NAME?' : cell;
			});
		});
	}

	private mayEdit(): void {
		if (this.isRefusing) throw new Error('You are trying to edit a protected cell or object.');
	}

	/** Does all of them, or none. */
	private changeAll(changes: Change[]): void {
		const { rowCount, protectedRanges } = this;
		const cells = [...this.cells];
		try {
			for (const change of changes) this.change(change);
		} catch (error) {
			Object.assign(this, { rowCount, protectedRanges, cells });
			throw error;
		}
	}

	private change(change: Change): void {
		const { appendDimension, deleteDimension, addProtectedRange, deleteProtectedRange } = change;
		const hasRange = (id?: number) =>
			this.protectedRanges.some(({ protectedRangeId }) => protectedRangeId === id);
		if (appendDimension) this.rowCount += appendDimension.length;
		else if (deleteDimension) {
			this.mayEdit();
			const { startIndex, endIndex } = deleteDimension.range;
			if (endIndex > this.rowCount) throw new Error(`There is no row ${endIndex}`);
			this.cells.splice(startIndex, endIndex - startIndex);
			this.rowCount -= endIndex - startIndex;
		} else if (addProtectedRange) {
			const { protectedRange } = addProtectedRange;
			if (hasRange(protectedRange.protectedRangeId)) {
				throw new Error('Invalid addProtectedRange: a range with this ID already exists');
			}
			this.protectedRanges = [...this.protectedRanges, protectedRange];
		} else if (deleteProtectedRange) {
			const id = deleteProtectedRange.protectedRangeId;
			if (!hasRange(id)) throw new Error(`No protected range with ID: ${id}`);
			this.protectedRanges = this.protectedRanges.filter((one) => one.protectedRangeId !== id);
		} else throw new Error(`The stand-in does not know ${JSON.stringify(change)}`);
	}

	/** Without empty cells and rows at the ends, as Google answers. */
	private trimmed(): Cell[][] {
		const rows = Array.from(this.cells, (row: Cell[] | undefined) => {
			const cells = Array.from(row ?? [], (cell: Cell | undefined) => cell ?? '');
			return withoutEnd(cells, (cell) => cell === '');
		});
		return withoutEnd(rows, (row) => row.length === 0);
	}
}

function effectiveValue(cell: Cell): object {
	if (typeof cell === 'number') return { numberValue: cell };
	return typeof cell === 'boolean' ? { boolValue: cell } : { stringValue: cell };
}

function withoutEnd<T>(list: T[], isEmpty: (entry: T) => boolean): T[] {
	let length = list.length;
	while (length > 0 && isEmpty(list[length - 1] as T)) length -= 1;
	return list.slice(0, length);
}
