import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { runNode } from '../harness';

interface Expected {
	message: string;
	description: string;
}

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startSandbox({ courses: 30, coursePageSize: 10 });
});
afterEach(async () => {
	await sandbox.stop();
});

const cases: [name: string, answer: Pick<Fault, 'status' | 'body' | 'headers'>, Expected][] = [
	[
		'a refused token',
		{ status: 401, body: { error: 'invalid_token' } },
		{ message: 'The service refused the access token', description: 'test the credential in n8n' },
	],
	[
		'a missing scope',
		{ status: 403, body: { error: { code: 'invalid_scope', message: 'courses:read needed' } } },
		{
			message: 'The API credentials lack a permission for this list',
			description:
				'The service answered 403: "invalid_scope: courses:read needed". The list needs the scope "courses:read".',
		},
	],
	[
		'a 403 with a plain string',
		{ status: 403, body: '"Forbidden by policy"' },
		{ message: 'The service does not allow this request', description: '"Forbidden by policy"' },
	],
	[
		'a 404 with code and message',
		{ status: 404, body: { error: { code: 'courseNotFound', message: 'Course was not found' } } },
		{
			message: 'The service has no course with this ID',
			description:
				'Check the ID: it may be misspelled, its record may have been deleted, or belong to another platform than the one of the credential. The service answered 404: "courseNotFound: Course was not found".',
		},
	],
	[
		'a 404 with a web page',
		{ status: 404, body: '<html>Not Found</html>' },
		{ message: 'The service has no such list', description: 'Check Base URL in the credential' },
	],
	[
		'a 400 for IDs that do not fit, with a code as long as a token',
		{ status: 400, body: { error: { code: 'attendanceSheetNotBelongToClassroomSlot' } } },
		{
			message: 'The IDs of this request do not belong together',
			description: 'The service answered 400: "attendanceSheetNotBelongToClassroomSlot".',
		},
	],
	[
		'a 429 that stays',
		{ status: 429, body: { error: 'tooManyRequests' } },
		{ message: 'The service is receiving too many requests', description: 'Max Retries' },
	],
	[
		'a 400 with code and message at the top',
		{ status: 400, body: { code: 'invalidFilter', message: 'unknown operator' } },
		{
			message: 'The service refused the request as invalid',
			description: '"invalidFilter: unknown operator"',
		},
	],
	[
		'a 418 with JSON nobody knows',
		{ status: 418, body: { teapot: [1, 2, 3] } },
		{ message: 'The service refused the request', description: 'The service answered 418.' },
	],
	[
		'a 500 with text',
		{ status: 500, body: 'Something broke' },
		{ message: 'The service failed to answer', description: '500: "Something broke"' },
	],
	[
		'a 503 with a web page',
		{ status: 503, body: '<!doctype html><html><body><h1>Maintenance</h1></body></html>' },
		{ message: 'The service failed to answer', description: '503 with a web page' },
	],
	[
		'a 502 without a body',
		{ status: 502, body: '' },
		{ message: 'The service failed to answer', description: '502 without a body' },
	],
	[
		'a 204',
		{ status: 204, body: '' },
		{ message: 'The service answered with an empty body', description: 'cut off on its way' },
	],
	[
		'a 200 without a body',
		{ status: 200, body: '' },
		{ message: 'The service answered with an empty body', description: 'cut off on its way' },
	],
	[
		'a 200 that is not compressed as it says',
		{ headers: { 'content-encoding': 'gzip' } },
		{ message: 'The answer of the service arrived damaged', description: '(Z_DATA_ERROR)' },
	],
	[
		'a 200 with an error in it',
		{ status: 200, body: { error: 'maintenance' } },
		{
			message: 'The service answered with an error instead of a list',
			description: 'The service said: "maintenance".',
		},
	],
	[
		'a 200 with an error and an empty list',
		{ status: 200, body: { message: 'maintenance', errors: [] } },
		{
			message: 'The service answered with an error instead of a list',
			description: 'The service said: "maintenance".',
		},
	],
	[
		'a 200 with a single record that has a list in it',
		{ status: 200, body: { _id: '1', mediaIds: [], items: [] } },
		{
			message: 'The service answered with a single record instead of a list',
			description: 'an object with the fields _id, mediaIds, items.',
		},
	],
	[
		'a 200 with a web page',
		{ status: 200, body: '<html><title>Log in</title></html>' },
		{ message: 'The service answered with a web page instead of a list', description: 'Base URL' },
	],
	[
		'a 200 with a list under another name',
		{ status: 200, body: { groups: [] } },
		{
			message: 'The service answered with something that is not a list',
			description: 'an object with the fields groups.',
		},
	],
	[
		'a list of something else',
		{ status: 200, body: [{ _id: '1' }, 'two', null] },
		{
			message: 'The service answered with a list whose entries are not records',
			description: 'Entry 3 of the page is empty (null).',
		},
	],
	[
		'a record that is nested 20,000 levels deep',
		{ status: 200, body: `[{"_id":${'['.repeat(20_000)}${']'.repeat(20_000)}}]` },
		{
			message: 'The service answered with a record that is nested too deeply',
			description: 'Entry 1 of the page has more than 500 levels',
		},
	],
	[
		'a list that is not JSON to its end',
		{ status: 200, body: '[{"_id":"1"}' },
		{
			message: 'The service answered with something that is not JSON',
			description: 'may have been cut off',
		},
	],
];

