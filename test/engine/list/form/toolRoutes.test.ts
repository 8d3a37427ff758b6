import { jsonOf, listCourses } from '../../lists';
import { startService } from '../../service';
import { callTool } from '../../tool';

it("a tool that runs the node's routes gets a record and reads any list", async () => {
	const sandbox = await startService({ courses: 3 });
	const [course] = sandbox.catalogue.list('courses');
	const got = await callTool(sandbox, {
		resource: 'course',
		operation: 'get',
		courseId: { __rl: true, mode: 'id', value: course?._id ?? '' },
		output: 'raw',
	});
	expect(got.answer).toEqual([course]);
	const listed = await callTool(sandbox, {
		resource: 'other',
		operation: 'list',
		listPath: { __rl: true, mode: 'path', value: 'tags' },
		limit: 2,
		output: 'raw',
	});
	expect(listed.answer).toEqual([
		...sandbox.catalogue.list('tags').slice(0, 2),
		{ note: expect.stringContaining('more tags are not listed here') as string },
	]);
});

it('a tool that runs custom operations, as in AI Agent 3, gets the same answer', async () => {
	const sandbox = await startService({ courses: 3 });
	const type = 'learningPlatformTool';
	const { items } = await listCourses(sandbox, { limit: 2, output: 'raw' }, { type });
	expect(jsonOf(items)).toEqual([
		...sandbox.catalogue.list('courses').slice(0, 2),
		{ note: expect.stringContaining('more courses are not listed here') as string },
	]);
});

it.each([
	['course', 'get', 'courseId', {}],
	['trainingStatus', 'list', 'courseId', {}],
	[
		'other',
		'list',
		'userId',
		{ listPath: { __rl: true, mode: 'list', value: 'users/{userId}/certificates' } },
	],
])('the error for a model names the wrong ID: %s, %s', async (resource, operation, field, more) => {
	const sandbox = await startService({ courses: 3 });
	const id = 'f'.repeat(24);
	const byId = field === 'courseId' ? { __rl: true, mode: 'id', value: id } : id;
	const { error } = await callTool(sandbox, { resource, operation, [field]: byId, ...more });
	expect(error?.message).toContain(id);
	expect(error?.message).not.toContain('connection');
});

const unknown = 'Choose Resource and Operation from their lists; they cannot be expressions.';

describe('nothing is requested by', () => {
	it.each([
		[
			'an export',
			'course',
			'export',
			'"Export to File" cannot be used as a tool',
			'give the agent that workflow',
		],
		[
			'an operation from a newer version',
			'course',
			'merge',
			'does not recognize the operation "merge"; it must be list, get, export, or sync',
			unknown,
		],
		[
			'a resource from a newer version',
			'webinar',
			'list',
			'does not recognize the resource "webinar"; it must be course, courseCompletion, group, other,',
			unknown,
		],
		['an expression', "={{ 'course' }}", 'list', 'does not recognize the resource "', unknown],
		["another resource's operation", 'other', 'get', 'the operation "get"', unknown],
	])('%s as a tool', async (_what, resource, operation, message, description) => {
		const sandbox = await startService({ courses: 3 });
		const { error } = await callTool(sandbox, { resource, operation });
		expect(sandbox.journal.entries).toEqual([]);
		expect(error?.message).toContain(message);
		expect(`${error?.message} ${error?.description}`).toContain(description);
	});

	it('an operation from a newer version in a workflow', async () => {
		const sandbox = await startService({ courses: 3 });
		const { error } = await listCourses(sandbox, { operation: 'merge' }, { items: 2 });
		expect(sandbox.journal.entries).toEqual([]);
		expect(error?.message).toContain('This version of the node does not recognize');
		expect(error?.description).toContain(unknown);
		expect(error?.stack).toBeUndefined();
	});
});
