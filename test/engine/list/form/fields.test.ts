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

/** What the form offers below Operation, a line for each field: `Label | name | type | default | choices`. n8n adds Request Options. */
function formOf(parameters: INodeParameters): string[] {
	return fieldsShown(withDefaults(parameters) ?? {})
		.filter(({ name }) => !['operation', 'requestOptions', 'resource'].includes(name))
		.flatMap((field) => linesOf(field));
}

const fieldsShown = (parameters: INodeParameters) =>
	description.properties.filter((field) =>
		NodeHelpers.displayParameter(parameters, field, { typeVersion: 1 }, description),
	);

function linesOf(entry: Entry, indent = ''): string[] {
	if ('value' in entry) return [];
	const inside = 'values' in entry ? entry.values : (entry.options ?? []);
	const facts =
		'type' in entry ? [entry.name, entry.type, JSON.stringify(entry.default)] : [entry.name];
	const choices = choicesOf(inside).join(', ');
	return [
		`${indent}${[entry.displayName, ...facts, choices].filter(Boolean).join(' | ')}`,
		...inside.flatMap((one) => linesOf(one, `${indent}  `)),
	];
}

const choicesOf = (options: Entry[]) =>
	options.flatMap((one) => ('value' in one ? `${one.name} = ${one.value}` : []));

it('the resources are those that workflows have stored', () => {
	const resource = description.properties.find(({ name }) => name === 'resource');
	expect(choicesOf(resource?.options ?? [])).toEqual([
		'Course = course',
		'Course Completion = courseCompletion',
		'Group = group',
		'Other List = other',
		'Path = path',
		'Path Completion = pathCompletion',
		'Path Session = pathSession',
		'Training Status = trainingStatus',
		'User = user',
	]);
	expect(resource?.default).toBe('course');
});

/** A resource locator, with nothing chosen. */
const locator = (label: string, name: string) =>
	`${label} | ${name} | resourceLocator | {"mode":"list","value":""}`;

const fieldFilters = [
	'  Field Filters | fieldFilters | fixedCollection | {}',
	'    Filter | filter',
	`      ${locator('Field', 'field')}`,
	'      Operator | operator | options | "eq" | Equals = eq, Greater Than or Equal = gte, In = in, Less Than = lt, Not Equal = ne, Not In = nin',
	'      Value | value | string | ""',
];

const nameContains = '  Name Contains | nameContains | string | ""';

const dates = (label: string, name: string) => [
	`  ${label} After | ${name}After | dateTime | ""`,
	`  ${label} Before | ${name}Before | dateTime | ""`,
];

const status = 'status | options | "published" | Archived = archived, Published = published';

const LEARNER_STATUSES =
	'Awaiting Correction = awaitingCorrection, Late = late, Not Yet Started = notYetStarted, On Time = onTime, Session Not Opened = sessionNotOpened, Successful = successful, To Retake = toRetake, Unsuccessful = unsuccessful';

const FILTERS = {
	course: [
		`  ${locator('Author', 'authorId')}`,
		`  ${locator('Co-Author IDs', 'coAuthorIds')}`,
		'  Collaborative Learning | collaborativeLearning | boolean | true',
		...dates('Created', 'created'),
		...fieldFilters,
		`  ${locator('Group', 'groupId')}`,
		...dates('Modified', 'modified'),
		nameContains,
		`  ${locator('Original Author', 'originalAuthorId')}`,
		'  Source Language | sourceLang | string | ""',
		'  Status | status | options | "published" | Archived = archived, Deleted = deleted, Published = published',
		`  ${locator('Tag IDs', 'tagIds')}`,
		'  Type | type | options | "native" | E-Learning Standard = elearning standard, External = external, Native = native',
	],
	courseCompletion: [
		...dates('Completed', 'completed'),
		`  ${locator('Course', 'courseId')}`,
		...fieldFilters,
		`  ${locator('User', 'userId')}`,
	],
	group: [...fieldFilters, nameContains],
	other: [...fieldFilters, nameContains],
	path: [
		...dates('Created', 'created'),
		...fieldFilters,
		...dates('Modified', 'modified'),
		nameContains,
		`  Status | ${status}`,
	],
	pathCompletion: [
		...dates('Completed', 'completed'),
		...dates('Due', 'due'),
		`  Enrollment Status | ${status}`,
		...fieldFilters,
		`  Learner Status | learnerStatus | multiOptions | ["late"] | ${LEARNER_STATUSES}`,
		`  ${locator('Path', 'pathId')}`,
		`  ${locator('User', 'userId')}`,
	],
	pathSession: [
		...dates('Created', 'created'),
		...dates('Ends', 'end'),
		...fieldFilters,
		...dates('Modified', 'modified'),
		nameContains,
		`  ${locator('Path', 'pathId')}`,
		'  Session ID | sessionId | string | ""',
		...dates('Starts', 'start'),
	],
	user: [
		'  Email | mail | string | ""',
		...fieldFilters,
		nameContains,
		'  Status | status | options | "active" | Active = active, Invited = invited, Deleted = deleted',
		'  User Name | username | string | ""',
	],
};

