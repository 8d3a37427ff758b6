import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { listCourses } from '../../lists';
import { startService } from '../../service';
import { callTool } from '../../tool';

/** Returns the answer of a list as a tool: the IDs of its records, and its notes. */
async function answerOf(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
	input: IDataObject = {},
) {
	const all = { resource: 'course', operation: 'list', ...parameters };
	const { answer } = await callTool(sandbox, all, input);
	return answer.map(({ _id, note }) => _id ?? note);
}

const idsOf = (sandbox: Sandbox, kind: 'courses' | 'groups' = 'courses') =>
	sandbox.catalogue.list(kind).map(({ _id }) => _id);

const pagesOf = ({ journal }: Sandbox) => journal.of('courses').length;

const leftOut = (count: number, what = 'courses') =>
	`${count} or more ${what} are not listed here. Narrow the filters or raise the limit.`;

describe('the answer to an agent', () => {
	it.each([
		['course', 'courses'],
		['group', 'groups'],
	] as const)(
		'has ten records of a %s by default, and a note about the others',
		async (resource, kind) => {
			const sandbox = await startService({ courses: 25, groups: 25 });
			expect(await answerOf(sandbox, { resource })).toEqual([
				...idsOf(sandbox, kind).slice(0, 10),
				leftOut(15, kind),
			]);
		},
	);

	it('is cut before it is too long for a model, with Return All', async () => {
		const sandbox = await startService({ courses: 400, coursePageSize: 20 });
		const all = { resource: 'course', operation: 'list', output: 'raw', returnAll: true };
		const { answer } = await callTool(sandbox, all);
		const [note, ...records] = answer.reverse();
		const listed = records.reverse();
		expect(listed).toEqual(sandbox.catalogue.list('courses').slice(0, listed.length));
		expect(note?.note).toMatch(
			/^\d+ or more courses are not listed here: the answer would be too long/,
		);
		const characters = JSON.stringify(listed).length;
		expect(characters).toBeLessThanOrEqual(40_000);
		expect(characters).toBeGreaterThan(35_000);
		expect(pagesOf(sandbox)).toBe(Math.ceil((listed.length + 1) / 20));
	});
});

it('a search for a name ends after 60 pages in a tool only', async () => {
	const sandbox = await startService({ courses: 70, coursePageSize: 1 });
	const ids = idsOf(sandbox);
	for (const position of [7, 69]) {
		sandbox.catalogue.update('courses', ids[position] ?? '', { name: 'Am Straßenrand' });
	}
	const filters = { nameContains: "={{ $fromAI('Name_Contains', '', 'string', 'any') }}" };
	expect(await answerOf(sandbox, { filters }, { Name_Contains: 'STRASSE' })).toEqual([
		ids[7],
		'Only the first 60 courses were searched; there may be more. Narrow the filters.',
	]);
	// Three more may be under way by then.
	expect(pagesOf(sandbox)).toBeLessThanOrEqual(63);
	const { items } = await listCourses(sandbox, { filters: { nameContains: 'strasse' } });
	expect(items.map(({ json }) => json._id)).toEqual([ids[7], ids[69]]);
});

it('a long course is cut for a model', async () => {
	const sandbox = await startService({ courses: 1, recordBytes: 100_000 });
	const [{ _id } = { _id: '' }] = sandbox.catalogue.list('courses');
	const courseId = { __rl: true, mode: 'id', value: _id };
	const { answer } = await callTool(sandbox, {
		...{ resource: 'course', operation: 'get', courseId, output: 'raw' },
	});
	expect(answer).toEqual([
		expect.objectContaining({
			_id,
			note: 'Too long for an answer, so these fields are left out: description',
		}),
	]);
	expect(answer[0]).not.toHaveProperty('description');
});
