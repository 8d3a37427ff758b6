import {
	type INode,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodeTypeDescription,
	Workflow,
} from 'n8n-workflow';

import { InstalledPackage } from './harness';

let installed: InstalledPackage;
let description: INodeTypeDescription;

beforeAll(async () => {
	installed = await InstalledPackage.load();
	({ description } = installed.getByNameAndVersion(installed.typeName('learningPlatform')));
});

/** Returns a workflow with one node. */
function workflowOf(name: string, parameters: INodeParameters) {
	const type = installed.typeName(name);
	const node: INode = {
		id: '1',
		name: 'Node',
		type,
		typeVersion: 1,
		position: [0, 0],
		parameters,
	};
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: installed,
	});
	return { node, workflow };
}

const memberships = { __rl: true, mode: 'list', value: 'groups/{groupId}/roles' };

it.each(['learningPlatform', 'learningPlatformTrigger', 'learningPlatformInstantTrigger'])(
	'n8n asks for a credential before it runs %s',
	(name) => {
		const { credentials } = installed.getByNameAndVersion(installed.typeName(name)).description;
		expect(credentials).toMatchObject([{ name: 'learningPlatformApi', required: true }]);
	},
);

it.each<[object, string]>([
	[{ field: { mode: 'name', value: 'status' }, operator: 'eq', value: 'a' }, 'status Equals a'],
	[{ field: 'createdAt', operator: 'lt', value: '2026' }, 'createdAt Less Than 2026'],
	[{ field: { mode: 'list', value: '' }, operator: 'eq', value: '' }, ''],
])('the title of the collapsed field filter %j is "%s"', (value, title) => {
	const find = (properties: INodeProperties[]): INodeProperties | undefined =>
		properties
			.map((one) =>
				one.name === 'fieldFilters' ? one : find((one.options ?? []) as INodeProperties[]),
			)
			.find((found) => found !== undefined);
	const { typeOptions, options = [] } = find(description.properties) ?? {};
	const { values: properties } = options[0] as INodePropertyCollection;
	const template = typeOptions?.fixedCollection?.itemTitle ?? '';
	const keys = { $collection: { item: { value, properties } } };
	const { node, workflow } = workflowOf('learningPlatform', {});
	expect(workflow.expression.getSimpleParameterValue(node, template, 'internal', keys)).toBe(title);
});

it.each<[string, INodeParameters, string]>([
	['learningPlatform', {}, 'List: Course'],
	['learningPlatform', { resource: 'group', operation: 'addMember' }, 'Add Member: Group'],
	[
		'learningPlatform',
		{ resource: 'pathSession', operation: 'export' },
		'Export to File: Path Session',
	],
	[
		'learningPlatform',
		{ resource: 'other', listPath: memberships },
		'List: Memberships in a Group',
	],
	[
		'learningPlatform',
		{ resource: 'other', listPath: { __rl: true, mode: 'path', value: 'groups/7/roles' } },
		'List: groups/7/roles',
	],
	['learningPlatformTrigger', { resource: 'courseCompletion' }, 'Completed: Course'],
	[
		'learningPlatformTrigger',
		{ resource: 'pathCompletion', triggerOn: ['failed', 'late'] },
		'Failed, Late: Path',
	],
	[
		'learningPlatformTrigger',
		{ resource: 'pathCompletion', triggerOn: ['added', 'late'] },
		'Added, Late: Path Completion',
	],
	[
		'learningPlatformTrigger',
		{ resource: 'other', listPath: memberships, triggerOn: ['added', 'removed'] },
		'Added, Removed: Memberships in a Group',
	],
	['learningPlatformInstantTrigger', {}, 'Course: Attempt Ended'],
	['learningPlatformInstantTrigger', { event: 'user.someday' }, 'user.someday'],
	['learningPlatformInstantTrigger', { event: 'other', eventType: 'path.some' }, 'path.some'],
])('the subtitle of %s with %j is "%s"', (name, parameters, line) => {
	const { node, workflow } = workflowOf(name, parameters);
	const { subtitle } = installed.getByNameAndVersion(node.type).description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(line);
});

it.each(['learningPlatform', 'learningPlatformTrigger'])(
	'every list and menu of %s has a method that fills it, and no method is unused',
	(name) => {
		const { description, methods } = installed.getByNameAndVersion(installed.typeName(name));
		const text = JSON.stringify(description.properties);
		const used = text.matchAll(/"(searchListMethod|loadOptionsMethod)":"(\w+)"/g);
		const named = new Set(Array.from(used, ([, kind, method]) => `${kind} ${method}`));
		const has = (kind: string, found: object = {}) =>
			Object.keys(found).map((method) => `${kind} ${method}`);
		const offered = [
			...has('loadOptionsMethod', methods?.loadOptions),
			...has('searchListMethod', methods?.listSearch),
		];
		expect([...named].sort()).toEqual(offered.sort());
	},
);

/** Returns the hints that n8n's editor shows for a form. */
function hintsFor(name: string, parameters: INodeParameters): string[] {
	const { node, workflow } = workflowOf(name, parameters);
	const { hints = [] } = installed.getByNameAndVersion(node.type).description;
	return hints
		.filter(({ displayCondition = '' }) =>
			workflow.expression.getParameterValue(
				displayCondition,
				null,
				0,
				0,
				'Node',
				[],
				'manual' as const,
				{},
			),
		)
		.map(({ message }) => message.replace(/<\/?b>/g, ''));
}

it.each<[string, string, INodeParameters, number]>([
	['all items of a list', 'learningPlatform', { returnAll: true }, 1],
	['all items of a list, in a tool', 'learningPlatformTool', { returnAll: true }, 0],
	['some items of a list', 'learningPlatform', { returnAll: false }, 0],
	['a file', 'learningPlatform', { operation: 'export', returnAll: true }, 0],
])('the hint for long lists appears only where it applies: %s', (_of, node, parameters, times) => {
	const found = hintsFor(node, { resource: 'course', operation: 'list', ...parameters });
	const hint = expect.stringMatching(/^For many thousands of records/) as string;
	expect(found).toEqual(new Array(times).fill(hint));
});
