import { isFullCampaign } from '../../campaign';
import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow } from '../harness/examples';
import { N8n } from '../harness/n8n';
import { type Postgres, startPostgres } from '../harness/postgres';
import {
	catalogueRows,
	editCatalogue,
	LONG_MS,
	RunningSync,
	setUp,
	shownRows,
} from '../harness/runningSync';

const COURSES = isFullCampaign ? 10_000 : 300;

jest.setTimeout(LONG_MS);

let sandbox: Sandbox;
let postgres: Postgres;
let n8n: N8n;
let sync: RunningSync;

beforeAll(async () => {
	[sandbox, postgres] = await Promise.all([startSandbox({ courses: COURSES }), startPostgres()]);
	const account = credentialFor('account', sandbox);
	const { host, port, user, password, database } = postgres;
	const type = 'postgres';
	const data = { host, port, user, password, database, ssl: 'disable' };
	const databaseAccount = { id: 'database', name: 'database', type, data };
	const example = exampleWorkflow('mirror-in-postgresql', account);
	const chosen = { credentials: { [type]: { id: 'database', name: 'database' } } };
	const changes = example.nodes
		.filter((node) => node.type === 'n8n-nodes-base.postgres')
		.map(({ name }) => [name, chosen] as const);
	n8n = await N8n.with({ credentials: [account, databaseAccount], workflows: [] });
	sync = new RunningSync(sandbox, n8n, setUp(example, Object.fromEntries(changes)));
	await sync.install();
	await sync.start();
});

afterAll(async () => {
	await sync.stop();
	await Promise.all([sandbox.stop(), postgres.stop()]);
	await n8n.remove();
});

/** The rows as the catalogue shows them: times in its form. */
async function rows(where = 'true'): Promise<Record<string, unknown>[]> {
	const time = (column: string) =>
		`to_char("${column}" AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') AS "${column}"`;
	const shown = `SELECT *, ${time('courseCreatedAt')}, ${time('modifiedAt')} FROM public.courses`;
	const [[json] = []] = await postgres.query(
		`SELECT coalesce(jsonb_agg(to_jsonb(c)), '[]')::text FROM (${shown}) c WHERE ${where}`,
	);
	return JSON.parse(json ?? '[]') as Record<string, unknown>[];
}

const isEqual = async (where?: string) => {
	const [[table] = []] = await postgres.query(`SELECT to_regclass('public.courses')::text`);
	if (table === null) return false;
	return JSON.stringify(shownRows(await rows(where))) === JSON.stringify(catalogueRows(sandbox));
};

describe('the example that mirrors the catalogue in PostgreSQL', () => {
	it(`makes the table and fills it with ${COURSES} courses`, async () => {
		await sync.until(isEqual);
		await sync.settled();
		expect(sync.executions().map(({ status, error }) => error?.message ?? status)).toEqual([
			'success',
		]);
	});

	it('follows additions, changes, emptied fields and removals', async () => {
		editCatalogue(sandbox, 1);
		await sync.until(isEqual);
	});

	it('heals when everything is reported again after it failed, and keeps rows that somebody has added', async () => {
		await sync.settled();
		await postgres.query('ALTER TABLE public.courses RENAME COLUMN "name" TO "title"');
		editCatalogue(sandbox, 2);
		await sync.until(() => sync.executions().some(({ status }) => status === 'error'));
		await postgres.query('ALTER TABLE public.courses RENAME COLUMN "title" TO "name"');
		await postgres.query(
			`INSERT INTO public.courses ("courseId", "syncRun") VALUES ('by hand', NULL), ('left behind', '2000-01-01')`,
		);
		await sync.settled();
		expect(await isEqual()).toBe(false);

		await sync.askForEverything();
		await sync.until(() => isEqual(`"courseId" <> 'by hand'`));
		expect(await rows(`"courseId" = 'by hand'`)).toHaveLength(1);
		await sync.settled();
		expect(sync.executions().at(-1)?.status).toBe('success');
	});
});
