import { NodeHelpers, type IDataObject, type INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../../sandbox';
import { InstalledPackage } from '../../harness';
import { listCourses } from '../../lists';
import { startService } from '../../service';
import { callTool } from '../../tool';

/** What a list answers as a tool: the IDs of its records, and the notes as they are. */
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

describe('a list that an agent asks for', () => {
	it.each([
		['course', 'courses'],
		['group', 'groups'],
	] as const)(
		'has ten records of a %s by default, and says that there are more',
		async (resource, kind) => {
			const sandbox = await startService({ courses: 25, groups: 25 });
			expect(await answerOf(sandbox, { resource })).toEqual([
				...idsOf(sandbox, kind).slice(0, 10),
				leftOut(15, kind),
			]);
		},
	);

	it.each([
		['ends at the limit', 10, []],
		['ends before the limit', 7, []],
		['goes on with the next page', 11, [leftOut(1)]],
	])('is read far enough to know whether it %s', async (_what, courses, notes) => {
		const sandbox = await startService({ courses, coursePageSize: 5 });
		const ids = idsOf(sandbox).slice(0, 10);
		expect(await answerOf(sandbox)).toEqual([...ids, ...notes]);
	});

	it('is read no further than that', async () => {
		const sandbox = await startService({ courses: 40, coursePageSize: 5 });
		await answerOf(sandbox, { limit: 12 });
		expect(pagesOf(sandbox)).toBe(3);
	});

	it('says when nothing matches', async () => {
		const sandbox = await startService({ courses: 0 });
		expect(await answerOf(sandbox)).toEqual(['No courses match.']);
	});

	it.each([
		['Return All', { returnAll: true }],
		['a high limit', { limit: 1000 }],
	])('with %s ends where it would be too long for a model', async (_what, parameters) => {
		const sandbox = await startService({ courses: 400, coursePageSize: 20 });
		const all = { resource: 'course', operation: 'list', output: 'raw', ...parameters };
		const { answer } = await callTool(sandbox, all);
		const [note, ...records] = answer.reverse();
		const listed = records.reverse();
		expect(listed).toEqual(sandbox.catalogue.list('courses').slice(0, listed.length));
		expect(note?.note).toMatch(
			/^\d+ or more courses are not listed here: the answer would be too long\. Narrow the filters\.$/,
		);
		const characters = JSON.stringify(listed).length;
		expect(characters).toBeLessThanOrEqual(40_000);
		expect(characters).toBeGreaterThan(35_000);
		expect(pagesOf(sandbox)).toBe(Math.ceil((listed.length + 1) / 20));
	});

	it('has its first record even if that alone is too long', async () => {
		const sandbox = await startService({ courses: 2 });
		const [first = ''] = idsOf(sandbox);
		sandbox.catalogue.update('courses', first, { description: 'x'.repeat(50_000) });
		expect(await answerOf(sandbox, { output: 'raw' })).toEqual([
			first,
			'1 or more courses are not listed here: the answer would be too long. Narrow the filters.',
		]);
	});

	it.each([
		['a number as text', { Limit: '3' }, 3],
		['an empty text, as left out', { Limit: '' }, 10],
		['a word for all', { Limit: '', All: ' TRUE ' }, 12],
		['a word for not all', { Limit: '4', All: 'False' }, 4],
	])('takes %s from a model', async (_what, input, count) => {
		const sandbox = await startService({ courses: 12 });
		const parameters = {
			returnAll: "={{ $fromAI('All', '', 'string', 'false') }}",
			limit: "={{ $fromAI('Limit', '', 'string') }}",
		};
		const answer = await answerOf(sandbox, parameters, input);
		expect(answer.slice(0, count)).toEqual(idsOf(sandbox).slice(0, count));
		expect(answer.slice(count)).toEqual(count < 12 ? [leftOut(12 - count)] : []);
	});
});

describe('a search for a name', () => {
	const searched = async (courses: number, found: number[], parameters: INodeParameters = {}) => {
		const sandbox = await startService({ courses, coursePageSize: 1 });
		const ids = idsOf(sandbox);
		for (const position of found) {
			sandbox.catalogue.update('courses', ids[position] ?? '', { name: 'Am Straßenrand' });
		}
		const filters = { nameContains: "={{ $fromAI('Name_Contains', '', 'string', 'any') }}" };
		const input = { Name_Contains: 'STRASSE' };
		const answer = await answerOf(sandbox, { filters, ...parameters }, input);
		return { answer, found: found.map((position) => ids[position]), sandbox };
	};

	it.each([
		['all that match', [7, 20], {}, []],
		['as many as the limit', [7, 8, 20], { limit: 2 }, [leftOut(1)]],
		['a note when nothing matches', [], {}, ['No courses match.']],
	])('has %s', async (_what, positions, parameters: INodeParameters, notes) => {
		const { answer, found } = await searched(22, positions, parameters);
		expect(answer).toEqual([...found.slice(0, Number(parameters.limit ?? 10)), ...notes]);
	});

	it.each([
		[
			'ends, and says so',
			[7, 59, 60],
			[7, 59],
			['Only the first 60 courses were searched; there may be more. Narrow the filters.'],
		],
		[
			'ends without a match, and says so',
			[60],
			[],
			['None of the first 60 courses match; the others were not searched. Narrow the filters.'],
		],
	])('after 60 pages %s', async (_what, positions, listed, notes) => {
		const { answer, sandbox } = await searched(70, positions);
		const ids = idsOf(sandbox);
		expect(answer).toEqual([...listed.map((position) => ids[position]), ...notes]);
		// Three may be under way by then.
		expect(pagesOf(sandbox)).toBeLessThanOrEqual(63);
	});

	it('of just 60 pages is whole', async () => {
		const { answer, found } = await searched(60, [59]);
		expect(answer).toEqual(found);
	});

	it('outside of a tool has no end but that of the list', async () => {
		const { sandbox } = await searched(70, [69]);
		const parameters = { limit: 1, filters: { nameContains: 'strasse' } };
		const { items } = await listCourses(sandbox, parameters);
		expect(items.map(({ json }) => json._id)).toEqual(idsOf(sandbox).slice(69));
	});
});

it('a list without a search may have more than 60 pages', async () => {
	const sandbox = await startService({ courses: 70, coursePageSize: 1 });
	const parameters = { returnAll: true, output: 'selected', outputFields: '_id' };
	expect(await answerOf(sandbox, parameters)).toEqual(idsOf(sandbox));
});

describe('the form', () => {
	const formOf = async (type: string, resource: string) => {
		const installed = await InstalledPackage.load();
		const { description } = installed.getByNameAndVersion(installed.typeName(type));
		const node = { typeVersion: 1 };
		const chosen = { resource, operation: 'list' };
		return NodeHelpers.getNodeParameters(
			description.properties,
			chosen,
			true,
			false,
			node,
			description,
		);
	};

	it.each(['course', 'group'])(
		'of a tool for a %s has a low limit, and describes itself',
		async (resource) => {
			expect(await formOf('learningPlatformTool', resource)).toMatchObject({
				limit: 10,
				toolDescription: expect.stringContaining(
					`List ${resource}s of the learning platform`,
				) as string,
			});
		},
	);

	it.each([
		['group', true],
		['courseCompletion', false],
	])('of a tool for a %s offers Name Contains: %s', async (resource, isOffered) => {
		const form = JSON.stringify(await formOf('learningPlatformTool', resource));
		expect(form.includes('give Name Contains one word')).toBe(isOffered);
	});

	it('of the node has neither', async () => {
		const form = await formOf('learningPlatform', 'course');
		expect(form).toMatchObject({ limit: 50 });
		expect(form).not.toHaveProperty('toolDescription');
	});
});
