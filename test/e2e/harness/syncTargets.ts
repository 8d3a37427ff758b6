import { DataTable } from './dataTable';
import type { NodeChange } from './examples';
import { startGoogleSheets } from './googleSheets';
import type { N8n } from './n8n';
import { type Postgres, startPostgres } from './postgres';
import type { ImportedCredential } from './workflow';

/** A table that an example keeps in step, and what people do to it. */
interface SyncedTable {
	rows(): Record<string, unknown>[] | Promise<Record<string, unknown>[]>;
	/** Adds a row with a key, or one of a person, without. */
	insert(courseId: string, name: string): void | Promise<void>;
	rename(courseId: string, name: string): void | Promise<void>;
	remove(courseIds: string[]): void | Promise<void>;
}

/** An example, and the table that it keeps in step. */
export interface SyncTarget {
	/** The name of its file without `.json`. */
	example: string;
	courses: number;
	/** Whether it deletes rows, and heals keys that are there twice. */
	deletes: boolean;
	/** Whether two rows can have the same ID. */
	keepsTwins: boolean;
	credentials: ImportedCredential[];
	/** Settings of n8n beside the usual ones. */
	env: NodeJS.ProcessEnv;
	/** What is chosen in nodes, by their names or types. */
	choices: Record<string, NodeChange>;
	table(n8n: N8n): SyncedTable;
	stop(): Promise<void>;
}

/** A data table of n8n, which takes some 50 rows a second. */
function dataTableTarget(): SyncTarget {
	return {
		...{ example: 'keep-a-data-table-in-step', courses: 150, deletes: true, keepsTwins: true },
		...{ credentials: [], env: {}, choices: {} },
		table: ({ home }) => new DataTable(home, 'Learning platform courses'),
		stop: () => Promise.resolve(),
	};
}

/** A sheet of more rows than a new one has. */
async function googleSheetTarget(): Promise<SyncTarget> {
	const google = await startGoogleSheets('Courses');
	const { sheet, credential, env } = google;
	const { id, type } = credential;
	// The header is the first row.
	const rowOf = (courseId: string) =>
		sheet.rows().findIndex((row) => row.courseId === courseId) + 2;
	return {
		...{ example: 'keep-a-google-sheet-in-step', courses: 120, deletes: false, keepsTwins: true },
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
			rename: (courseId, name) => {
				sheet.write(rowOf(courseId), 'B', name);
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

/** A table in a PostgreSQL of its own, with typed columns. */
async function postgresTarget(): Promise<SyncTarget> {
	const postgres = await startPostgres();
	const { host, port, user, password, database } = postgres;
	const chosen = { id: 'database', name: 'database' };
	const data = { host, port, user, password, database, ssl: 'disable' };
	const run = async (sql: string) => {
		await postgres.query(sql);
	};
	return {
		...{ example: 'mirror-in-postgresql', courses: 150, deletes: true, keepsTwins: false },
		credentials: [{ ...chosen, type: 'postgres', data }],
		env: {},
		choices: { 'n8n-nodes-base.postgres': { credentials: { postgres: chosen } } },
		table: () => ({
			rows: () => rowsIn(postgres),
			insert: (courseId, name) =>
				run(`INSERT INTO public.courses ("courseId", "name") VALUES ('${courseId}', '${name}')`),
			rename: (courseId, name) =>
				run(`UPDATE public.courses SET "name" = '${name}' WHERE "courseId" = '${courseId}'`),
			remove: (courseIds) =>
				run(
					`DELETE FROM public.courses WHERE "courseId" IN (${courseIds.map((id) => `'${id}'`).join()})`,
				),
		}),
		stop: () => postgres.stop(),
	};
}

/** The rows as the catalogue shows them: times in its form. */
async function rowsIn(postgres: Postgres): Promise<Record<string, unknown>[]> {
	const time = (column: string) =>
		`to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${column}"`;
	const shown = `SELECT *, ${time('courseCreatedAt')}, ${time('modifiedAt')} FROM public.courses`;
	const [[json] = []] = await postgres.query(
		`SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (${shown}) c`,
	);
	return JSON.parse(json ?? '[]') as Record<string, unknown>[];
}

/** All three. */
export async function syncTargets(): Promise<SyncTarget[]> {
	return [dataTableTarget(), ...(await Promise.all([googleSheetTarget(), postgresTarget()]))];
}