const listToRead = locator('List to Read', 'listPath');

const limit = 'Limit | limit | number | 50';

const outputWith = (all: string) =>
	`Output | output | options | "raw" | ${all} = raw, Simplified = simplified, Selected Fields = selected, Row = row`;

const addNamesOf = (labels: string, usual = labels.replace('Managers, ', '')) => {
	const choices = labels.replace(/\w+/g, (label) => `${label} = ${label.toLowerCase()}`);
	const names = usual.toLowerCase().split(', ');
	return `  Add Names Of | addNames | multiOptions | ${JSON.stringify(names)} | ${choices}`;
};

const allNames = addNamesOf('Courses, Groups, Managers, Paths, Tags, Users', 'Groups, Users');

describe.each<[value: keyof typeof FILTERS, plural: string, addNames: string]>([
	['course', 'courses', addNamesOf('Groups, Users')],
	['courseCompletion', 'course completions', addNamesOf('Courses, Managers, Paths, Users')],
	['group', 'groups', addNamesOf('Groups')],
	['other', 'records', allNames],
	['path', 'paths', addNamesOf('Groups, Users')],
	['pathCompletion', 'path completions', addNamesOf('Managers, Paths, Users')],
	['pathSession', 'path sessions', addNamesOf('Groups, Paths, Users')],
	['user', 'users', addNamesOf('Groups, Managers', 'Groups')],
])('the form for a %s', (value, plural, addNames) => {
	const list = value === 'other' ? [listToRead] : [];
	const filters = ['Filters | filters | collection | {}', ...FILTERS[value]];
	const options = 'Options | options | collection | {}';
	const escape = '  Escape Formulas | escapeFormulas | boolean | true';
	const retries = '  Max Retries | maxRetries | number | 4';
	const inActions = value === 'other' ? 'certificates, enrollments and other lists' : plural;
	const hasGet = ['course', 'group', 'path', 'user'].includes(value);

	it('has its operations, and says what each of them does', () => {
		const menu = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes(value),
		);
		expect(menu?.default).toBe('list');
		const writes: Record<string, [string, string, string][]> = {
			group: [
				['Add Member', 'addMember', 'Add member to group'],
				['Remove Member', 'removeMember', 'Remove member from group'],
			],
			user: [
				['Create or Update', 'upsert', 'Create or update user'],
				['Update', 'update', 'Update user'],
			],
		};
		const own = (writes[value] ?? []).map(([name, operation, action]) => {
			return { name, value: operation, action };
		});
		const isFirst = ({ name }: { name: string }) => name < 'Export';
		const isBetween = ({ name }: { name: string }) => name > 'List' && name < 'Sync';
		expect(menu?.options).toMatchObject([
			...own.filter(isFirst),
			{ name: 'Export to File', value: 'export', action: `Export ${inActions} to file` },
			...(hasGet ? [{ name: 'Get', value: 'get', action: `Get ${value}` }] : []),
			{ name: 'List', value: 'list', action: `List ${inActions}` },
			...own.filter(isBetween),
			{ name: 'Sync', value: 'sync', action: `Sync ${inActions} with table` },
			...own.filter(({ name }) => name > 'Sync'),
		]);
	});

	it('has a limit, an output and filters for List', () => {
		expect(formOf({ resource: value, operation: 'list' })).toEqual([
			...list,
			'Return All | returnAll | boolean | false',
			limit,
			outputWith('Raw'),
			...filters,
			...[options, addNames, escape, retries],
		]);
	});

	it('has the file, its output and filters for Export to File', () => {
		expect(formOf({ resource: value, operation: 'export' })).toEqual([
			...list,
			'Format | format | options | "csv" | CSV = csv, Excel (XLSX) = xlsx, JSON Lines = jsonl',
			'File Name | fileName | string | ""',
			'Output Data Field Name | binaryPropertyName | string | "data"',
			outputWith('All Fields'),
			...filters,
			options,
			'  Add Byte Order Mark | addByteOrderMark | boolean | true',
			addNames,
			'  Column Names in Words | headerInWords | boolean | true',
			'  Columns | columns | string | ""',
			'  Columns From List | columnsFromList | multiOptions | []',
			'  Compress | compress | boolean | false',
			'  Convert Dates | convertDates | boolean | true',
			'  Delimiter | delimiter | options | "comma" | Comma = comma, Semicolon = semicolon, Tab = tab',
			...[escape, retries],
		]);
	});

	it('has the record and an output for Get, where there is one', () => {
		const label = value.charAt(0).toUpperCase() + value.slice(1);
		const form = [locator(label, `${value}Id`), outputWith('Raw')];
		expect(formOf({ resource: value, operation: 'get' })).toEqual(
			hasGet ? [...form, options, addNames, escape, retries] : list,
		);
	});
});

