import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { DateTime } from 'luxon';
import type { IDataObject, ILoadOptionsFunctions, INodeParameters } from 'n8n-workflow';

import { methods } from '../../nodes/LearningPlatform/operations/methods';
import { sheetsOf } from '../workbook';
import { fileIn, recordsIn } from './export/exports';
import { evaluate, example, examples, nodeIn } from './example';
import { InstalledPackage, runNode, runWorkflow } from './harness';
import type { Sandbox } from '../sandbox';
import { byId, idsIn, jsonOf } from './lists';
import { startService } from './service';
import { callTool } from './tool';

/** Adds active people with these first names and no last name, and returns their IDs. */
const addPeople = ({ catalogue }: Sandbox, ...firstNames: string[]) =>
	firstNames.map(
		(firstName) => catalogue.add('users', { firstName, lastName: '', status: 'active' })._id,
	);

/** The names next to the IDs of a course. */
function namesOf({ catalogue }: Sandbox, courseId: unknown) {
	const { authorId, groupId } = catalogue.get('courses', String(courseId));
	const { firstName, lastName } = catalogue.get('users', String(authorId));
	return {
		authorName: [firstName, lastName].filter(Boolean).join(' '),
		groupName: catalogue.get('groups', String(groupId)).name,
	};
}

describe.each(readdirSync(examples).filter((file) => file.endsWith('.json')))('%s', (file) => {
	const { nodes, connections, name } = example(file);

	it('has a name and connects only its own nodes', () => {
		const names = nodes.map((node) => node.name);
		const ends = Object.values(connections).flatMap((outputs) =>
			Object.values(outputs)
				.flat(2)
				.map((end) => end?.node),
		);
		expect(name).not.toBe('');
		expect(names).toEqual(expect.arrayContaining([...Object.keys(connections), ...ends]));
		expect(new Set(names).size).toBe(names.length);
	});

	it('needs few nodes and no code', () => {
		const types = nodes.map(({ type }) => type).filter((type) => !/\.stickyNote$|Tool$/.test(type));
		expect(types.length).toBeLessThanOrEqual(file === 'hr-table-every-night.json' ? 10 : 8);
		expect(types).not.toContain('n8n-nodes-base.code');
	});

	it('says on the canvas what it does and which nodes to open', () => {
		const note = nodes.find((node) => node.name === 'Note: start');
		const text = (note?.parameters.content ?? '') as string;
		expect(text).toMatch(new RegExp(`^## ${name}\\n.+\\n\\n1\\. Open `));
		const opened = [...text.matchAll(/Open (\*\*[^*]+\*\*(?:(?:, | and )\*\*[^*]+\*\*)*)/g)]
			.flatMap(([, list = '']) => list.split(/, | and /))
			.map((node) => node.replaceAll('**', ''));
		expect(nodes.map((node) => node.name)).toEqual(expect.arrayContaining(opened));
		expect(opened).not.toEqual([]);
	});

	it('uses existing nodes and parameters but no saved credential', async () => {
		const installed = await InstalledPackage.load();
		const own = nodes.filter((node) => node.type.startsWith(`${installed.name}.`));
		expect(own).not.toEqual([]);
		for (const node of own) {
			const { properties } = installed.getByNameAndVersion(node.type, node.typeVersion).description;
			const known = properties.map((property) => property.name);
			expect(known).toEqual(expect.arrayContaining(Object.keys(node.parameters)));
			expect(node.credentials).toBeUndefined();
		}
	});

	it('stores field filters the way the editor does', async () => {
		for (const { parameters } of nodes) {
			const { fieldFilters } = (parameters.filters ?? {}) as {
				fieldFilters?: { filter: { field: unknown }[] };
			};
			if (!fieldFilters) continue;
			const form = { getCurrentNodeParameter: (field: string) => parameters[field] };
			const { results } = await methods.listSearch.searchFilterFields.call(
				form as ILoadOptionsFunctions,
			);
			const offered = results.map(({ name: cachedResultName, value }) => {
				return { __rl: true, mode: 'list', value, cachedResultName };
			});
			for (const { field } of fieldFilters.filter) expect(offered).toContainEqual(field);
		}
	});
});

