import {
	NodeHelpers,
	type INodeParameters,
	type INodeProperties,
	type INodePropertyCollection,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { InstalledPackage } from '../../harness';

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

/** As the editor has them, with values that other operations have left behind. */
const namesShown = (parameters: INodeParameters) =>
	description.properties
		.filter((field) =>
			NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, description),
		)
		.map(({ name }) => name);

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
	'  - Course Completion | courseCompletion',
	'  - Group | group',
	'  - Other List | other',
	'  - Path | path',
	'  - Path Completion | pathCompletion',
	'  - Path Session | pathSession',
	'  - User | user',
];

const operation = (plural: string, get: string[] = []) => [
	'Operation | operation | options | "list"',
	`  - List | list | List ${plural}`,
	...get,
	`  - Export to File | export | Export ${plural} to file`,
];

/** A resource locator, with nothing chosen. */
const locator = (label: string, name: string) =>
	`${label} | ${name} | resourceLocator | {"mode":"list","value":""}`;

const filters = 'Filters | filters | collection | {}';

const fieldFilters = [
	'  Field Filters | fieldFilters | fixedCollection | {}',
	'    Filter | filter',
	'      Field | field | resourceLocator | {"mode":"list","value":""}',
	'      Operator | operator | options | "eq"',
	'        - Equals | eq',
	'        - Greater Than or Equal | gte',
	'        - In | in',
	'        - Less Than | lt',
	'        - Not Equal | ne',
	'        - Not In | nin',
	'      Value | value | string | ""',
];

const nameContains = '  Name Contains | nameContains | string | ""';

const courseFilters = [
	filters,
	`  ${locator('Author', 'authorId')}`,
	`  ${locator('Co-Author IDs', 'coAuthorIds')}`,
	'  Collaborative Learning | collaborativeLearning | boolean | true',
	'  Created After | createdAfter | dateTime | ""',
	'  Created Before | createdBefore | dateTime | ""',
	...fieldFilters,
	'  Group | groupId | resourceLocator | {"mode":"list","value":""}',
	'  Modified After | modifiedAfter | dateTime | ""',
	'  Modified Before | modifiedBefore | dateTime | ""',
	nameContains,
	`  ${locator('Original Author', 'originalAuthorId')}`,
	'  Source Language | sourceLang | string | ""',
	'  Status | status | options | "published"',
	'    - Archived | archived',
	'    - Deleted | deleted',
	'    - Published | published',
	`  ${locator('Tag IDs', 'tagIds')}`,
	'  Type | type | options | "native"',
	'    - E-Learning Standard | elearning standard',
	'    - External | external',
	'    - Native | native',
];

const dates = (label: string, name: string) => [
	`  ${label} After | ${name}After | dateTime | ""`,
	`  ${label} Before | ${name}Before | dateTime | ""`,
];

const completionFilters = [filters, ...dates('Completed', 'completed')];

const pathFilters = [
	filters,
	...dates('Created', 'created'),
	...fieldFilters,
	...dates('Modified', 'modified'),
	nameContains,
	'  Status | status | options | "published"',
	'    - Archived | archived',
	'    - Published | published',
];

const sessionFilters = [
	filters,
	...dates('Created', 'created'),
	...dates('Ends', 'end'),
	...fieldFilters,
	...dates('Modified', 'modified'),
	nameContains,
	`  ${locator('Path', 'pathId')}`,
	'  Session ID | sessionId | string | ""',
	...dates('Starts', 'start'),
];

const userFilters = [
	filters,
	'  Email | mail | string | ""',
	...fieldFilters,
	nameContains,
	'  Status | status | options | "active"',
	'    - Active | active',
	'    - Invited | invited',
	'    - Deleted | deleted',
	'  User Name | username | string | ""',
];

const file = [
	'Format | format | options | "csv"',
	'  - CSV | csv',
	'  - Excel (XLSX) | xlsx',
	'  - JSON Lines | jsonl',
	'File Name | fileName | string | ""',
	'Output Data Field Name | binaryPropertyName | string | "data"',
];

