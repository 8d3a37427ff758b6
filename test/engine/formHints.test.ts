import { type INodeParameters, Workflow } from 'n8n-workflow';

import { InstalledPackage } from './harness';

let installed: InstalledPackage;

beforeAll(async () => {
	installed = await InstalledPackage.load();
});

/** Returns the hints that n8n's editor shows for a form. */
function hintsFor(name: string, parameters: INodeParameters): string[] {
	const type = installed.typeName(name);
	const node = { id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters };
	const workflow = new Workflow({
		...{ nodes: [node as never], connections: {}, active: false, nodeTypes: installed },
	});
	const { hints = [] } = installed.getByNameAndVersion(type).description;
	return hints
		.filter(({ displayCondition = '' }) =>
			workflow.expression.getParameterValue(
				...[displayCondition, null, 0, 0, 'Node', [], 'manual' as const, {}],
			),
		)
		.map(({ message }) => message.replace(/<\/?b>/g, ''));
}

/** Returns the hints below fields, with their places. */
function hintsIn(value: unknown, way = ''): [string, string][] {
	if (typeof value !== 'object' || value === null) return [];
	return Object.entries(value).flatMap(([key, part]: [string, unknown]): [string, string][] =>
		key === 'hint' && typeof part === 'string'
			? [[way, part]]
			: hintsIn(part, `${way} ${'name' in value ? String(value.name) : ''}`.trim()),
	);
}

it('no hint below a field is longer than n8n shows in two lines', () => {
	const types = ['learningPlatform', 'learningPlatformTrigger'].map(
		(name) => installed.getByNameAndVersion(installed.typeName(name)).description,
	);
	const hints = hintsIn(types);
	expect(hints.length).toBeGreaterThan(0);
	expect(hints.filter(([, hint]) => hint.length > 120)).toEqual([]);
});

const TOO_LONG = /^For a list of many thousands of records/;

it.each<[string, string, INodeParameters, RegExp[]]>([
	['all of a list as items', 'learningPlatform', { returnAll: true }, [TOO_LONG]],
	['all of a list, by a tool', 'learningPlatformTool', { returnAll: true }, []],
	['some of a list as items', 'learningPlatform', { returnAll: false }, []],
	[
		'all of a list as a file, by a form that had listed before',
		'learningPlatform',
		{ operation: 'export', returnAll: true },
		[],
	],
])('n8n shows the hint for %s', (_of, node, parameters, hints) => {
	const found = hintsFor(node, { resource: 'course', operation: 'list', ...parameters });
	expect(found).toEqual(hints.map((hint) => expect.stringMatching(hint) as string));
});

describe('a hint for unknown fields', () => {
	const selected = (outputFields: string, others: INodeParameters = {}): INodeParameters => ({
		...{ resource: 'course', operation: 'list', output: 'selected', outputFields },
		...others,
	});
	const inList = (listPath: string) => ({ resource: 'other', listPath });

	it.each<[which: string, parameters: INodeParameters]>([
		['a misspelled field', selected('name, nmae')],
		['a field that was chosen', selected('', { outputFieldsFromList: ['name', 'nmae'] })],
		['a column of a row', selected('stauts_type', { resource: 'pathCompletion', output: 'row' })],
		['a field of another list by its path', selected('nmae', inList('tags'))],
	])('is shown for %s', (_which, parameters) => {
		expect(hintsFor('learningPlatform', parameters)).toEqual([
			expect.stringMatching(/^Some of the Output Fields are unknown for this list/),
		]);
	});

	it.each<[which: string, parameters: INodeParameters]>([
		['known fields, in any case', selected('_id, Name, translations.0.name')],
		['names beside IDs', selected('groupName, authorName, coAuthorNames')],
		['columns of a row', selected('courseId, courseCreatedAt, translations_0', { output: 'row' })],
		[
			'the key of a row without a name',
			selected('recordId, status_type', { resource: 'pathCompletion', output: 'row' }),
		],
		['no field', selected(' , ')],
		['the fields of another output', selected('nmae', { output: 'raw' })],
		['a file, which has its own hint', selected('nmae', { operation: 'export' })],
		['an unknown list', selected('nmae', inList('lessons'))],
		[
			'fields of the list of a path',
			selected('role, groupId, userName', inList('groups/{groupId}/roles')),
		],
	])('is not shown for %s', (_which, parameters) => {
		expect(hintsFor('learningPlatform', parameters)).toEqual([]);
	});

	it('is not shown for a tool, whose output nobody sees', () => {
		expect(hintsFor('learningPlatformTool', selected('nmae'))).toEqual([]);
	});
});
