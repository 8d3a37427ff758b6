import type { IDataObject } from 'n8n-workflow';

import {
	openComparison,
	REMOVED_AT,
	SYNC_VERSION,
	type TableComparison,
} from '../../../nodes/LearningPlatform/table';

export const KEY = 'courseId';
export const NOW = new Date('2026-01-31T12:00:00.000Z');
export const COLUMNS = ['name', 'code', 'score', 'passed', 'startsAt', 'tags'];

const DAY = 86_400_000;
const isTime = (value: unknown): value is string =>
	typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const serial = (time: string) => Date.parse(time) / DAY + 25_569;
const isDigits = (value: unknown) =>
	typeof value === 'string' && /^\d+(\.\d+)?(e\d+)?$/i.test(value.trim()) && value.trim() !== '';
const isFraction = (value: unknown): value is string =>
	typeof value === 'string' && /^\d+[-/]\d+$/.test(value);
/** Returns a time as read by a program that ignores UTC offsets. */
const wallTime = (time: string, hours: number) =>
	new Date(Date.parse(time) + hours * 3_600_000).toISOString();
const german = (value: number) => value.toLocaleString('de-DE', { maximumFractionDigits: 5 });

type Unread = Parameters<TableComparison['add']>[1][number];

type Choice = Partial<Parameters<typeof openComparison>[1]>;

type Keep = (value: unknown, column: string) => unknown;

