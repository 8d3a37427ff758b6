import { DataTable } from './dataTable';
import type { NodeChange } from './examples';
import { startGoogleSheets } from './googleSheets';
import { startMariaDb } from './mariadb';
import type { N8n } from './n8n';
import { type Postgres, startPostgres } from './postgres';
import type { ImportedCredential } from './workflow';

/** A table that an example keeps in sync, and functions that edit it as people do. */
interface SyncedTable {
	rows(): Record<string, unknown>[] | Promise<Record<string, unknown>[]>;
	/** Adds a row with a key, or a manually added row without a key. */
	insert(courseId: string, name: string): void | Promise<void>;
	/** Overwrites a cell. */
	edit(courseId: string, column: 'courseId' | 'name', text: string): void | Promise<void>;
	remove(courseIds: string[]): void | Promise<void>;
}

/** An example and the table that it keeps in sync. */
export interface SyncTarget {
	/** The file name without `.json`. */
	example: string;
	/** The workflow ID, at most 16 characters. */
	id: string;
	courses: number;
	/** True if the example deletes rows and repairs duplicate keys. */
	deletes: boolean;
	/** True if two rows can have the same key. */
	keepsTwins: boolean;
	credentials: ImportedCredential[];
	/** Additional n8n settings. */
	env: NodeJS.ProcessEnv;
	/** The settings chosen in nodes, by node name or type. */
	choices: Record<string, NodeChange>;
	table(n8n: N8n): SyncedTable;
	stop(): Promise<void>;
}

/** An n8n data table, which accepts about 50 rows per second. */
function dataTableTarget(): SyncTarget {
	return {
		example: 'keep-a-data-table-in-step',
		id: 'data-table',
		courses: 150,
		deletes: true,
		keepsTwins: true,
		credentials: [],
		env: {},
		choices: {},
		table: ({ home }) => new DataTable(home, 'Learning platform courses'),
		stop: () => Promise.resolve(),
	};
}

/** A sheet with more rows than a new sheet has. */
async function googleSheetTarget(): Promise<SyncTarget> {
	const google = await startGoogleSheets('Courses');
	const { sheet, credential, env } = google;
	const { id, type } = credential;
	// The header is the first row.
	const rowOf = (courseId: string) =>
		sheet.rows().findIndex((row) => row.courseId === courseId) + 2;
	return {
		example: 'keep-a-google-sheet-in-step',
		id: 'google-sheet',
		courses: 120,
		deletes: false,
		keepsTwins: true,
		credentials: [credential],
		env,
		choices: {
			'n8n-nodes-base.googleSheets': { credentials: { [type]: { id, name: id } } },
		},
		table: () => ({
			rows: () => sheet.rows(),
			insert: (courseId, name) => {
				const row = sheet.rows().length + 2;
				sheet.write(row, 'A', courseId);
				sheet.write(row, 'B', name);
			},
			edit: (courseId, column, text) => {
				sheet.write(rowOf(courseId), column === 'name' ? 'B' : 'A', text);
			},
			remove: (courseIds) => {
				for (const row of courseIds.map(rowOf)) {
					for (const column of 'ABCDEFGHIJKLMN') sheet.write(row, column, '');
				}
			},
		}),
		stop: () => google.stop(),
	};
}

/** Course fields with types that the examples do not use. */
export const TYPED_FIELDS = {
	isOpen: true,
	seats: 12,
	price: 9.99,
	translations: [{ lang: 'de' }],
};

const ALL_FIELDS = [
	'name',
	'status',
	'type',
	'groupId',
	'groupName',
	'authorId',
	'authorName',
	'sourceLang',
	'duration',
	'createdAt',
	'modifiedAt',
	'startsAt',
	...Object.keys(TYPED_FIELDS),
];

/** The columns other than the key, in order. */
const ALL_COLUMNS = [
	...ALL_FIELDS.map((field) => (field === 'createdAt' ? 'courseCreatedAt' : field)),
	'removedAt',
	'syncVersion',
];

/** Common column types, which round times and numbers and drop time zones. */
const TYPES: Record<string, string> = {
	duration: 'numeric',
	courseCreatedAt: 'date',
	modifiedAt: 'timestamptz(0)',
	startsAt: 'timestamp',
	isOpen: 'boolean',
	seats: 'integer',
	price: 'numeric(10,1)',
	translations: 'json',
	removedAt: 'timestamptz',
};

const SYNC_ALL: Record<string, NodeChange> = {
	'Sync courses': { parameters: { outputFields: ALL_FIELDS.join() } },
};