it.each([
	['for-each-new-published-course.json', 'Post it to a chat'],
	['instant-completions.json', 'Post it to a chat'],
	['remind-learners.json', 'Email the learner'],
	['when-a-course-is-completed.json', 'Post it to a chat'],
])('%s sends messages one by one so that Retry does not repeat any', (file, sends) => {
	const { nodes, connections } = example(file);
	const loop = nodes.find(({ type }) => type === 'n8n-nodes-base.splitInBatches')?.name ?? '';
	const after = (node: string, output: number) =>
		connections[node]?.main?.[output]?.map((end) => end.node) ?? [];
	const [first = ''] = after(loop, 1);
	expect([first, ...after(first, 0)]).toContain(sends);
	expect(after(sends, 0)).toEqual([loop]);
	// An item that was sent earlier does not end the loop.
	if (first !== sends) expect(after(first, 1)).toEqual([loop]);
});

it('instant-completions.json reports only attempts that the learner has finished', () => {
	const { nodes, connections } = example('instant-completions.json');
	const next = connections['When a learner finishes a course']?.main?.[0]?.map(({ node }) => node);
	const conditions = [{ leftValue: '={{ $json.reason }}', rightValue: 'learnerFinished' }];
	expect(nodes.find(({ name }) => next?.includes(name))?.parameters).toMatchObject({
		conditions: { conditions },
	});
});

describe.each([
	'keep-a-data-table-in-step.json',
	'keep-a-google-sheet-in-step.json',
	'mirror-in-postgresql.json',
	'what-changed.json',
])('%s', (file) => {
	const { nodes } = example(file);
	const byName = new Map(nodes.map((node) => [node.name, node]));

	it('reads the table once and continues if it is empty', () => {
		const read = nodes.find(({ name }) => name.startsWith('Read the '));
		expect(read).toMatchObject({ alwaysOutputData: true, executeOnce: true });
	});

	it('creates a column for each field that Sync writes, including names', async () => {
		const sandbox = await startService({ courses: 30, groups: 5 });
		const { parameters = {} } = byName.get('Sync courses') ?? {};
		const { items } = await runNode({ credential: sandbox, parameters, items: [{ json: {} }] });
		const row = items[0]?.json ?? {};
		expect(row).toMatchObject({ ...namesOf(sandbox, row.courseId), removedAt: '' });
		const { columns, query } = byName.get('Create the table if it is missing')?.parameters ?? {};
		// Google Sheets adds missing columns automatically.
		if (columns === undefined && query === undefined) return;
		const made = JSON.stringify(columns ?? query).matchAll(/"name":"(\w+)"|\\"(\w+)\\"/g);
		const names = [...made].map(([, ofTable, ofStatement]) => ofTable ?? ofStatement);
		expect(names).toEqual(Object.keys(row));
	});
});

it.each(readdirSync(join(examples, 'data-tables')))(
	'data-tables/%s creates the columns that Sync writes, and its note names the required scopes',
	async (file) => {
		const { nodes } = example(`data-tables/${file}`);
		const [note, , create, , sync] = nodes.map(({ parameters }) => parameters);
		const scopes = [...JSON.stringify(note).matchAll(/\*(\w+:read)\*/g)].map(
			([, scope = '']) => scope,
		);
		const sandbox = await startService({ courses: 2, courseStatistics: 3, scopes });
		const run = { credential: sandbox, parameters: sync ?? {}, items: [{ json: {} }] };
		const { items } = await runNode(run);
		const { column } = create?.columns as { column: { name: string }[] };
		expect(column.map(({ name }) => name)).toEqual(Object.keys(items[0]?.json ?? {}));
	},
);

