import {
	executeFilter,
	type FilterValue,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeParameters,
} from 'n8n-workflow';

import type { Sandbox, SandboxOptions } from '../../sandbox';
import { evaluate, example, nodeIn } from '../example';
import { runNode } from '../harness';
import { jsonOf } from '../lists';
import { setClock, startService, storedFor } from '../service';
import { byId, outcomeOf, writesTo } from './people';

/** Runs the example's node of this package for the rows of the table. */
async function runExample(
	sandbox: Sandbox,
	file: string,
	table: IDataObject[],
	chosen: INodeParameters = {},
) {
	const node = example(file).nodes.find(
		({ type, parameters }) =>
			type.endsWith('.learningPlatform') && parameters.operation !== 'notInTable',
	);
	const run = await runNode({
		credential: storedFor(sandbox),
		parameters: { ...node?.parameters, ...chosen },
		onError: 'continueErrorOutput',
		items: table.map((json) => ({ json })),
		workflowSettings: { timezone: 'Europe/Paris' },
	});
	expect(run.error).toBeUndefined();
	return { run, done: jsonOf(run.items), failed: jsonOf(run.errorItems) };
}

const nodeOf = (file: string, isMeant: (node: INode) => boolean) => nodeIn(example(file), isMeant);

const ran = (items: INodeExecutionData[][], previousNode?: string) => [
	{
		startTime: 0,
		executionTime: 0,
		executionIndex: 0,
		source: [previousNode ? { previousNode } : null],
		data: { main: items },
	},
];

/** Returns what the node that reports failures says. */
function reportOf(file: string, failed: IDataObject[]): string {
	const { name, parameters } = nodeOf(file, ({ type }) => type.endsWith('.stopAndError'));
	const input = failed.map((json) => ({ json }));
	return evaluate(example(file), { name, value: parameters.errorMessage, input }) as string;
}

const NIGHT_MS = 86_400_000;

/** A platform whose clock the test sets, with the group Nurses and the users Ana, Ben (deleted), and Cem. */
async function startNights(options: SandboxOptions = {}) {
	const clock = { now: Date.parse('2026-11-28T04:00:00Z') };
	setClock(() => clock.now);
	const platform = { courses: 1, users: 0, groups: 2, clock: () => clock.now };
	const sandbox = await startService({ ...platform, ...options });
	const { catalogue, company } = sandbox;
	const [group] = catalogue.list('groups');
	catalogue.clear('external-ids');
	catalogue.update('groups', group?._id ?? '', { name: 'Nurses' });
	for (const firstName of ['Ana', 'Ben', 'Cem']) {
		const mail = `${firstName.toLowerCase()}@example.com`;
		company.addUser({ firstName, lastName: 'Silva', job: 'Nurse', mail });
	}
	const ben = catalogue.list('users').find(({ firstName }) => firstName === 'Ben');
	company.deleteUser(ben?._id ?? '');
	const nextNight = () => {
		clock.now += NIGHT_MS;
		company.closeAccounts();
	};
	return { sandbox, nextNight };
}

const row = (firstName: string, more: IDataObject = {}): IDataObject => ({
	number: `7${firstName.length}${firstName}`,
	mail: `${firstName.toLowerCase()}@example.com`,
	firstName,
	lastName: 'Silva',
	job: 'Nurse',
	department: 'Nurses',
	lastDay: null,
	...more,
});

