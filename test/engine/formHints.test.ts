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

it.each<[string, string, INodeParameters, number]>([
	['all items of a list', 'learningPlatform', { returnAll: true }, 1],
	['all items of a list, in a tool', 'learningPlatformTool', { returnAll: true }, 0],
	['some items of a list', 'learningPlatform', { returnAll: false }, 0],
	['a file', 'learningPlatform', { operation: 'export', returnAll: true }, 0],
])('%s: n8n shows the hint about long lists or not', (_of, node, parameters, times) => {
	const found = hintsFor(node, { resource: 'course', operation: 'list', ...parameters });
	const hint = expect.stringMatching(/^For a list of many thousands of records/) as string;
	expect(found).toEqual(new Array(times).fill(hint));
});

describe('the hint about unknown Output Fields', () => {
	const selected = (outputFields: string, others: INodeParameters = {}): INodeParameters => ({
		...{ resource: 'course', operation: 'list', output: 'selected', outputFields },
		...others,
	});
	const inList = (listPath: string) => ({ resource: 'other', listPath });
	const ofPaths = { resource: 'pathCompletion', output: 'row' };

	it.each<[which: string, parameters: INodeParameters]>([
		['a misspelled field', selected('name, nmae')],
		['a chosen field', selected('', { outputFieldsFromList: ['name', 'nmae'] })],
		['a column of a row', selected('stauts_type', ofPaths)],
		['a field of another list', selected('nmae', inList('tags'))],
	])('is shown for %s', (_which, parameters) => {
		expect(hintsFor('learningPlatform', parameters)).toEqual([
			expect.stringMatching(/^Some of the Output Fields are unknown for this list/),
		]);
	});

	it.each<[which: string, parameters: INodeParameters, node?: string]>([
		['known fields, in any case', selected('_id, Name, translations.0.name')],
		['names next to IDs', selected('groupName, authorName, coAuthorNames')],
		['columns of a row', selected('courseId, courseCreatedAt, translations_0', { output: 'row' })],
		['the key of a row without a name', selected('recordId, status_type', ofPaths)],
		['no fields', selected(' , ')],
		['fields left from another output', selected('nmae', { output: 'raw' })],
		['a file, which has its own hint', selected('nmae', { operation: 'export' })],
		['an unknown list', selected('nmae', inList('lessons'))],
		['a known list', selected('role, groupId, userName', inList('groups/{groupId}/roles'))],
		['a tool, whose output nobody sees', selected('nmae'), 'learningPlatformTool'],
	])('is not shown for %s', (_which, parameters, node = 'learningPlatform') => {
		expect(hintsFor(node, parameters)).toEqual([]);
	});
});