it("published-courses.json exports the published courses with names, in the service's order", async () => {
	const sandbox = await startService({ courses: 60, coursePageSize: 10, groups: 5 });
	const { error, outputOf } = await runWorkflow(example('published-courses.json'), {
		credential: sandbox,
	});
	expect(error).toBeUndefined();
	const published = idsIn(sandbox.catalogue, 'courses', ({ status }) => status === 'published');
	const [item] = outputOf('Export published courses');
	expect(item?.json).toMatchObject({
		fileName: 'published-courses.csv',
		records: published.length,
	});
	const records = await recordsIn(item);
	expect(records.map(({ _id, authorName, groupName }) => ({ _id, authorName, groupName }))).toEqual(
		published.map((_id) => ({ _id, ...namesOf(sandbox, _id) })),
	);
});

it('nightly-catalog-export.json exports all courses to one file and all groups to another, with names', async () => {
	const sandbox = await startService({ courses: 60, coursePageSize: 10, groups: 5 });
	const { error, run } = await runWorkflow(example('nightly-catalog-export.json'), {
		credential: sandbox,
	});
	expect(error).toBeUndefined();
	const kept = run.data.resultData.runData['Store the files'] ?? [];
	const items = kept.flatMap(({ data }) => data?.main?.[0] ?? []);
	const files = await Promise.all(items.map(recordsIn));
	const ids = files.map((records) => records.map(({ _id }) => _id));
	expect(ids).toHaveLength(2);
	for (const list of ['courses', 'groups'] as const) {
		expect(ids).toContainEqual(idsIn(sandbox.catalogue, list));
	}
	const headers = files.map(([first = {}]) => Object.keys(first));
	expect(headers).toContainEqual(expect.arrayContaining(['authorName', 'groupName']));
	expect(headers).toContainEqual(expect.arrayContaining(['parentName']));
});

it('not-finished-as-excel.json lists everyone who has not completed the course, along with their managers', async () => {
	const sandbox = await startService({ courses: 1, users: 1 });
	const { catalogue } = sandbox;
	for (const list of ['users', 'courses/stats'] as const) catalogue.clear(list);
	const [ana = '', ben = '', cem = ''] = addPeople(sandbox, 'Ana', 'Ben', 'Cem');
	const courseId = catalogue.list('courses')[0]?._id ?? '';
	const completedAt = '2026-01-27T09:00Z';
	catalogue.add('courses/stats', { courseId, userId: ben, completedAt });
	catalogue.clear(`users/${ana}/managers`);
	catalogue.add(`users/${ana}/managers`, { _id: cem });
	const workflow = example('not-finished-as-excel.json');
	const name = 'Export unfinished training';
	for (const node of workflow.nodes) {
		if (node.name === name) {
			node.parameters.courseId = { ...byId(courseId), cachedResultName: 'Fire Safety' };
		}
	}
	const options = { credential: sandbox, destinationNode: name };
	const { error, outputOf } = await runWorkflow(workflow, options);
	expect(error).toBeUndefined();
	const [item] = outputOf(name);
	expect(item?.json).toMatchObject({ records: 2 });
	const [rows = []] = Object.values(sheetsOf(await fileIn(item)));
	const mailOf = (id: string) => catalogue.get('users', id).mail;
	expect(rows).toEqual([
		['Learner Name', 'Learner Email', 'Status', 'Progress', 'Manager Names', 'Manager Emails'],
		['Ana', mailOf(ana), 'Not started', 0, 'Cem', mailOf(cem)],
		['Cem', mailOf(cem), 'Not started', 0, null, null],
	]);
	const { name: mails, parameters } = nodeIn(workflow, ({ type }) => type.endsWith('.emailSend'));
	const input = [{ json: { records: 2 } }];
	expect(evaluate(workflow, { name: mails, value: parameters.text, input })).toMatch(
		/ the 2 people .*\n\nTraining: Fire Safety$/,
	);
});

