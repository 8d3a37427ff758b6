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
	`  - Export to File | export | Export ${plural} to file`,
	`  - List | list | List ${plural}`,
];

const fieldFilters = [
	'Filters | filters | collection | {}',
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

const status = [
	'  Status | status | options | "published"',
	'    - Archived | archived',
	'    - Deleted | deleted',
	'    - Published | published',
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

const options = [
	'Options | options | collection | {}',
	'  Escape Formulas | escapeFormulas | boolean | true',
	'  Max Retries | maxRetries | number | 4',
];

const amount = ['Return All | returnAll | boolean | false', 'Limit | limit | number | 50'];

const output = [
	'Output | output | options | "raw"',
	'  - Raw | raw',
	'  - Simplified | simplified',
	'  - Selected Fields | selected',
	'  - Row | row',
];

const outputFields = 'Output Fields | outputFields | string | ""';

describe.each([
	['course', 'courses', [...fieldFilters, ...status]],
	['group', 'groups', fieldFilters],
])('the form for a %s', (value, plural, filters) => {
	const head = [...resource, ...operation(plural)];

	it('has a limit, an output and filters for List', () => {
		const form = formOf({ resource: value, operation: 'list' });
		expect(form).toEqual([...head, ...amount, ...output, ...filters, ...options]);
	});

	it.each(['selected', 'row'])('has the names of fields for the output %s', (kind) => {
		const form = formOf({ resource: value, operation: 'list', output: kind });
		expect(form).toEqual([...head, ...amount, ...output, outputFields, ...filters, ...options]);
	});

	it('has the file and filters for Export to File', () => {
		const form = formOf({ resource: value, operation: 'export' });
		expect(form).toEqual([...head, ...file, ...filters, ...fileOptions]);
	});

	it('has no Limit with Return All', () => {
		const form = formOf({ resource: value, operation: 'list', returnAll: true });
		expect(form).not.toContain(amount[1]);
	});
});

it('the options of CSV and of rows go away with them', () => {
	const conditionsOf = (operation: string) =>
		description.properties
			.filter(({ name }) => name === 'options')
			.filter(({ displayOptions }) => displayOptions?.show?.operation?.includes(operation))
			.flatMap(({ options: fields }) => fields as INodeProperties[])
			.filter(({ displayOptions }) => displayOptions !== undefined)
			.map(({ name, displayOptions }) => [name, displayOptions]);
	const names = ['addByteOrderMark', 'delimiter', 'escapeFormulas'];
	const ofCsv = names.map((name) => [name, { show: { '/format': ['csv'] } }]);
	expect(conditionsOf('export')).toEqual([...ofCsv, ...ofCsv]);
	const ofRows = ['escapeFormulas', { show: { '/output': ['row'] } }];
	expect(conditionsOf('list')).toEqual([ofRows, ofRows]);
});

it('the node has its name and version, and says what it does with what', () => {
	expect(description).toMatchObject({
		name: 'learningPlatform',
		displayName: 'Learning Platform',
		version: 1,
		credentials: [{ name: 'learningPlatformApi', required: true }],
		description: 'List the courses and groups of a learning platform, or export them to a file',
	});
});

it('a new node lists 50 courses', () => {
	expect(withDefaults({})).toMatchObject({
		resource: 'course',
		operation: 'list',
		returnAll: false,
		limit: 50,
		output: 'raw',
		filters: {},
		options: {},
	});
});
