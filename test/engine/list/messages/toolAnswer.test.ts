import { startService } from '../../service';
import { callTool } from '../../tool';

it.each([
	['course', 'courses'],
	['group', 'groups'],
] as const)(
	'the response to an agent has ten %s records by default and a note about the others',
	async (resource, kind) => {
		const sandbox = await startService({ courses: 25, groups: 25 });
		const { answer } = await callTool(sandbox, { resource, operation: 'list' });
		const ids = sandbox.catalogue.list(kind).map(({ _id }) => _id);
		expect(answer.map(({ _id, note }) => _id ?? note)).toEqual([
			...ids.slice(0, 10),
			`15 or more ${kind} are not listed here. Narrow the filters or raise the limit.`,
		]);
	},
);

it('a long course is shortened for a model', async () => {
	const sandbox = await startService({ courses: 1, recordBytes: 100_000 });
	const [{ _id } = { _id: '' }] = sandbox.catalogue.list('courses');
	const courseId = { __rl: true, mode: 'id', value: _id };
	const { answer } = await callTool(sandbox, {
		resource: 'course',
		operation: 'get',
		courseId,
		output: 'raw',
	});
	expect(answer).toEqual([
		expect.objectContaining({
			_id,
			note: 'These fields are left out because the response would be too long: description',
		}),
	]);
	expect(answer[0]).not.toHaveProperty('description');
});
