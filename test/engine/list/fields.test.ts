import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { InstalledPackage } from '../harness';

// Stored workflows refer to names, values and defaults: with others they would do something else after an update.
let description: INodeTypeDescription;

beforeAll(async () => {
	const installed = await InstalledPackage.load();
	({ description } = installed.getByNameAndVersion(installed.typeName('learningPlatform')));
});

const withDefaults = (parameters: INodeParameters) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);

type Entry = INodeProperties | INodePropertyOptions | INodePropertyCollection;

/** What the form of a node offers, a line for each field and choice: `Label | name | type | default`. n8n adds Request Options. */
function formOf(parameters: INodeParameters): string[] {
	const all = withDefaults(parameters) ?? {};
	const isShown = (field: INodeProperties) =>
		NodeHelpers.displayParameter(all, field, { typeVersion: 1 }, description);
	return description.properties
		.filter(({ name }) => name !== 'requestOptions')
		.filter(isShown)
		.flatMap((field) => linesOf(field));
}

function linesOf(entry: Entry, indent = ''): string[] {
	if ('value' in entry) {
		return [`${indent}- ${[entry.name, entry.value, entry.action].filter(Boolean).join(' | ')}`];
	}
	const inside = 'values' in entry ? entry.values : (entry.options ?? []);
	const facts =
		'type' in entry ? [entry.name, entry.type, JSON.stringify(entry.default)] : [entry.name];
	return [
		`${indent}${[entry.displayName, ...facts].join(' | ')}`,
		...inside.flatMap((one) => linesOf(one, `${indent}  `)),
	];
}

const resource = [
	'Resource | resource | options | "course"',
	'  - Course | course',
	'  - Group | group',
];

const operation = (plural: string) => [
	'Operation | operation | options | "list"',
	`  - List | list | List ${plural}`,
	`  - Export to File | export | Export ${plural} to file`,
];

const filters = 'Filters | filters | collection | {}';

const fieldFilters = [
	'  Field Filters | fieldFilters | fixedCollection | {}',
	'    Filter | filter',
	'      Field | field | string | ""',
	'      Operator | operator | options | "eq"',
	'        - Equals | eq',
	'        - Greater Than or Equal | gte',
	'        - In | in',
	'        - Less Than | lt',
	'        - Not Equal | ne',
	'        - Not In | nin',
	'      Value | value | string | ""',
];

const courseFilters = [
	filters,
	'  Author ID | authorId | string | ""',
	'  Co-Author IDs | coAuthorIds | string | ""',
	'  Collaborative Learning | collaborativeLearning | boolean | true',
	'  Created After | createdAfter | dateTime | ""',
	'  Created Before | createdBefore | dateTime | ""',
	...fieldFilters,
	'  Group | groupId | resourceLocator | {"mode":"id","value":""}',
	'  Modified After | modifiedAfter | dateTime | ""',
	'  Modified Before | modifiedBefore | dateTime | ""',
	'  Original Author ID | originalAuthorId | string | ""',
	'  Source Language | sourceLang | string | ""',
	'  Status | status | options | "published"',
	'    - Archived | archived',
	'    - Deleted | deleted',
	'    - Published | published',
	'  Tag IDs | tagIds | string | ""',
	'  Type | type | options | "native"',
	'    - E-Learning Standard | elearning standard',
	'    - External | external',
	'    - Native | native',
];

const file = [
	'Format | format | options | "csv"',
	'  - CSV | csv',
	'  - JSON Lines | jsonl',
	'File Name | fileName | string | ""',
	'Output Data Field Name | binaryPropertyName | string | "data"',
];

const fileOptions = [
	'Options | options | collection | {}',
	'  Add Byte Order Mark | addByteOrderMark | boolean | true',
	'  Columns | columns | string | ""',
	'  Delimiter | delimiter | options | "comma"',
	'    - Comma | comma',
	'    - Semicolon | semicolon',
	'    - Tab | tab',
	'  Escape Formulas | escapeFormulas | boolean | true',
	'  Max Retries | maxRetries | number | 4',
];

const options = ['Options | options | collection | {}', '  Max Retries | maxRetries | number | 4'];

const amount = ['Return All | returnAll | boolean | false', 'Limit | limit | number | 50'];

describe.each([
	['course', 'courses', courseFilters],
	['group', 'groups', [filters, ...fieldFilters]],
])('the form for a %s', (value, plural, shown) => {
	const head = [...resource, ...operation(plural)];

	it('has a limit and filters for List', () => {
		const form = formOf({ resource: value, operation: 'list' });
		expect(form).toEqual([...head, ...amount, ...shown, ...options]);
	});

	it('has the file and filters for Export to File', () => {
		const form = formOf({ resource: value, operation: 'export' });
		expect(form).toEqual([...head, ...file, ...shown, ...fileOptions]);
	});

	it('has no Limit with Return All', () => {
		const form = formOf({ resource: value, operation: 'list', returnAll: true });
		expect(form).not.toContain(amount[1]);
	});
});

it('the options of CSV go away with it', () => {
	const csvOnly = description.properties
		.filter(({ name }) => name === 'options')
		.flatMap(({ options: fields }) => fields as INodeProperties[])
		.filter(({ displayOptions }) => displayOptions !== undefined)
		.map(({ name, displayOptions }) => [name, displayOptions]);
	const shown = { show: { '/format': ['csv'] } };
	const names = ['addByteOrderMark', 'delimiter', 'escapeFormulas'];
	expect(csvOnly).toEqual([...names, ...names].map((name) => [name, shown]));
});

it('the node has its name and version, and says what it does with what', () => {
	expect(description).toMatchObject({
		name: 'learningPlatform',
		displayName: 'Learning Platform',
		version: 1,
		credentials: [{ name: 'learningPlatformApi', required: true }],
		description:
			'List the courses and groups of a learning platform, export them to a file, or start a workflow when they change',
	});
});

it.each(['learningPlatform', 'learningPlatformTrigger'])(
	'n8n’s search finds %s by the words of those who need it',
	async (name) => {
		const installed = await InstalledPackage.load();
		const { codex } = installed.getByNameAndVersion(installed.typeName(name)).description;
		const words = codex?.alias?.map((word) => word.toLowerCase());
		expect(words).toEqual(
			expect.arrayContaining([
				...['csv', 'excel', 'spreadsheet', 'export', 'sync', 'lms'],
				...['e-learning', 'catalogue', 'training'],
			]),
		);
	},
);

it('a new node lists 50 courses', () => {
	expect(withDefaults({})).toMatchObject({
		resource: 'course',
		operation: 'list',
		returnAll: false,
		limit: 50,
		filters: {},
		options: {},
	});
});
