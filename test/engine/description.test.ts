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

const memberships = { __rl: true, mode: 'list', value: 'groups/{groupId}/roles' };

const distinct = (values: unknown[]) =>
	[...new Set(values.map((value) => JSON.stringify(value)))].map(
		(text) => JSON.parse(text) as unknown,
	);

it.each(['learningPlatform', 'learningPlatformTrigger', 'learningPlatformInstantTrigger'])(
	'n8n asks for a credential before it runs %s',
	(name) => {
		const { credentials } = installed.getByNameAndVersion(installed.typeName(name)).description;
		expect(credentials).toMatchObject([{ name: 'learningPlatformApi', required: true }]);
	},
);

it('the options of CSV, of rows and of Return All go away with them', () => {
	const conditionsOf = (operation: string) =>
		description.properties
			.filter(({ name }) => name === 'options')
			.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation))
			.flatMap(({ options: fields }) => fields as INodeProperties[])
			.filter(({ displayOptions }) => displayOptions !== undefined)
			.map(({ name, displayOptions }) => [name, displayOptions]);
	const ofCsv = { show: { '/format': ['csv'] } };
	const ofAllFields = { show: { '/output': ['raw'] } };
	const ofExport = [
		['addByteOrderMark', ofCsv],
		['headerInWords', { show: { '/format': ['csv', 'xlsx'] } }],
		['columns', ofAllFields],
		['columnsFromList', ofAllFields],
		['compress', { show: { '/format': ['csv', 'jsonl'] } }],
		['convertDates', { show: { '/format': ['xlsx'] } }],
		['delimiter', ofCsv],
		['escapeFormulas', ofCsv],
	];
	expect(distinct(conditionsOf('export'))).toEqual(ofExport);
	const ofRows = ['escapeFormulas', { show: { '/output': ['row'] } }];
	expect(distinct(conditionsOf('list'))).toEqual([ofRows]);
});

it.each<[string, object, string]>([
	[
		'a name',
		{ field: { mode: 'name', value: 'status' }, operator: 'eq', value: 'a' },
		'status Equals a',
	],
	[
		'a text of an older form',
		{ field: 'createdAt', operator: 'lt', value: '2026' },
		'createdAt Less Than 2026',
	],
	['nothing', { field: { mode: 'list', value: '' }, operator: 'eq', value: '' }, ''],
])('a field filter that is folded up says what it asks for, of %s', (_of, value, title) => {
	const find = (properties: INodeProperties[]): INodeProperties | undefined =>
		properties
			.map((one) =>
				one.name === 'fieldFilters' ? one : find((one.options ?? []) as INodeProperties[]),
			)
			.find((found) => found !== undefined);
	const { typeOptions, options = [] } = find(description.properties) ?? {};
	const { values: properties } = options[0] as INodePropertyCollection;
	const template = typeOptions?.fixedCollection?.itemTitle ?? '';
	const workflow = new Workflow({
		...{ nodes: [], connections: {}, active: false, nodeTypes: installed },
	});
	const keys = { $collection: { item: { value, properties } } };
	const node = { parameters: {} } as INode;
	expect(workflow.expression.getSimpleParameterValue(node, template, 'internal', keys)).toBe(title);
});

it.each<[string, INodeParameters, string]>([
	['learningPlatform', {}, 'list: course'],
	['learningPlatform', { resource: 'pathSession', operation: 'export' }, 'export: path session'],
	[
		'learningPlatform',
		{ resource: 'other', listPath: memberships },
		'list: Memberships in a Group',
	],
	[
		'learningPlatform',
		{ resource: 'other', listPath: { __rl: true, mode: 'path', value: 'groups/7/roles' } },
		'list: groups/7/roles',
	],
	['learningPlatformTrigger', { resource: 'courseCompletion' }, 'completed: course completion'],
	[
		'learningPlatformTrigger',
		{ resource: 'other', listPath: memberships, triggerOn: ['added', 'removed'] },
		'added, removed: Memberships in a Group',
	],
])('below the name of %s with %j stands "%s"', (name, parameters, line) => {
	const type = installed.typeName(name);
	const node: INode = {
		...{ id: '1', name: 'Node', type, typeVersion: 1, position: [0, 0], parameters },
	};
	const workflow = new Workflow({
		...{ nodes: [node], connections: {}, active: false, nodeTypes: installed },
	});
	const { subtitle } = installed.getByNameAndVersion(type).description;
	expect(workflow.expression.getSimpleParameterValue(node, subtitle, 'internal', {})).toBe(line);
});

it.each(['learningPlatform', 'learningPlatformTrigger'])(
	'every list and menu of %s is filled by a method that it has',
	(name) => {
		const { description, methods } = installed.getByNameAndVersion(installed.typeName(name));
		const text = JSON.stringify(description.properties);
		const used = text.matchAll(/"(searchListMethod|loadOptionsMethod)":"(\w+)"/g);
		const named = new Set(Array.from(used, ([, kind, method]) => `${kind} ${method}`));
		const has = ([kind, found = {}]: [string, object?]) =>
			Object.keys(found).map((method) => `${kind} ${method}`);
		expect([...named].sort()).toEqual(
			[
				['loadOptionsMethod', methods?.loadOptions] as [string, object?],
				['searchListMethod', methods?.listSearch] as [string, object?],
			]
				.flatMap(has)
				.sort(),
		);
	},
);

it.each([
	['learningPlatform', ['binaryPropertyName', 'listPath', 'mail']],
	['learningPlatformTrigger', ['listPath', 'triggerOn']],
])('n8n marks the fields of %s that must be filled in: IDs and %j', (name, others) => {
	const { properties } = installed.getByNameAndVersion(installed.typeName(name)).description;
	// A group is for users whom the platform does not have.
	const isOptional = ({ displayOptions }: INodeProperties) =>
		displayOptions?.show?.operation?.includes('upsert');
	const isId = (field: INodeProperties) => field.name.endsWith('Id') && !isOptional(field);
	const required = properties.filter((field) => isId(field) || field.required);
	expect(required.filter((field) => !field.required)).toEqual([]);
	const names = required.filter((field) => !isId(field)).map((field) => field.name);
	expect([...new Set(names)].sort()).toEqual(others);
});

it('the Instant Trigger takes an event that its menu lacks', () => {
	const name = installed.typeName('learningPlatformInstantTrigger');
	const { properties } = installed.getByNameAndVersion(name).description;
	expect(properties.find((property) => property.name === 'event')).toHaveProperty(
		'allowArbitraryValues',
		true,
	);
});

it.each(['learningPlatform', 'learningPlatformTrigger'])(
	'a menu of fields in %s follows the list, and keeps those of another one',
	(name) => {
		const { description } = installed.getByNameAndVersion(installed.typeName(name));
		const menus = description.properties
			.flatMap((property) => [property, ...((property.options ?? []) as INodeProperties[])])
			.filter(({ type, typeOptions }) => type === 'multiOptions' && typeOptions !== undefined);
		expect(menus.length).toBeGreaterThan(0);
		for (const { typeOptions, allowArbitraryValues } of menus) {
			expect(typeOptions?.loadOptionsDependsOn).toEqual(['resource', 'listPath.value']);
			expect(allowArbitraryValues).toBe(true);
		}
	},
);
