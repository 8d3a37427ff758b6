import type { Sandbox } from '../../sandbox';
import { NO_ID } from '../../sandbox/examplePaths';
import { type NodeOptions, runNode } from '../harness';
import { byId, jsonOf } from '../lists';
import { requestLines, startService } from '../service';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 12, groups: 6 });
});

const resources = [
	{ resource: 'course', list: 'courses', idName: 'courseId' },
	{ resource: 'group', list: 'groups', idName: 'groupId' },
	{ resource: 'path', list: 'paths', idName: 'pathId' },
	{ resource: 'user', list: 'users', idName: 'userId' },
] as const;

const getRecord = async (
	{ resource, idName }: (typeof resources)[number],
	id: unknown,
	options: Partial<NodeOptions> = {},
) => {
	const parameters = { resource, operation: 'get', [idName]: id as string, ...options.parameters };
	return await runNode({ credential: sandbox, ...options, parameters });
};

const recordLines = () => requestLines(sandbox).filter((line) => line.startsWith('GET '));

describe.each(resources)('a $resource', (row) => {
	const idAt = (position: number) => sandbox.catalogue.records(row.list).at(position)._id;

	it('is read by its ID, in one request', async () => {
		const run = await getRecord(row, byId(idAt(3)));
		expect(run.error).toBeUndefined();
		expect(jsonOf(run.items)).toEqual([sandbox.catalogue.shown(row.list)[3]]);
		expect(recordLines()).toEqual([`GET /api/v2/${row.list}/${idAt(3)}`]);
	});

	it('that does not exist causes an error with the ID and advice', async () => {
		const { error, log } = await getRecord(row, byId(NO_ID));
		expect(error?.message).toBe(`The service has no ${row.resource} with the ID "${NO_ID}"`);
		expect(error).toMatchObject({
			httpCode: '404',
			description: expect.stringMatching(
				`^Check the ID: .*The service returned 404: "${row.resource}NotFound: .*"\\.$`,
			) as string,
		});
		expect(log.map(({ message }) => message).join()).not.toContain('record read');
	});
});

const [course] = resources;
const courseAt = (position: number) => sandbox.catalogue.records('courses').at(position)._id;

it('courses are read in the order of the items, and a missing course becomes an item with the error', async () => {
	const ids = [courseAt(4), NO_ID, courseAt(0), courseAt(4)];
	const run = await getRecord(course, byId('={{ $json.id }}'), {
		items: ids.map((id) => ({ json: { id } })),
		onError: 'continueRegularOutput',
	});
	expect(run.items.map(({ json }) => json._id ?? json.error)).toEqual([
		courseAt(4),
		`The service has no course with the ID "${NO_ID}"`,
		courseAt(0),
		courseAt(4),
	]);
	expect(run.items.map(({ pairedItem }) => pairedItem)).toEqual(ids.map((_, item) => ({ item })));
});

it('a missing token endpoint is not reported as a missing course', async () => {
	sandbox.faults.add({ on: { kind: 'token' }, status: 404 });
	const { error } = await getRecord(course, byId(courseAt(0)));
	expect(error?.message).toContain("There is no API at the platform's address");
});

it('n8n itself asks for an ID or for an address with an ID', async () => {
	await expect(getRecord(course, '')).rejects.toThrow('Parameter "Course" is required');
	const url = { __rl: true, mode: 'url', value: 'https://acme.example/courses' };
	await expect(getRecord(course, url)).rejects.toThrow('This is not the URL of a course');
});

it('a request that fails temporarily is sent again', async () => {
	sandbox.faults.add({ on: { kind: 'courses/{courseId}' }, status: 503 });
	const id = courseAt(0);
	const { items, log } = await getRecord(course, byId(id));
	expect(items[0]?.json._id).toBe(id);
	expect(log.map(({ message }) => message)).toEqual([
		expect.stringContaining('new access token'),
		expect.stringContaining('courses: failed (503)'),
		expect.stringContaining('courses: record read in'),
	]);
});

it('a record can have a different output', async () => {
	const parameters = { output: 'row', outputFields: 'name' };
	const { items } = await getRecord(course, byId(courseAt(0)), { parameters });
	expect(Object.keys(items[0]?.json ?? {})).toEqual(['courseId', 'name']);
});
