type Cell = string | number | boolean | null;

interface Values {
	range: string;
	values: Cell[][];
}

interface Content extends Partial<Values> {
	data?: Values[];
	valueInputOption?: string;
}

/**
 * A sheet with Google's API (developers.google.com/workspace/sheets/api/reference/rest): `null` keeps a cell, an
 * empty string clears it, and only `RAW` stores a string unchanged.
 */
export class Sheet {
	private cells: Cell[][] = [];

	/** The number of rows in a new sheet (1,000 in Google Sheets); only an append can add rows. */
	private rowCount = 100;

	constructor(private readonly name: string) {}

	/** Returns the rows below the header, by column name. */
	rows(): Record<string, unknown>[] {
		const [header = [], ...rows] = this.trimmed();
		return rows.map((row) =>
			Object.fromEntries(header.map((name, index) => [String(name), row[index] ?? ''])),
		);
	}

	/** Writes a cell by hand. */
	write(row: number, column: string, cell: Cell): void {
		this.rowCount = Math.max(this.rowCount, row);
		this.put({ range: `!${column}${row}`, values: [[cell]] }, 'RAW');
	}

	/** @throws {Error} for unknown requests and for writes outside the sheet */
	answer(method: string, action: string, query: URLSearchParams, content: Content): object {
		const mode = query.get('valueInputOption') ?? content.valueInputOption ?? '';
		if (method === 'GET' && action === '') return this.shown();
		if (method === 'GET') return { values: this.trimmed() };
		if (action.endsWith(':append')) {
			const values = content.values ?? [];
			this.rowCount = Math.max(this.rowCount, this.trimmed().length + values.length);
			this.put({ range: `!A${this.trimmed().length + 1}`, values }, mode);
		} else if (action === 'values:batchUpdate') {
			for (const values of content.data ?? []) this.put(values, mode);
		} else if (method === 'PUT') {
			this.put({ range: action, values: content.values ?? [] }, mode);
		} else {
			throw new Error(`The fake sheet does not support ${method} ${action}`);
		}
		return {};
	}

	private shown(): object {
		const gridProperties = { rowCount: this.rowCount, columnCount: 26 };
		return { sheets: [{ properties: { sheetId: 0, title: this.name, gridProperties } }] };
	}

	private put({ range, values }: Values, mode: string): void {
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

	/** Drops trailing empty cells and rows, as Google does. */
	private trimmed(): Cell[][] {
		const rows = Array.from(this.cells, (row: Cell[] | undefined) => {
			const cells = Array.from(row ?? [], (cell: Cell | undefined) => cell ?? '');
			return withoutEnd(cells, (cell) => cell === '');
		});
		return withoutEnd(rows, (row) => row.length === 0);
	}
}

function withoutEnd<T>(list: T[], isEmpty: (entry: T) => boolean): T[] {
	let length = list.length;
	while (length > 0 && isEmpty(list[length - 1] as T)) length -= 1;
	return list.slice(0, length);
}