it('workbook-of-training.json has one row for each person and published path', async () => {
	const sandbox = await startService({ courses: 1, users: 2 });
	const { catalogue } = sandbox;
	for (const list of ['paths', 'paths/stats'] as const) catalogue.clear(list);
	const [ana, ben] = addPeople(sandbox, 'Ana', 'Ben');
	const addPath = (name: string, status = 'published') =>
		catalogue.add('paths', { name, status })._id;
	const [fire, aid] = [addPath('Fire Safety'), addPath('First Aid')];
	const enroll = (userId = '', pathId = '', type = '') =>
		catalogue.add('paths/stats', { userId, pathId, status: { type }, unenrolledAt: undefined });
	enroll(ana, fire, 'unsuccessful');
	enroll(ana, fire, 'successful');
	enroll(ana, aid, 'late');
	enroll(ben, aid, 'onTime');
	enroll(ben, addPath('Old', 'archived'), 'onTime');

	const name = 'List training status';
	const options = { credential: sandbox, destinationNode: name };
	const { error, outputOf } = await runWorkflow(example('workbook-of-training.json'), options);
	expect(error).toBeUndefined();
	const rows = jsonOf(outputOf(name));
	expect(rows.map(({ pathName, userName, status }) => [pathName, userName, status])).toEqual([
		['Fire Safety', 'Ana', 'successful'],
		['First Aid', 'Ana', 'late'],
		['First Aid', 'Ben', 'onTime'],
	]);
});

/** Evaluates the expressions of an example's Set node for items; the engine has no Set node. */
function fieldsSet(file: string, name: string, items: IDataObject[]): Record<string, unknown>[] {
	const workflow = example(file);
	const { assignments = {} } = nodeIn(workflow, (node) => node.name === name).parameters;
	const fields = (assignments as { assignments: { name: string; value: string }[] }).assignments;
	const input = items.map((json) => ({ json }));
	const valueOf = (value: string, at: number) => evaluate(workflow, { name, value, input, at });
	return items.map((_, at) =>
		Object.fromEntries(fields.map((field) => [field.name, valueOf(field.value, at)])),
	);
}