describe('what writes has', () => {
	const texts = (...labels: string[]) =>
		labels.map((label) => {
			const [name = '', as] = label.split('=');
			return `  ${name} | ${as} | string | ""`;
		});
	const mail = 'Email | mail | string | ""';
	const language = expect.stringMatching(
		/^ {2}Language \| lang \| options \| "en" \| Bulgarian = bg,.*Vietnamese = vi$/,
	) as string;
	const fieldsWith = (...more: string[]) => [
		'Fields | fields | collection | {}',
		...texts('Custom=custom'),
		...more,
		...texts('First Name=firstName', 'Job=job'),
		language,
		...texts('Last Name=lastName', 'Organization=organization', 'Phone=phone'),
		`  ${locator('Primary Group', 'primaryGroupId')}`,
		'  To Be Deactivated At | toBeDeactivatedAt | dateTime | ""',
		...texts('User Name=username'),
	];
	const role =
		'Role | role | options | "learner" | Admin = admin, Analyst = analyst, Coach = coach, Contributor = contributor, Editor = editor, Learner = learner, User Admin = userAdmin';
	const optionsOf = (clearable: string, ...more: string[]) => [
		'Options | options | collection | {}',
		'  Dry Run | dryRun | boolean | false',
		...(clearable === ''
			? []
			: [`  Fields to Clear | fieldsToClear | multiOptions | [] | ${clearable}`]),
		'  Max Retries | maxRetries | number | 4',
		...more,
	];
	const clearable =
		'First Name = firstName, Job = job, Last Name = lastName, Organization = organization, Phone = phone, Primary Group = primaryGroupId, To Be Deactivated At = toBeDeactivatedAt, User Name = username';
	const invitation = '  Send Invitation | sendInvitation | boolean | true';

	it.each([
		[
			'upsert',
			'user',
			[
				mail,
				...fieldsWith(),
				locator('Group', 'groupId'),
				role,
				...optionsOf(`Custom = custom, ${clearable}`, invitation),
			],
		],
		[
			'update',
			'user',
			[
				locator('User', 'userId'),
				...fieldsWith(`  ${mail}`),
				...optionsOf(`Custom = custom, Email = mail, ${clearable}`),
			],
		],
		[
			'addMember',
			'group',
			[locator('Group', 'groupId'), locator('User', 'userId'), role, ...optionsOf('')],
		],
		[
			'removeMember',
			'group',
			[locator('Group', 'groupId'), locator('User', 'userId'), role, ...optionsOf('')],
		],
	])('the form of %s', (operation, resource, form) => {
		expect(formOf({ resource, operation })).toEqual(form);
	});
});

