import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { exampleWorkflow } from '../harness/examples';
import { type GoogleSheets, startGoogleSheets } from '../harness/googleSheets';
import { N8n } from '../harness/n8n';
import {
	catalogueRows,
	editCatalogue,
	LONG_MS,
	RunningSync,
	setUp,
	shownRows,
} from '../harness/runningSync';

/** More than the rows that a new sheet has, and than a batch. */
const COURSES = 1_050;

jest.setTimeout(LONG_MS);

/** Where `syncRun` is in the header. */
const STAMP_COLUMN = 'N';

let sandbox: Sandbox;
let google: GoogleSheets;
let n8n: N8n;
let sync: RunningSync;

beforeAll(async () => {
	[sandbox, google] = await Promise.all([
		startSandbox({ courses: COURSES }),
		startGoogleSheets('Courses'),
	]);
	const account = credentialFor('account', sandbox);
	const { id, type } = google.credential;
	const example = exampleWorkflow('keep-a-google-sheet-in-step', account);
	const chosen = {
		credentials: { [type]: { id, name: id } },
		parameters: { authentication: 'serviceAccount' },
	};
	const changes = example.nodes
		.filter((node) => node.type === 'n8n-nodes-base.googleSheets')
		.map(({ name }) => [name, chosen] as const);
	n8n = await N8n.with({ credentials: [account, google.credential], workflows: [] });
	const workflow = setUp(example, Object.fromEntries(changes));
	sync = new RunningSync(sandbox, n8n, workflow, google.env);
	await sync.install();
	await sync.start();
});

afterAll(async () => {
	await sync.stop();
	await Promise.all([sandbox.stop(), google.stop()]);
	await n8n.remove();
});

const isEqual = () =>
	JSON.stringify(shownRows(courseRows())) === JSON.stringify(catalogueRows(sandbox));

/** The rows that the workflow has written. */
const courseRows = () => google.sheet.rows().filter(({ courseId }) => courseId !== 'by hand');

describe('the example that keeps a Google Sheet in step', () => {
	it(`writes the header and ${COURSES} courses into an empty sheet`, async () => {
		await sync.until(isEqual);
		await sync.settled();
		expect(sync.executions().map(({ status, error }) => error?.message ?? status)).toEqual([
			'success',
		]);
	});

	it('follows additions, changes, emptied fields and removals', async () => {
		google.requests.length = 0;
		editCatalogue(sandbox, 1);
		await sync.until(isEqual);
		// One for each row, as Google deletes them.
		const deletions = google.requests.filter((request) => request === 'POST :batchUpdate');
		expect(deletions).toHaveLength(3);
	});

	it('heals when everything is reported again after it failed, and keeps rows that somebody has added', async () => {
		await sync.settled();
		google.sheet.refuse(true);
		editCatalogue(sandbox, 2);
		await sync.until(() => sync.executions().some(({ status }) => status === 'error'));
		google.sheet.refuse(false);
		google.sheet.write(google.sheet.rows().length + 2, 'A', 'by hand');
		const row = google.sheet.rows().length + 2;
		google.sheet.write(row, 'A', 'left behind');
		google.sheet.write(row, STAMP_COLUMN, '2000-01-01T00:00:00.000Z');
		await sync.settled();
		expect(isEqual()).toBe(false);

		await sync.askForEverything();
		await sync.until(isEqual);
		expect(google.sheet.rows().map(({ courseId }) => courseId)).toContain('by hand');
		await sync.settled();
		expect(sync.executions().at(-1)?.status).toBe('success');
	});
});