describe.each<[name: string, options: SandboxOptions]>([
	['an ordinary platform', {}],
	['a platform that hides deleted users', { deletedUsers: 'byStatus' }],
])('both examples on one HR table, three nights in a row, on %s', (_name, options) => {
	it('write only what differs', async () => {
		const { sandbox, nextNight } = await startNights(options);
		const table = [
			row('Ana', { job: 'Doctor' }),
			row('Ben', { lastDay: '2026-11-01' }),
			row('Cem', { lastDay: '2026-11-29' }),
			row('Dora', { mail: ' Dora@Example.com' }),
			row('Eva', { lastDay: '2020-01-31' }),
		];
		const leavers = table.filter(({ lastDay }) => lastDay !== null);
		const nights: [string[], string[], number][] = [];
		for (let night = 0; night < 3; night += 1) {
			const before = writesTo(sandbox).length;
			const hires = await runExample(sandbox, 'new-hires.json', table);
			const left = await runExample(sandbox, 'leavers.json', leavers);
			const outcomes = [hires, left].map(({ done }) => done.map(outcomeOf));
			nights.push([outcomes[0] ?? [], outcomes[1] ?? [], writesTo(sandbox).length - before]);
			expect([hires.failed, left.failed.map(({ mail }) => mail)]).toEqual([
				[],
				['eva@example.com'],
			]);
			nextNight();
		}
		expect(nights).toEqual([
			[['updated', 'left', 'updated', 'created', 'left'], ['left', 'unchanged'], 6],
			[['unchanged', 'left', 'unchanged', 'unchanged', 'left'], ['left', 'unchanged'], 0],
			[['unchanged', 'left', 'left', 'unchanged', 'left'], ['left', 'left'], 0],
		]);
	});
});

it('an HR table with ten ordinary mistakes: the report lists each row with the reason and the advice', async () => {
	const { sandbox } = await startNights();
	const table = [
		row('Ana', { mail: 'Ana Silva ana@example.com' }),
		row('Fay', { number: '' }),
		row('Gus', { mail: 'gus@example.com; gus@home.example' }),
		row('Hal', { job: '#N/A' }),
		row('Ida', { department: 'Nurse' }),
		row('Jan', { department: '' }),
		row('Cem', { lastDay: '12.03.2027' }),
		row('Kim', { lastDay: '2027' }),
		row('Lea', { lastName: 'undefined' }),
		row('Cem', { job: 'Doctor' }),
		row('Cem', { job: 'Teacher' }),
		row('Max'),
	];
	const { done, failed } = await runExample(sandbox, 'new-hires.json', table);
	expect(done.map(outcomeOf)).toEqual(['updated', 'created']);
	const lines = reportOf('new-hires.json', failed).split('\n');
	expect(lines).toMatchInlineSnapshot(`
		[
		  "10 rows failed. The other rows were processed; correct the causes, and the next run catches up.",
		  "- Ana Silva ana@example.com Ana Silva: Email is not an email address. The entry is "Ana Silva ana@example.com". Enter one address, without a name, quotation marks, or spaces. If you use an expression, check its result.",
		  "- fay@example.com Fay Silva: Personnel Number is empty. Enter a value, or leave out rows that have none. If you use an expression, check its result.",
		  "- gus@example.com; gus@home.example Gus Silva: Email is not an email address. The entry is "gus@example.com; gus@home.example". Enter one address, without a name, quotation marks, or spaces. If you use an expression, check its result.",
		  "- hal@example.com Hal Silva: Job is an error, not a value. The entry is "#N/A". Correct the formula in the table. If you use an expression, check its result.",
		  "- ida@example.com Ida Silva: The platform has no group with this name. The name is "Nurse". Check the spelling, or choose the group From List.",
		  "- jan@example.com Jan Silva: The user is new, and Group for New Users is empty. Choose the group that the user should join. To avoid creating users, leave out their rows.",
		  "- cem@example.com Cem Silva: Last Day must be a date such as 2026-12-31. The entry is "12.03.2027". Other formats could be read in two ways: change the format of the column in the table. If you use an expression, check its result.",
		  "- kim@example.com Kim Silva: Last Day must be a date such as 2026-12-31. The entry is "2027". Other formats could be read in two ways: change the format of the column in the table. If you use an expression, check its result.",
		  "- lea@example.com Lea undefined: Last Name is an error, not a value. The entry is "undefined". Correct the formula in the table. If you use an expression, check its result.",
		  "- cem@example.com Cem Silva: An earlier item asks for a different value for the same user. The rows differ in Job. Remove one of the two rows from the table, or make them equal.",
		]
	`);
	expect(reportOf('leavers.json', failed).split('\n')).toEqual(lines);
});

