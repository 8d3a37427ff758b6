import { isFullCampaign } from '../../campaign';
import { DataTable, withTableByHand } from './dataTable';
import { type GoogleSheets, startGoogleSheets } from './googleSheets';
import type { N8n } from './n8n';
import { type Postgres, startPostgres } from './postgres';
import { FAR_AHEAD, type SyncTarget } from './runningSync';

const TABLE = 'Learning platform courses';

/** A data table of n8n, which takes some 50 rows a second. */
export function dataTableTarget(): SyncTarget {
	const courses = isFullCampaign ? 1_200 : 120;
	return {
		example: 'keep-a-data-table-in-step',
		courses,
		recordsPerPoll: courses / 3,
		credentials: [],
		env: {},
		choices: { 'In batches': { parameters: { batchSize: 15 } } },
		prepare: async (example, n8n, call) =>
			n8n.major === 1 ? await withTableByHand(example, call) : example,
		table: ({ home }: N8n) => {
			const table = new DataTable(home, TABLE);
			return {
				rows: () => table.rows(),
				insert: (courseId, syncRun) => {
					table.insert({ courseId, syncRun });
				},
				writtenLater: (courseIds) => {
					for (const courseId of courseIds) table.write(courseId, 'triggerTime', FAR_AHEAD);
				},
				keepsDuplicates: true,
				refuse: (isRefusing) => {
					if (isRefusing) table.renameColumn('name', 'title');
					else table.renameColumn('title', 'name');
				},
			};
		},
		stop: () => Promise.resolve(),
	};
}

/** Where `courseId` and `syncRun` are in the header of the sheet. */
const [ID_COLUMN, STAMP_COLUMN] = ['A', 'P'];

/** The first time in a text. */
const TIME = /\d{4}-\S+Z/;

/** A sheet, by default of more rows than a new one has, and than a batch. */
export async function googleSheetTarget(
	courses = 190,
): Promise<SyncTarget & { google: GoogleSheets }> {
	const google = await startGoogleSheets('Courses');
	const { sheet, credential, env } = google;
	const { id, type } = credential;
	const chosen = { credentials: { [type]: { id, name: id } } };
	return {
		google,
		example: 'keep-a-google-sheet-in-step',
		courses,
		recordsPerPoll: 155,
		credentials: [credential],
		env,
		choices: {
			'In batches': { parameters: { batchSize: 100 } },
			'n8n-nodes-base.googleSheets': chosen,
			'n8n-nodes-base.httpRequest': chosen,
		},
		table: () => ({
			rows: () => sheet.rows(),
			insert: (courseId, syncRun) => {
				// The header is the first row.
				const row = sheet.rows().length + 2;
				sheet.write(row, ID_COLUMN, courseId);
				if (syncRun !== null) sheet.write(row, STAMP_COLUMN, syncRun);
			},
			writtenLater: () => {
				sheet.describeRanges(({ description = '' }) => description.replace(TIME, FAR_AHEAD));
			},
			keepsDuplicates: false,
			refuse: (isRefusing) => {
				sheet.refuse(isRefusing);
			},
		}),
		stop: () => google.stop(),
	};
}

/** A table in a PostgreSQL of its own. */
export async function postgresTarget(): Promise<SyncTarget> {
	const postgres = await startPostgres();
	const { host, port, user, password, database } = postgres;
	const chosen = { id: 'database', name: 'database' };
	const data = { host, port, user, password, database, ssl: 'disable' };
	const courses = isFullCampaign ? 9_000 : 120;
	return {
		example: 'mirror-in-postgresql',
		courses,
		recordsPerPoll: courses / 3,
		credentials: [{ ...chosen, type: 'postgres', data }],
		env: {},
		choices: { 'n8n-nodes-base.postgres': { credentials: { postgres: chosen } } },
		table: () => ({
			rows: () => rowsIn(postgres),
			insert: async (courseId, syncRun) => {
				const stamp = syncRun === null ? 'NULL' : `'${syncRun}'`;
				await postgres.query(
					`INSERT INTO public.courses ("courseId", "syncRun") VALUES ('${courseId}', ${stamp})`,
				);
			},
			writtenLater: async (courseIds) => {
				const ids = courseIds.map((id) => `'${id}'`).join();
				await postgres.query(
					`UPDATE public.courses SET "triggerTime" = '${FAR_AHEAD}' WHERE "courseId" IN (${ids})`,
				);
			},
			keepsDuplicates: false,
			refuse: async (isRefusing) => {
				const [from, to] = isRefusing ? ['name', 'title'] : ['title', 'name'];
				await postgres.query(`ALTER TABLE public.courses RENAME COLUMN "${from}" TO "${to}"`);
			},
		}),
		stop: () => postgres.stop(),
	};
}

/** The rows as the catalogue shows them: times in its form. */
async function rowsIn(postgres: Postgres): Promise<Record<string, unknown>[]> {
	const [[table] = []] = await postgres.query(`SELECT to_regclass('public.courses')::text`);
	if (table === null) return [];
	const time = (column: string) =>
		`to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${column}"`;
	const shown = `SELECT *, ${time('courseCreatedAt')}, ${time('modifiedAt')} FROM public.courses`;
	const [[json] = []] = await postgres.query(
		`SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (${shown}) c`,
	);
	return JSON.parse(json ?? '[]') as Record<string, unknown>[];
}