const output = [
	'Output | output | options | "raw"',
	'  - Raw | raw',
	'  - Simplified | simplified',
	'  - Selected Fields | selected',
	'  - Row | row',
];

const fileOutput = output.map((line) => line.replace('Raw', 'All Fields'));

const addNames = (lists: string[], usual = lists) => {
	return [
		`  Add Names Of | addNames | multiOptions | ${JSON.stringify(usual)}`,
		...lists.map((list) => `    - ${list.charAt(0).toUpperCase()}${list.slice(1)} | ${list}`),
	];
};

const NAMES_OF: Record<string, string[]> = {
	course: addNames(['groups', 'users']),
	courseCompletion: addNames(['courses', 'paths', 'users']),
	group: addNames(['groups']),
	other: addNames(['courses', 'groups', 'paths', 'tags', 'users'], ['groups', 'users']),
	path: addNames(['groups', 'users']),
	pathCompletion: addNames(['paths', 'users']),
	pathSession: addNames(['groups', 'paths', 'users']),
	user: addNames(['groups']),
};

const fileOptions = (value: string, split: string[]) => [
	'Options | options | collection | {}',
	'  Add Byte Order Mark | addByteOrderMark | boolean | true',
	...(NAMES_OF[value] ?? []),
	'  Columns | columns | string | ""',
	'  Columns From List | columnsFromList | multiOptions | []',
	'  Compress | compress | boolean | false',
	'  Convert Dates | convertDates | boolean | true',
	'  Delimiter | delimiter | options | "comma"',
	'    - Comma | comma',
	'    - Semicolon | semicolon',
	'    - Tab | tab',
	'  Escape Formulas | escapeFormulas | boolean | true',
	'  Max Retries | maxRetries | number | 4',
	...split,
	'  Records per File | recordsPerFile | number | 0',
];

const optionsOf = (value: string) => [
	'Options | options | collection | {}',
	...(NAMES_OF[value] ?? []),
	'  Escape Formulas | escapeFormulas | boolean | true',
	'  Max Retries | maxRetries | number | 4',
];

const splitByCreation = [
	'  Read Faster | splitBy | options | "createdAt"',
	'    - In Parts by Creation Date | createdAt',
];

const splitOfOther = ['  Read Faster | splitBy | string | "auto"'];

const amount = ['Return All | returnAll | boolean | false', 'Limit | limit | number | 50'];

const outputFields = [
	'Output Fields From List | outputFieldsFromList | multiOptions | []',
	'Output Fields | outputFields | string | ""',
];

describe.each([
	['course', 'Course', 'courses', courseFilters, splitByCreation],
	[
		...(['courseCompletion', '', 'course completions'] as const),
		[
			...completionFilters,
			`  ${locator('Course', 'courseId')}`,
			...fieldFilters,
			`  ${locator('User', 'userId')}`,
		],
		[],
	],
	['group', 'Group', 'groups', [filters, ...fieldFilters, nameContains], []],
	['path', 'Path', 'paths', pathFilters, splitByCreation],
	[
		...(['pathCompletion', '', 'path completions'] as const),
		[
			...completionFilters,
			'  Enrollment Status | status | options | "published"',
			'    - Archived | archived',
			'    - Published | published',
			...fieldFilters,
			`  ${locator('Path', 'pathId')}`,
			`  ${locator('User', 'userId')}`,
		],
		[],
	],
	['pathSession', '', 'path sessions', sessionFilters, splitByCreation],
	['user', 'User', 'users', userFilters, []],
])('the form for a %s', (value, name, plural, shown, split) => {
	const get = name === '' ? [] : [`  - Get | get | Get a ${value}`];
	const head = [...resource, ...operation(plural, get)];
	const options = optionsOf(value);

	it('has the record for Get, where there is one', () => {
		if (name === '') return;
		const form = formOf({ resource: value, operation: 'get' });
		expect(form).toEqual([...head, locator(name, `${value}Id`), ...output, ...options]);
	});

	it('has a limit, an output and filters for List', () => {
		const form = formOf({ resource: value, operation: 'list' });
		expect(form).toEqual([...head, ...amount, ...output, ...shown, ...options, ...split]);
	});

	it.each(['selected', 'row'])('has the names of fields for the output %s', (kind) => {
		const form = formOf({ resource: value, operation: 'list', output: kind });
		expect(form).toEqual([
			...head,
			...amount,
			...output,
			...outputFields,
			...shown,
			...options,
			...split,
		]);
	});

	it('has the file and filters for Export to File', () => {
		const form = formOf({ resource: value, operation: 'export' });
		expect(form).toEqual([...head, ...file, ...fileOutput, ...shown, ...fileOptions(value, split)]);
	});

	it.each(['selected', 'row'])('has the names of fields for a file with the output %s', (kind) => {
		const form = formOf({ resource: value, operation: 'export', output: kind });
		expect(form).toEqual([
			...head,
			...file,
			...fileOutput,
			...outputFields,
			...shown,
			...fileOptions(value, split),
		]);
	});
});