describe('the form for Training Status', () => {
	const show =
		'Show | show | options | "notCompleted" | Everybody = all, Who Has Completed It = completed, Who Has Not Completed It = notCompleted';
	const training = 'Training | training | options | "course" | Course = course, Path = path';
	const asked = (parameters: INodeParameters) =>
		formOf({ resource: 'trainingStatus', operation: 'list', ...parameters });

	it('asks about a course and active users, and has filters for people', () => {
		expect(asked({})).toEqual([
			training,
			locator('Course', 'courseId'),
			'People | people | options | "active" | All Active Users = active, Members of a Group = group',
			show,
			'Return All | returnAll | boolean | false',
			limit,
			outputWith('Raw'),
			'Filters | filters | collection | {}',
			...['  Email | mail | string | ""', nameContains, '  User Name | username | string | ""'],
			'Options | options | collection | {}',
			addNamesOf('Courses, Managers, Paths'),
			'  Escape Formulas | escapeFormulas | boolean | true',
			'  Max Retries | maxRetries | number | 4',
		]);
	});

	it('asks about a path and the enrolled, and for a group where its members are asked about', () => {
		expect(asked({ training: 'path' }).slice(0, 4)).toEqual([
			training,
			locator('Path', 'pathId'),
			'People | people | options | "enrolled" | All Active Users = active, Enrolled = enrolled, Members of a Group = group',
			`${show}, Who Is Late = late`,
		]);
		expect(asked({ people: 'group' })[3]).toBe(locator('Group', 'groupId'));
	});

	it('has List and Export to File', () => {
		const menu = description.properties.find(
			({ name, displayOptions }) =>
				name === 'operation' && displayOptions?.show?.resource?.includes('trainingStatus'),
		);
		expect(choicesOf(menu?.options ?? [])).toEqual(['Export to File = export', 'List = list']);
	});
});

/** The lines of a form with further ones behind one of them. */
const withLines = (lines: string[], behind: string, further: string[]) =>
	lines.flatMap((line) => (line === behind ? [line, ...further] : [line]));

it.each([
	['list', 'Raw'],
	['get', 'Raw'],
	['export', 'All Fields'],
])('two outputs of %s take names of fields', (operation, all) => {
	const formFor = (output: string) => formOf({ resource: 'course', operation, output });
	const withNames = withLines(formFor('raw'), outputWith(all), [
		'Output Fields From List | outputFieldsFromList | multiOptions | []',
		'Output Fields | outputFields | string | ""',
	]);
	expect(formFor('simplified')).toEqual(formFor('raw'));
	expect(formFor('selected')).toEqual(withNames);
	expect(formFor('row')).toEqual(withNames);
});

it('the form has no Limit with Return All', () => {
	const form = formOf({ resource: 'course', operation: 'list', returnAll: true });
	expect(form).not.toContain(limit);
});

describe('the form for another list', () => {
	const formFor = (listPath: INodeParameters) =>
		formOf({ resource: 'other', operation: 'list', listPath: { __rl: true, ...listPath } });

	it.each([
		['users', []],
		['groups/{groupId}/roles', [locator('Group', 'groupId')]],
		['courses/{courseId}/tags', [locator('Course', 'courseId')]],
		[
			'paths/{pathId}/sessions/{sessionId}/user-stats',
			[locator('Path', 'pathId'), 'Session ID | sessionId | string | ""'],
		],
		[
			'groups/{groupId}/library/{contentType}-ids',
			[
				'Content Type | contentType | options | "course" | Course = course, Path (Library) = path, Path Session (Catalog) = path-session',
				locator('Group', 'groupId'),
			],
		],
	])('asks for the IDs in the path of a known list: %s', (value, ids) => {
		const form = formFor({ mode: 'list', value: '' });
		expect(formFor({ mode: 'list', value })).toEqual(withLines(form, listToRead, ids));
	});

	it('asks for none beside a path, which has them', () => {
		const form = formFor({ mode: 'path', value: '=groups/{{ $json._id }}/roles' });
		expect(form).toEqual(formFor({ mode: 'list', value: '' }));
	});
});

it('a field that is an expression does not show others where they do not belong', () => {
	const namesShown = (parameters: INodeParameters) =>
		fieldsShown({ resource: 'course', operation: 'export', ...parameters }).map(({ name }) => name);
	// As the editor has them, with values that other operations have left behind.
	const listPath = { __rl: true, mode: 'list', value: '={{ $json.path }}' };
	expect(namesShown({ returnAll: '={{ $json.all }}', listPath })).toEqual(namesShown({}));
});