/** Returns those of a node's items that meet all conditions of the filter behind it. */
function keptBy(
	file: string,
	name: string,
	{ items, errorItems }: { items: INodeExecutionData[]; errorItems: INodeExecutionData[] },
	table: IDataObject[],
): IDataObject[] {
	const [from, own] = ['.learningPlatform', '.dataTable'].map((type) =>
		nodeOf(file, (node) => node.type.endsWith(type) && node.parameters.operation !== 'notInTable'),
	);
	const previousNode = from?.name ?? '';
	const runData = {
		[own?.name ?? '']: ran([table.map((json) => ({ json }))]),
		[previousNode]: ran([items, errorItems], own?.name),
	};
	const value = nodeOf(file, (node) => node.name === name).parameters.conditions;
	// n8n pairs a node's input with the output of the node before.
	const input = items.map((item, at) => ({ ...item, pairedItem: { item: at } }));
	const source = { main: [{ previousNode }] };
	const isKept = (at: number) =>
		executeFilter(
			evaluate(
				example(file),
				{ name, value, input, at },
				{
					runData,
					data: { main: [input] },
					source,
				},
			) as FilterValue,
		);
	return jsonOf(items).filter((_, at) => isKept(at));
}

it('hr-table-every-night moves nobody of whom a row failed', async () => {
	const { sandbox } = await startNights();
	sandbox.company.addUser({ firstName: 'Dora', mail: 'dora@example.com' });
	sandbox.company.addUser({ firstName: 'Eva', mail: 'eva@example.com' });
	const table = [
		row('Ana'),
		row('Ana', { job: 'Teacher' }),
		row('Ben'),
		row('Cem'),
		row('Dora'),
		row('Dora', { mail: ' DORA@example.com', number: '' }),
		row('Eva', { number: 9 }),
		row('Fay', { number: '#N/A', mail: '' }),
		row('Gus', { number: 42 }),
		row('Gus', { number: '0042', mail: '', job: 'Teacher' }),
		// Only numbers are the same with zeros in front.
		row('Hal', { mail: '7@example.com' }),
		row('Ivo', { number: '#N/A', mail: '07@example.com' }),
	];
	const file = 'hr-table-every-night.json';
	const { run, failed } = await runExample(sandbox, file, table);
	expect(failed).toHaveLength(5);
	const kept = keptBy(file, 'Keep people with an account', run, table);
	expect(kept.map(({ mail }) => mail)).toEqual([
		'cem@example.com',
		'eva@example.com',
		'7@example.com',
	]);
});

it.each([
	['new-hires.json', 'Keep new people'],
	['hr-table-every-night.json', 'Keep people with an account'],
])('%s mails and moves nobody in a dry run', async (file, filter) => {
	const { sandbox } = await startNights();
	const table = [row('Cem', { job: 'Doctor' }), row('Dora')];
	const kept = async (dryRun: boolean) => {
		const { run } = await runExample(sandbox, file, table, { options: { dryRun } });
		return keptBy(file, filter, run, table);
	};
	expect(await kept(true)).toEqual([]);
	expect(await kept(false)).not.toEqual([]);
});

it('the report of a run that stopped names no row', async () => {
	const { sandbox } = await startNights();
	const table = Array.from({ length: 30 }, (_, at) => {
		const firstName = `P${at}`;
		sandbox.company.addUser({ firstName, mail: `${firstName.toLowerCase()}@example.com` });
		return row(firstName);
	});
	const { done, failed } = await runExample(sandbox, 'new-hires.json', table);
	expect(done).toEqual([]);
	expect(reportOf('new-hires.json', failed)).toContain('- All rows: The run would change 30 of 30');
	expect(writesTo(sandbox)).toEqual([]);
});

it('the welcome email greets people without a first name by their address', () => {
	const file = 'new-hires.json';
	const name = 'Send a welcome email';
	const { text: value } = nodeOf(file, (node) => node.name === name).parameters;
	const input = [{ json: { mail: 'zoe@example.com', outcome: 'created' } }];
	expect(evaluate(example(file), { name, value, input })).toMatch(/^Hello zoe@example\.com,/);
});

