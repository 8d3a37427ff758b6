import type { ListRecord, Sandbox } from '../../sandbox';

/** A row as displayed: every cell is a string. */
export type Row = Record<string, string>;

/** The examples' columns, and how to get each value from a course. */
const COLUMNS: Record<string, string | ((course: ListRecord, sandbox: Sandbox) => string)> = {
	courseId: '_id',
	name: 'name',
	status: 'status',
	type: 'type',
	groupId: 'groupId',
	groupName: ({ groupId }, { catalogue }) => textOf(catalogue.get('groups', String(groupId)).name),
	authorId: 'authorId',
	authorName: ({ authorId }, sandbox) => nameOfUser(sandbox, authorId),
	sourceLang: 'sourceLang',
	duration: 'duration',
	courseCreatedAt: 'createdAt',
	modifiedAt: 'modifiedAt',
};

export function nameOfUser({ catalogue }: Sandbox, id: unknown): string {
	const { firstName, lastName } = catalogue.get('users', String(id));
	return [firstName, lastName].filter(Boolean).join(' ');
}

/** Returns the rows that a table should show, sorted by ID. */
export function catalogueRows(sandbox: Sandbox): Row[] {
	return inOrder(sandbox.catalogue.list('courses').map((course) => rowOf(course, sandbox)));
}

/** Returns a table's rows with only the examples' columns and without the apostrophes before formulas. */
export function shownRows(rows: Record<string, unknown>[]): Row[] {
	const columns = Object.keys(COLUMNS);
	const shown = (cell: unknown) => textOf(cell).replace(/^'(?=[=+@-])/, '');
	return inOrder(
		rows.map((row) => Object.fromEntries(columns.map((column) => [column, shown(row[column])]))),
	);
}

function rowOf(course: ListRecord, sandbox: Sandbox): Row {
	const cellOf = (shown: (typeof COLUMNS)[string]) =>
		typeof shown === 'string' ? textOf(course[shown]) : shown(course, sandbox);
	return Object.fromEntries(
		Object.entries(COLUMNS).map(([column, shown]) => [column, cellOf(shown)]),
	);
}

function textOf(value: unknown): string {
	if (typeof value === 'string') return value;
	return value === null || value === undefined ? '' : JSON.stringify(value);
}

function inOrder(rows: Row[]): Row[] {
	return rows.sort((a, b) => ((a.courseId ?? '') < (b.courseId ?? '') ? -1 : 1));
}

/** Adds, updates, and removes courses, and clears fields. */
export function editCatalogue({ catalogue }: Sandbox, round: number): void {
	const idAt = (position: number) => catalogue.list('courses')[position]?._id ?? '';
	for (let step = 0; step < 3; step += 1) {
		catalogue.add('courses', { name: `New in round ${round}, number ${step}` }, step * 7);
		catalogue.update('courses', idAt(step * 11 + round), { name: `Changed in round ${round}` });
		catalogue.remove('courses', idAt(step * 17 + 40 + round));
	}
	catalogue.update('courses', idAt(10 + round), { name: '=1+1' });
	catalogue.update('courses', idAt(20 + round), { sourceLang: null });
	catalogue.update('courses', idAt(30 + round), { duration: undefined });
}