it.each(cases)('%s is explained, with page and progress', async (_, answer, expected) => {
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, times: Infinity, ...answer });

	const { items, error, run } = await listCourses();

	expect(items).toEqual([]);
	expect(error?.message).toBe(`${expected.message} (courses, page 2)`);
	expect(error?.description).toContain(expected.description);
	expect(error?.description).toContain('10 records had been read by then.');
	expect(error?.context.itemIndex).toBe(0);
	const stored = JSON.stringify(run.data.resultData);
	expect(stored).not.toMatch(/<html|<h1|socket|"stack"|node_modules|Bearer/i);
	expect(stored).not.toContain(sandbox.clientSecret);
});

it('takes out tokens and secrets that the service repeats in its error', async () => {
	const token = 'a'.repeat(40);
	const body = { error: { code: 'odd', message: `secret ${sandbox.clientSecret} token ${token}` } };
	sandbox.faults.add({ on: { kind: 'courses' }, status: 400, body });

	const { error } = await listCourses();

	expect(error?.description).toContain('"odd: secret [removed] token [removed]"');
});

describe('several input items of which one fails', () => {
	const parameters = {
		resource: 'course',
		operation: 'list',
		limit: 2,
		// The faulty filter is that of the second item.
		filters: { fieldFilters: { filter: [{ field: '={{ $json.field }}', value: 'published' }] } },
	};
	const items = ['status', 'nonsense', 'status'].map((field) => ({ json: { field } }));

	it('is an error that names the item', async () => {
		const { error } = await runNode({ parameters, credential: sandbox, items });

		expect(error?.message).toBe('The service refused the request as invalid (courses, page 1)');
		expect(error?.context.itemIndex).toBe(1);
	});

	it('is one item with On Error: Continue, in its place', async () => {
		const { items: output } = await runNode({
			parameters,
			credential: sandbox,
			items,
			onError: 'continueRegularOutput',
		});

		expect(output.map(({ pairedItem }) => pairedItem)).toEqual(
			[0, 0, 1, 2, 2].map((item) => ({ item })),
		);
		expect(output[2]?.json).toEqual({
			error: 'The service refused the request as invalid (courses, page 1)',
			message: expect.stringContaining('Check the field names') as string,
		});
	});

	it('goes to the error output with Continue (Using Error Output)', async () => {
		const { items: output, errorItems } = await runNode({
			parameters,
			credential: sandbox,
			items,
			onError: 'continueErrorOutput',
		});

		expect(output).toHaveLength(4);
		expect(errorItems).toHaveLength(1);
		expect(errorItems[0]?.json).toMatchObject({
			field: 'nonsense',
			error: 'The service refused the request as invalid (courses, page 1)',
		});
	});
});

async function listCourses() {
	return await runNode({
		parameters: {
			resource: 'course',
			operation: 'list',
			returnAll: true,
			options: { maxRetries: 0 },
		},
		credential: sandbox,
	});
}