describe('who-has-not-completed.json', () => {
	const WRITES = 'Write a line for each person';
	let sandbox: Sandbox;

	beforeEach(async () => {
		sandbox = await startService({ courses: 1, users: 1 });
		const { catalogue } = sandbox;
		for (const list of ['users', 'paths', 'paths/stats', 'courses/stats'] as const) {
			catalogue.clear(list);
		}
		const pathId = catalogue.add('paths', { name: 'Onboarding' })._id;
		const enroll = (firstName: string, type: string, unenrolledAt?: string) => {
			const person = { firstName, lastName: '', mail: `${firstName}@example.com` };
			const userId = catalogue.add('users', { ...person, status: 'active' })._id;
			catalogue.clear(`users/${userId}/managers`);
			const dueDate = '2026-01-31T08:00:00.000Z';
			catalogue.add('paths/stats', { pathId, userId, status: { type }, unenrolledAt, dueDate });
		};
		enroll('Ana', 'late');
		enroll('Ben', 'onTime');
		enroll('Cem', 'successful');
		enroll('Dan', 'late', '2026-02-01T08:00:00.000Z');
	});

	const COMPLETION = {
		resource: 'pathCompletion',
		options: { addNames: ['managers', 'paths', 'users'] },
	};
	const LATE = 'Ana: Onboarding, due January 31, 2026';
	const OPEN = 'Ben: Onboarding, on time, due January 31, 2026';
	const pathId = () => byId(sandbox.catalogue.list('paths')[0]?._id);
	const courseId = () => byId(sandbox.catalogue.list('courses')[0]?._id);

	it.each<[list: string, asked: () => INodeParameters, late: string[], open: string[]]>([
		[
			'Training Status of a path',
			() => ({ training: 'path', pathId: pathId(), people: 'enrolled' }),
			[LATE],
			[OPEN],
		],
		[
			'Training Status of a path, late people',
			() => ({ training: 'path', pathId: pathId(), people: 'enrolled', show: 'late' }),
			[LATE],
			[],
		],
		[
			'Training Status of a course',
			() => ({ training: 'course', courseId: courseId(), people: 'active' }),
			[],
			['Ana', 'Ben', 'Cem', 'Dan'].map((name) => `${name}: Course 1, not started`),
		],
		[
			'Path Completion, late people on any path',
			() => ({ ...COMPLETION, filters: { learnerStatus: 'late' } }),
			[LATE],
			[],
		],
		['Path Completion, all people', () => ({ ...COMPLETION, filters: {} }), [LATE], [OPEN]],
	])('names the people in %s', async (_list, asked, late, open) => {
		const list = example('who-has-not-completed.json').nodes.find(
			({ name }) => name === 'List unfinished training',
		);
		sandbox.catalogue.update('courses', courseId().value, { name: 'Course 1' });
		const parameters = { ...list?.parameters, ...asked() };
		const { items, error } = await runNode({ credential: sandbox, parameters });
		expect(error).toBeUndefined();
		const people = fieldsSet('who-has-not-completed.json', WRITES, jsonOf(items));
		// Split Out drops people without managers; an empty address means HR.
		const mailed = people.filter(({ managerMail }) => (managerMail as string[]).length > 0);
		expect(new Set(mailed.flatMap(({ managerMail }) => managerMail))).toEqual(new Set(['']));
		const linesIn = (field: string) => mailed.map((line) => line[field]).filter(Boolean);
		expect([linesIn('late'), linesIn('open')]).toEqual([late, open]);
	});

	it.each(['courses, paths', 'managers, paths', 'managers, users', ''])(
		'sends no email without a name if Add Names Of is only %j',
		async (names) => {
			const parameters = {
				resource: 'pathCompletion',
				operation: 'list',
				returnAll: true,
				options: { addNames: names.split(', ').filter(Boolean) },
			};
			const { items } = await runNode({ credential: sandbox, parameters });
			const people = fieldsSet('who-has-not-completed.json', WRITES, jsonOf(items));
			// If the value is a string instead of a list, the node shows an error.
			for (const { managerMail } of people) expect(managerMail).toMatch(/^Open the node before/);
		},
	);
});

describe('expiring-certificates.json', () => {
	it.each<[what: string, others: IDataObject[], isMailed: boolean]>([
		['that expires in the next 30 days', [], true],
		['that was renewed', [{ expires: 400 }], false],
		['that was renewed without an expiration date', [{}], false],
		['that was renewed for a few days', [{ expires: 25 }], false],
		['that renewed an earlier one', [{ expires: -5 }], true],
		['whose owner also has another one', [{ expires: 400, certificateOutlineId: 'other' }], true],
		['that another person has renewed', [{ expires: 400, userId: 'ben' }], true],
	])('decides whether to email a certificate %s: %#', (_what, others, isMailed) => {
		const mine = { userId: 'ana', certificateOutlineId: 'outline', title: 'Fire', expires: 20 };
		const certificate = ({ expires, ...fields }: IDataObject) => ({
			...mine,
			userName: 'Ana',
			userMail: '',
			managerMails: ['boss@example.com'],
			...fields,
			expirationDate:
				typeof expires === 'number' ? DateTime.utc().plus({ days: expires }).toISO() : undefined,
		});
		for (const all of [
			[mine, ...others],
			[...others, mine],
		]) {
			const records = all.map(certificate) as IDataObject[];
			const set = fieldsSet(
				'expiring-certificates.json',
				'Write a line for each certificate',
				records,
			);
			const managers = set[all.indexOf(mine)]?.managerMail;
			expect(managers).toEqual(isMailed ? ['boss@example.com'] : []);
		}
	});

	it('contains the number of days in only one place', () => {
		const text = readFileSync(join(examples, 'expiring-certificates.json'), 'utf8');
		expect(text.match(/\b30\b/g)).toHaveLength(1);
	});
});