/** For each kind of table, the value that n8n's nodes read back after they write a value. */
export const kinds: Record<string, Keep> = {
	'keeps text': (value) => value,
	'returns null for blanks': (value) => (value === '' ? null : value),
	'omits empty cells': (value) => (value === '' || value === false ? undefined : value),
	'turns digits into numbers': (value) => (isDigits(value) ? Number(value) : value),
	'turns digits into six-digit numbers': (value) =>
		isDigits(value) ? String(Number(Number(value).toPrecision(6))) : value,
	'turns fractions into dates': (value) =>
		isFraction(value) ? 46_000 + Number(value.replace(/\D/, '')) : value,
	'turns fractions into Date objects': (value) =>
		isFraction(value) ? new Date(2026, 0, Number(value.replace(/\D/, ''))) : value,
	'stores serial dates': (value) => (isTime(value) ? serial(value) : value),
	'stores times in milliseconds': (value) => (isTime(value) ? Date.parse(value) : value),
	'rounds times': (value) => (isTime(value) ? value.replace(/\.\d+Z$/, '+00:00') : value),
	'rounds numbers': (value) => (typeof value === 'number' ? Number(value.toFixed(1)) : value),
	'cuts decimals': (value) => (typeof value === 'number' ? Math.trunc(value * 10) / 10 : value),
	'stores numbers in single precision': (value) =>
		typeof value === 'number' ? Math.fround(value) : value,
	'stores local times': (value) => (isTime(value) ? wallTime(value, 1) : value),
	'stores local times as Date objects': (value) =>
		isTime(value) ? new Date(wallTime(value, -11)) : value,
	'stores only days': (value) => (isTime(value) ? value.slice(0, 10) : value),
	'uses German formats': (value) => {
		if (typeof value === 'boolean') return value ? 'WAHR' : 'FALSCH';
		if (typeof value === 'number') return german(value);
		return isTime(value) ? `${value.slice(8, 10)}. Jänner ${value.slice(0, 4)}` : value;
	},
	'shows numbers with commas': (value) => {
		if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
		if (typeof value === 'number') return value.toLocaleString('en-US');
		return isTime(value) ? `${Number(value.slice(5, 7))}/${value.slice(8, 10)}/26` : value;
	},
	'cuts text': (value, column) =>
		typeof value === 'string' && column !== 'syncVersion' ? value.slice(0, 24) : value,
	'trims text and drops apostrophes': (value) =>
		typeof value === 'string' ? value.trim().replace(/^'/, '').replaceAll('\r\n', '\n') : value,
	'stores text in uppercase': (value) => (typeof value === 'string' ? value.toUpperCase() : value),
	'stores ones and zeros': (value) => (typeof value === 'boolean' ? Number(value) : value),
	'has PostgreSQL types': (value, column) => {
		if (value === '') return column === 'name' ? '' : null;
		if (typeof value === 'number') return value.toFixed(4);
		if (column === 'tags') return { tags: value };
		return isTime(value) ? value.replace('T', ' ').replace('Z', '+00') : value;
	},
	'stores lists': (value, column) =>
		column === 'tags' && typeof value === 'string' ? value.split(', ') : value,
	'shows N/A for no value': (value, column) => (value === '' && column === 'tags' ? 'N/A' : value),
};

/** Returns whether the table changes keys such as 007. A search by key then misses a removed record's row. */
export const changesKeys = (kind: string) =>
	/(digits|fractions) into|cuts text|uppercase/.test(kind);

/** A record formatted as a row. */
export type Row = IDataObject & { courseId: string };

/** IDs from platforms, including IDs that tables change. */
export const IDS = [
	'65a1c0ffee65a1c0ffee65a1',
	'007',
	'8',
	'620000000000000000000123',
	'219e10',
	'Ab-7',
	'3/4',
	'1-2',
	'5f01abc5f01abc5f01abc5f0:admin',
	'42.50',
	'12345678901234567890',
];

export function recordOf(courseId: string, index = 0): Row {
	return {
		courseId,
		name: `Course "${index}" for all, with a name of some length\r\nin two lines`,
		code: ['1.10', '007', '3/4', 'A-1'][index % 4] ?? '',
		score: [66.66666, 12, 1234.5, 0.125][index % 4] ?? 0,
		passed: index % 2 === 0,
		startsAt: `2026-01-${String(10 + (index % 18))}T08:00:00.500Z`,
		tags: index % 3 === 0 ? 'Safety, First Aid' : '',
	};
}

/** The nodes that write rows compare keys as strings. */
const spelled = (key: unknown) => String(key);

/** A table that changes values as they are written. */
export class Table {
	rows: IDataObject[] = [];

	private last = 1;

	constructor(private readonly keep: Keep) {}

	/** Updates the row with the same key or appends a new row, as n8n's nodes do. */
	write(json: IDataObject): void {
		const row = this.rows.find((one) => spelled(one[KEY]) === spelled(json[KEY]));
		const cells = Object.entries(json).map(([name, value]) => [name, this.keep(value, name)]);
		const target = row ?? this.append();
		for (const [name, value] of cells as [string, IDataObject[string]][]) target[name] = value;
	}

	append(cells: IDataObject = {}): IDataObject {
		this.last += 1;
		const row: IDataObject = { ...cells, row_number: this.last };
		this.rows.push(row);
		return row;
	}

	/** Returns the rows with this key in the table's format. */
	rowsOf(courseId: string): IDataObject[] {
		const key = this.keep(courseId, KEY);
		return this.rows.filter((row) => spelled(row[KEY]) === spelled(key));
	}

	row(courseId: string): IDataObject | undefined {
		return this.rowsOf(courseId)[0];
	}

	/** Runs Sync and applies the resulting changes to the table. */
	sync(list: readonly Row[], choice: Choice = {}, unread: Unread = []) {
		const result = compared(this.rows, list, choice, unread);
		for (const { json } of result.upserts) this.write(json);
		const gone = new Set(result.deletes.map(({ json }) => json.row_number));
		this.rows = this.rows.filter((row) => !gone.has(row.row_number));
		return result;
	}
}

/** Compares an entire list with a table's rows. */
export function compared(
	rows: readonly IDataObject[],
	list: readonly IDataObject[],
	choice: Choice = {},
	unread: Unread = [],
	maybeOwn: string[] = [],
) {
	const comparison = openComparison(
		rows.map((row) => ({ ...row })),
		{
			keyName: KEY,
			writtenTo: 'database',
			deletes: false,
			removalLimit: 100,
			now: NOW,
			...choice,
		},
	);
	const records = list.map((record) => ({ ...record }));
	comparison.add(
		records,
		list.map(() => unread),
		maybeOwn,
	);
	const columns = Object.keys(list[0] ?? {}).filter((name) => name !== KEY);
	comparison.finish([KEY, ...columns, REMOVED_AT, SYNC_VERSION]);
	return comparison;
}