it.each([
	[
		false,
		/^Accounts: updated 1, created 1, deleted 1\nGroups: none\n[^]*\nFailed: 1\n- 1 row: Job is an error[^]*\nDeleted on the platform, and left that way: gus@example\.com\n/,
	],
	[
		true,
		/^Dry Run is on in Create or update each person: nothing was written\. Leavers found: 1\.\n\nAccounts: /,
	],
])('the report of hr-table-every-night, dry run: %s', async (dryRun, report) => {
	const { sandbox } = await startNights();
	const gone = sandbox.company.addUser({ mail: 'gus.old@example.com', status: 'deleted' });
	const mapping = { platform: 'hr', targetType: 'user', value: '8' };
	sandbox.catalogue.add('external-ids', { ...mapping, targetId: gone._id });
	const rows = [row('Cem', { job: 'Doctor' }), row('Dora'), row('Eva', { job: '#N/A' })];
	const table = [...rows, row('Gus', { number: '8' })];
	const file = 'hr-table-every-night.json';
	const { run } = await runExample(sandbox, file, table, { options: { dryRun } });
	const name = 'Email the report';
	const { text: value } = nodeOf(file, (node) => node.name === name).parameters;
	const runData = {
		'Read the HR table': ran([table.map((json) => ({ json }))]),
		'Find leavers': ran([[{ json: { _id: 'gone' } }]]),
		'Create or update each person': ran([run.items, run.errorItems]),
	};
	expect(evaluate(example(file), { name, value }, { runData })).toMatch(report);
});

it('enroll-people enrolls each person once, leaves out who is excluded, and reports the others', async () => {
	const { sandbox } = await startNights();
	const { catalogue, company } = sandbox;
	company.addUser({ mail: 'dora@example.com' });
	const idOf = (mail: string) =>
		catalogue.list('users').find((user) => user.mail === mail)?._id ?? '';
	const pathId = catalogue.add('paths', { status: 'published' })._id;
	const excluded = { type: 'excludedLearners', ids: [idOf('dora@example.com')] };
	const audience = { filters: [excluded], mode: 'dynamic' };
	const sessionId = company.addSession(pathId, audience)._id;
	const table = ['Ana', 'Ben', 'Cem', 'Dora', 'Zoe'].map((name) => ({
		mail: `${name.toLowerCase()}@example.com`,
	}));
	const chosen = { pathId: byId(pathId), sessionId: byId(sessionId) };
	const file = 'enroll-people.json';
	const first = await runExample(sandbox, file, table, chosen);
	expect(first.done.map(outcomeOf)).toEqual(['enrolled', 'enrolled', 'excluded']);
	expect(reportOf(file, first.failed).split('\n')).toMatchInlineSnapshot(`
		[
		  "2 rows failed. The other rows were processed; correct the causes, and the next run catches up.",
		  "- ben@example.com: The user is deleted, and deleted users cannot be enrolled. To restore the user, run Create or Update with the email and a group, and choose Restore It under If the Account Is Deleted.",
		  "- zoe@example.com: The platform has no such user. The entry is "zoe@example.com". Check the entry for a typing error, or create the user with Create or Update.",
		]
	`);
	const second = await runExample(sandbox, file, table, chosen);
	expect(second.done.map(outcomeOf)).toEqual(['unchanged', 'unchanged', 'excluded']);
	expect(writesTo(sandbox)).toHaveLength(1);
	expect(company.audiences.of({ pathId, sessionId }).filters).toEqual([
		excluded,
		{ type: 'users', ids: ['ana@example.com', 'cem@example.com'].map(idOf) },
	]);
});

it.each([
	['dynamic', {}, 1],
	['manual', {}, 0],
	['dynamic', { dryRun: true }, 0],
])('enroll-people mails whoever is enrolled: in %s mode, %j', async (mode, options, mailed) => {
	const { sandbox } = await startNights({ audienceEdits: 'byMode' });
	const pathId = sandbox.catalogue.add('paths', { status: 'published' })._id;
	const sessionId = sandbox.company.addSession(pathId, { filters: [], mode })._id;
	const chosen = { pathId: byId(pathId), sessionId: byId(sessionId), options };
	const table = [{ mail: 'ana@example.com' }];
	const { run, done } = await runExample(sandbox, 'enroll-people.json', table, chosen);
	expect(done.map(outcomeOf)).toEqual(['enrolled']);
	expect(keptBy('enroll-people.json', 'Keep new people', run, table)).toHaveLength(mailed);
});
