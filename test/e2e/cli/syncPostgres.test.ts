import { isFullCampaign } from '../../campaign';
import { itKeepsInStep } from '../harness/keepsInStep';
import { type Postgres, startPostgres } from '../harness/postgres';
import { RunningSync, setUp } from '../harness/runningSync';

const COURSES = isFullCampaign ? 10_000 : 300;

let postgres: Postgres;
let sync: RunningSync;

beforeAll(async () => {
	postgres = await startPostgres();
	const { host, port, user, password, database } = postgres;
	const chosen = { id: 'database', name: 'database' };
	const data = { host, port, user, password, database, ssl: 'disable' };
	sync = await RunningSync.of('mirror-in-postgresql', {
		courses: COURSES,
		credentials: [{ ...chosen, type: 'postgres', data }],
		prepare: (example) =>
			setUp(example, { 'n8n-nodes-base.postgres': { credentials: { postgres: chosen } } }),
		table: () => ({
			rows,
			insert: async (courseId, syncRun) => {
				const stamp = syncRun === null ? 'NULL' : `'${syncRun}'`;
				await postgres.query(
					`INSERT INTO public.courses ("courseId", "syncRun") VALUES ('${courseId}', ${stamp})`,
				);
			},
			refuse: async (isRefusing) => {
				const [from, to] = isRefusing ? ['name', 'title'] : ['title', 'name'];
				await postgres.query(`ALTER TABLE public.courses RENAME COLUMN "${from}" TO "${to}"`);
			},
		}),
	});
});

afterAll(async () => {
	await sync.end();
	await postgres.stop();
});

/** The rows as the catalogue shows them: times in its form. */
async function rows(): Promise<Record<string, unknown>[]> {
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

describe('the example that mirrors the catalogue in PostgreSQL', () => {
	itKeepsInStep(() => sync, COURSES);
});
