import { type GoogleSheets, startGoogleSheets } from '../harness/googleSheets';
import { itKeepsInStep } from '../harness/keepsInStep';
import { RunningSync, setUp } from '../harness/runningSync';

/** More than the rows that a new sheet has, and than a batch. */
const COURSES = 1_050;

/** Where `courseId` and `syncRun` are in the header. */
const [ID_COLUMN, STAMP_COLUMN] = ['A', 'N'];

let google: GoogleSheets;
let sync: RunningSync;

beforeAll(async () => {
	google = await startGoogleSheets('Courses');
	const { sheet, credential, env } = google;
	const { id, type } = credential;
	sync = await RunningSync.of('keep-a-google-sheet-in-step', {
		courses: COURSES,
		credentials: [credential],
		env,
		prepare: (example) =>
			setUp(example, {
				'n8n-nodes-base.googleSheets': {
					credentials: { [type]: { id, name: id } },
					parameters: { authentication: 'serviceAccount' },
				},
			}),
		table: () => ({
			rows: () => sheet.rows(),
			insert: (courseId, syncRun) => {
				// The header is the first row.
				const row = sheet.rows().length + 2;
				sheet.write(row, ID_COLUMN, courseId);
				if (syncRun !== null) sheet.write(row, STAMP_COLUMN, syncRun);
			},
			refuse: (isRefusing) => {
				sheet.refuse(isRefusing);
			},
		}),
	});
});

afterAll(async () => {
	await sync.end();
	await google.stop();
});

describe('the example that keeps a Google Sheet in step', () => {
	itKeepsInStep(() => sync, COURSES);

	it('deletes the three rows of an edit by one request each, as Google wants it', async () => {
		await sync.settled();
		google.requests.length = 0;
		sync.edit();
		await sync.inStep();
		expect(google.requests.filter((request) => request === 'POST :batchUpdate')).toHaveLength(3);
	});
});