it('the form has no Limit with Return All', () => {
	const form = formOf({ resource: 'course', operation: 'list', returnAll: true });
	expect(form).not.toContain(amount[1]);
});

describe('the form for another list', () => {
	const head = [...resource, ...operation('records'), locator('List to Read', 'listPath')];
	const formFor = (listPath: INodeParameters, operationName = 'list') =>
		formOf({ resource: 'other', operation: operationName, listPath: { __rl: true, ...listPath } });
	const shown = [filters, ...fieldFilters, nameContains];
	const list = [...amount, ...output, ...shown, ...optionsOf('other'), ...splitOfOther];

	it('has the list, and what List and Export to File have for all', () => {
		expect(formFor({ mode: 'list', value: '' })).toEqual([...head, ...list]);
		expect(formFor({ mode: 'list', value: 'users' }, 'export')).toEqual([
			...head,
			...file,
			...fileOutput,
			...shown,
			...fileOptions('other', splitOfOther),
		]);
	});

	it.each([
		['groups/{groupId}/roles', [locator('Group', 'groupId')]],
		['courses/{courseId}/tags', [locator('Course', 'courseId')]],
		[
			'paths/{pathId}/sessions/{sessionId}/user-stats',
			[locator('Path', 'pathId'), 'Session ID | sessionId | string | ""'],
		],
		[
			'groups/{groupId}/library/{contentType}-ids',
			[
				'Content Type | contentType | options | "course"',
				'  - Course | course',
				'  - Path (Library) | path',
				'  - Path Session (Catalog) | path-session',
				locator('Group', 'groupId'),
			],
		],
	])('asks for the IDs in the path of a known list: %s', (value, ids) => {
		expect(formFor({ mode: 'list', value })).toEqual([...head, ...ids, ...list]);
	});

	it('asks for none beside a path, which has them', () => {
		const form = formFor({ mode: 'path', value: '=groups/{{ $json._id }}/roles' });
		expect(form).toEqual([...head, ...list]);
	});
});

it('a field that is an expression does not show others where they do not belong', () => {
	const parameters = {
		resource: 'course',
		operation: 'export',
		returnAll: '={{ $json.all }}',
		listPath: { __rl: true, mode: 'list', value: '={{ $json.path }}' },
	};
	expect(namesShown(parameters)).toEqual(namesShown({ resource: 'course', operation: 'export' }));
});

it.each([
	['raw', true],
	['simplified', false],
	['selected', false],
	['row', false],
])('a file with the output %s has the option Columns: %j', (kind, isShown) => {
	const all = withDefaults({ resource: 'course', operation: 'export', output: kind }) ?? {};
	const columns = description.properties
		.filter((field) => NodeHelpers.displayParameter(all, field, { typeVersion: 1 }, description))
		.flatMap(({ options = [] }) => options as INodeProperties[])
		.filter(({ name }) => name === 'columns');
	expect(columns).toHaveLength(1);
	for (const field of columns) {
		const node = { typeVersion: 1 };
		expect(NodeHelpers.displayParameter({}, field, node, description, all)).toBe(isShown);
	}
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