it.each([
	[
		'when-a-course-is-completed.json',
		{ userName: '<!channel>', courseName: 'R&D' },
		'!channel completed R&D',
	],
	['instant-completions.json', { userName: 'Ana', courseName: '<@U1> <b>' }, 'Ana finished @U1 b'],
	['for-each-new-published-course.json', { text: 'New course: <!here>' }, 'New course: !here'],
])('%s mentions nobody in a chat because of a name: %j', (file, json, text) => {
	const node = nodeIn(example(file), ({ name }) => name === 'Post it to a chat');
	const alone = { nodes: [node], connections: {} };
	const { name, parameters } = node;
	const body = evaluate(alone, { name, value: parameters.jsonBody, input: [{ json }] });
	expect(JSON.parse(body as string)).toEqual({ text });
});

describe.each(['ask-an-agent.json', 'mcp-server.json'])('%s', (file) => {
	it('lists who is late on a path', async () => {
		const sandbox = await startService({ users: 1 });
		const { catalogue } = sandbox;
		for (const list of ['users', 'paths/stats'] as const) catalogue.clear(list);
		const [ana = '', ben = ''] = addPeople(sandbox, 'Ana', 'Ben');
		const { _id: pathId = '' } = catalogue.list('paths')[0] ?? {};
		const enroll = (userId: string, type: string) =>
			catalogue.add('paths/stats', { pathId, userId, status: { type }, unenrolledAt: undefined });
		enroll(ana, 'late');
		enroll(ben, 'onTime');
		const tool = example(file).nodes.find(({ name }) => name === 'List path status');
		const asked = { Path_ID: pathId, Show: 'late' };
		const { answer } = await callTool(sandbox, tool?.parameters ?? {}, asked);
		expect(answer.flatMap(({ userName = [] }) => userName)).toEqual(['Ana']);
	});

	it('finds groups by a word in their names', async () => {
		const sandbox = await startService({ groups: 3 });
		const { _id } = sandbox.catalogue.add('groups', { name: 'Night Watch' });
		const tool = example(file).nodes.find(({ name }) => name === 'List groups');
		const { answer } = await callTool(sandbox, tool?.parameters ?? {}, { Name_Contains: 'watch' });
		expect(answer.map((group) => group._id)).toEqual([_id]);
	});

	it.each([
		[{ Name_Contains: 'ana' }, [['Ana', 'inProgress']]],
		[{ Name_Contains: 'ana', Show: 'completed' }, []],
		[
			{},
			[
				['Ana', 'inProgress'],
				['Cem', 'notStarted'],
			],
		],
		[{ Show: 'completed' }, [['Ben', 'completed']]],
	])("returns the right people and statuses for an agent's input: %j", async (input, expected) => {
		const sandbox = await startService({ courses: 1, users: 1 });
		const { catalogue } = sandbox;
		for (const list of ['users', 'courses/stats'] as const) catalogue.clear(list);
		const [ana = '', ben = ''] = addPeople(sandbox, 'Ana', 'Ben', 'Cem');
		const courseId = catalogue.list('courses')[0]?._id ?? '';
		const completedAt = '2026-01-27T09:00:00.000Z';
		catalogue.add('courses/stats', { courseId, userId: ana, completedAt: undefined });
		catalogue.add('courses/stats', { courseId, userId: ben, completedAt });

		const tool = example(file).nodes.find(({ name }) => name === 'List training status');
		const asked = { Course_ID: courseId, ...input };
		const { answer, error } = await callTool(sandbox, tool?.parameters ?? {}, asked);
		expect(error).toBeUndefined();
		const people = answer.filter(({ userId }) => userId !== undefined);
		expect(people.map(({ userName, status }) => [userName, status])).toEqual(expected);
	});
});