/** A table in its own PostgreSQL database, which has either the example's column types or all common types. */
async function postgresTarget(id: string, isTyped: boolean): Promise<SyncTarget> {
	const postgres = await startPostgres();
	const { host, port, user, password, database } = postgres;
	const chosen = { id, name: id };
	const data = { host, port, user, password, database, ssl: 'disable' };
	const run = async (sql: string) => {
		await postgres.query(sql);
	};
	if (isTyped) {
		const columns = ALL_COLUMNS.map((column) => `"${column}" ${TYPES[column] ?? 'text'}`);
		await run(`CREATE TABLE public.courses ("courseId" text PRIMARY KEY, ${columns.join()})`);
	}
	return {
		example: 'mirror-in-postgresql',
		id,
		courses: isTyped ? 12 : 150,
		deletes: true,
		keepsTwins: false,
		credentials: [{ ...chosen, type: 'postgres', data }],
		env: {},
		choices: {
			'n8n-nodes-base.postgres': { credentials: { postgres: chosen } },
			...(isTyped && SYNC_ALL),
		},
		table: () => ({ rows: () => rowsIn(postgres), ...editing('public.courses', '"', run) }),
		stop: () => postgres.stop(),
	};
}

/** Returns the functions that edit a database as people do; `quote` surrounds column names. */
function editing(
	table: string,
	quote: string,
	run: (sql: string) => Promise<void>,
): Omit<SyncedTable, 'rows'> {
	const [key, nameColumn] = ['courseId', 'name'].map((column) => `${quote}${column}${quote}`);
	return {
		insert: (courseId, name) =>
			run(`INSERT INTO ${table} (${key}, ${nameColumn}) VALUES ('${courseId}', '${name}')`),
		edit: (courseId, column, text) =>
			run(`UPDATE ${table} SET ${quote}${column}${quote} = '${text}' WHERE ${key} = '${courseId}'`),
		remove: (courseIds) =>
			run(`DELETE FROM ${table} WHERE ${key} IN (${courseIds.map((id) => `'${id}'`).join()})`),
	};
}

/** Returns the rows with times formatted as in the catalog. */
async function rowsIn(postgres: Postgres): Promise<Record<string, unknown>[]> {
	const time = (column: string) =>
		`to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${column}"`;
	const shown = `SELECT *, ${time('courseCreatedAt')}, ${time('modifiedAt')} FROM public.courses`;
	const [[json] = []] = await postgres.query(
		`SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (${shown}) c`,
	);
	return JSON.parse(json ?? '[]') as Record<string, unknown>[];
}

/**
 * A table in its own MariaDB database: the data table example with different nodes, as described in
 * docs/spreadsheets.md.
 */
async function mariaDbTarget(): Promise<SyncTarget> {
	const mariaDb = await startMariaDb();
	const { host, port, user, password, database } = mariaDb;
	const chosen = { id: 'mariadb', name: 'mariadb' };
	const columns = ALL_COLUMNS.map((column) => `\`${column}\` text`);
	const key = 'courseId varchar(255) COLLATE utf8mb4_bin PRIMARY KEY';
	const create = `CREATE TABLE IF NOT EXISTS courses (${key}, ${columns.join()})`;
	const table = { __rl: true, mode: 'name', value: 'courses' };
	const node = (parameters: NodeChange['parameters']): NodeChange => ({
		type: 'n8n-nodes-base.mySql',
		typeVersion: 2.5,
		credentials: { mySql: chosen },
		parameters: { resource: 'database', table, ...parameters },
	});
	const removed = [
		{ column: 'courseId', condition: 'equal', value: '={{ $json.courseId }}' },
		{ column: 'syncVersion', condition: 'equal', value: '={{ $json.syncVersion }}' },
	];
	const shown = ['courseId', ...ALL_COLUMNS].map((column) => `'${column}', \`${column}\``);
	return {
		example: 'keep-a-data-table-in-step',
		id: 'mariadb',
		courses: 150,
		deletes: true,
		keepsTwins: false,
		credentials: [
			{ ...chosen, type: 'mySql', data: { host, port, user, password, database, ssl: false } },
		],
		env: {},
		choices: {
			...SYNC_ALL,
			'Create the table if it is missing': node({ operation: 'executeQuery', query: create }),
			'Read the table': node({ operation: 'select', returnAll: true }),
			'Write the row': node({
				operation: 'upsert',
				dataMode: 'autoMapInputData',
				columnToMatchOn: 'courseId',
			}),
			'Delete the row': node({
				operation: 'deleteTable',
				deleteCommand: 'delete',
				where: { values: removed },
			}),
		},
		table: () => ({
			rows: async () => {
				const rows = await mariaDb.query(`SELECT JSON_OBJECT(${shown.join()}) FROM courses`);
				return rows.map((row) => JSON.parse(row) as Record<string, unknown>);
			},
			...editing('courses', '`', async (sql) => {
				await mariaDb.query(sql);
			}),
		}),
		stop: () => mariaDb.stop(),
	};
}

/** Starts all targets. The last one has typed columns, which alter the values written to them. */
export async function syncTargets(): Promise<SyncTarget[]> {
	const others = [
		googleSheetTarget(),
		postgresTarget('postgresql', false),
		mariaDbTarget(),
		postgresTarget('typed-postgresql', true),
	];
	return [dataTableTarget(), ...(await Promise.all(others))];
}
