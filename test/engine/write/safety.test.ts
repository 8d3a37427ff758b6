import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { setClock } from '../service';
import { callTool } from '../tool';
import { byId, CONTINUE, FORMS, ofItem, outcomeOf, startPlatform, write, writesTo } from './people';

const JOB = { fields: { job: '={{ $json.job }}' } };

type Platform = Awaited<ReturnType<typeof startPlatform>>;

/** A platform with this many further users, and a row for each. */
async function startMany(count: number) {
	const platform = await startPlatform();
	const rows = Array.from({ length: count }, (_, at) => {
		const mail = `p${at}@example.com`;
		platform.add(`p${at}`, { mail });
		return { mail, job: 'Nurse', until: '' };
	});
	return { ...platform, rows };
}

describe('Change Limit', () => {
	it.each<
		[name: string, found: number, changes: number, limit: number | undefined, fails: boolean]
	>([
		['all of 20 users', 20, 20, undefined, false],
		['all of 21 users', 21, 21, undefined, true],
		['everybody, with a limit of 100', 30, 30, 100, false],
	])('%s', async (_name, found, changes, changeLimit, fails) => {
		const { sandbox, rows } = await startMany(found);
		const table = rows.map((row, at) => (at < changes ? { ...row, job: 'Doctor' } : row));
		const form: INodeParameters = {
			...JOB,
			...(changeLimit !== undefined && { options: { changeLimit } }),
		};
		const { error } = await write(sandbox, 'upsert', table, form);
		expect(writesTo(sandbox)).toHaveLength(fails ? 0 : changes);
		const limit = changeLimit ?? 50;
		expect(error?.message).toBe(
			fails
				? `The run would change ${changes} of ${found} users, more than the ${limit} percent in Change Limit`
				: undefined,
		);
		if (fails) expect(error?.description).toContain(`Changes by field: Job ${changes}.`);
	});

	it('does not count new users', async () => {
		const { sandbox, group } = await startPlatform();
		const rows = Array.from({ length: 25 }, (_, at) => ({
			mail: `new${at}@example.com`,
			job: 'Nurse',
			groupId: group,
		}));
		const { found } = await write(sandbox, 'upsert', rows, JOB);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'created'));
	});

	it('hands nothing on if On Error is set to Continue, and says why in a hint', async () => {
		const { sandbox, rows } = await startMany(30);
		const table = rows.map((row) => ({ ...row, job: 'Doctor' }));
		const regular = await write(sandbox, 'upsert', table, JOB, CONTINUE);
		expect(regular.found).toEqual([]);
		expect(regular.told.join()).toMatch(/^Nothing was written\. The run would change 30 of 30/);
		expect(regular.lines.filter((line) => line.includes('The run would change'))).toHaveLength(1);
		const ofErrors = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await write(sandbox, 'upsert', table, JOB, ofErrors);
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(1);
	});

	it('lets the items of a dry run through, with a hint', async () => {
		const { sandbox, rows } = await startMany(30);
		const table = rows.map((row) => ({ ...row, job: 'Doctor' }));
		const { found, told } = await write(sandbox, 'upsert', table, {
			...JOB,
			options: { dryRun: true },
		});
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'updated'));
		expect(told.join()).toContain('A real run would fail. The run would change 30 of 30 users');
	});
});

describe('Removal Limit', () => {
	it.each<
		[name: string, removals: number, until: string, stored: string | undefined, fails: boolean]
	>([
		['10 users', 10, '2999-12-31', undefined, false],
		['11 of 40 users', 11, '2999-12-31', undefined, true],
		['11 last days put off', 11, '2999-12-31', '2990-01-01T00:00:00.000Z', false],
		['11 last days brought forward', 11, '2980-12-31', '2990-01-01T00:00:00.000Z', true],
		['11 people for tonight', 11, '2026-11-27', undefined, true],
		['11 last days that are stored', 11, '2989-12-31', '2990-01-01T00:00:00.000Z', false],
	])('%s', async (_name, removals, until, stored, fails) => {
		setClock(() => Date.parse('2026-11-28T10:00:00Z'));
		const { sandbox, rows } = await startMany(40);
		const { catalogue } = sandbox;
		for (const { _id } of catalogue.list('users')) {
			catalogue.update('users', _id, { toBeDeactivatedAt: stored });
		}
		const table = rows.map((row, at) => (at < removals ? { ...row, until } : row));
		const fields = { toBeDeactivatedAt: '={{ $json.until }}' };
		const { error } = await write(sandbox, 'upsert', table, { fields });
		if (fails) {
			expect(error?.message).toMatch(
				/^The run would set or bring forward the last day of 11 of 40/,
			);
			expect(writesTo(sandbox)).toEqual([]);
		} else expect(error).toBeUndefined();
	});
});

describe('the limits', () => {
	it('do not count deleted accounts as users found', async () => {
		setClock(() => Date.parse('2026-11-28T10:00:00Z'));
		const { sandbox, rows, add } = await startMany(12);
		const table = rows.map((row) => ({ ...row, until: '2999-12-31' }));
		for (let at = 0; at < 110; at += 1) {
			const mail = `gone${at}@example.com`;
			add(`gone${at}`, { mail, status: 'deleted' });
			table.push({ mail, job: '', until: at % 2 === 0 ? '2020-01-31' : '' });
		}
		const fields = { toBeDeactivatedAt: '={{ $json.until }}' };
		const { error } = await write(sandbox, 'upsert', table, { fields });
		expect(error?.message).toMatch(/the last day of 12 of 12 users/);
		expect(writesTo(sandbox)).toEqual([]);
	});

	it.each<[name: string, form: INodeParameters, ofRun: number, error: RegExp | undefined]>([
		['change of', JOB, 11, /^The run would change 22 of 22 users/],
		[
			'last day of',
			{ fields: { toBeDeactivatedAt: '2999-12-31' } },
			8,
			/^The run would set or bring forward the last day of 16 of 16 users/,
		],
		[
			'second change of a user once in',
			{ fields: { job: '={{ $json.job + $runIndex }}' }, mail: '={{ $json.mail }}' },
			...([15, undefined] as const),
		],
	])('count the %s all runs of the node', async (_name, form, ofRun, error) => {
		const { sandbox, rows } = await startMany(2 * ofRun);
		const table = rows.slice(0, ofRun).map(({ mail }, at) => {
			return { mail, next: rows[at + ofRun]?.mail ?? '', job: 'Doctor' };
		});
		// As in a loop, the second run gets other rows.
		const mail = '={{ $runIndex === 0 ? $json.mail : $json.next }}';
		const run = await write(sandbox, 'upsert', table, { mail, ...form }, { connections: 2 });
		expect(run.error?.message ?? '').toMatch(error ?? /^$/);
		expect(writesTo(sandbox)).toHaveLength(error ? ofRun : 2 * ofRun);
		if (error) expect(run.error?.description).toContain('without Loop Over Items');
	});
});

const LEAVERS = { resource: 'user', mail: ofItem('mail') };

it.each<[label: string, operation: string, form: INodeParameters, values: unknown[]]>([
	['Dry Run', 'upsert', { options: { dryRun: ofItem('setting') } }, [true, false]],
	['Change Limit', 'upsert', { options: { changeLimit: ofItem('setting') } }, [100, 0]],
	[
		'HR System',
		'upsert',
		{ findBy: 'externalId', externalId: '7', platform: ofItem('setting') },
		['sap', 'workday'],
	],
	['Removal Limit', 'upsert', { options: { removalLimit: ofItem('setting') } }, [100, 0]],
	[
		'Groups Under',
		'setMembers',
		{ groupsUnder: byId(ofItem('setting')) },
		['a'.repeat(24), 'b'.repeat(24)],
	],
	['Other Members', 'setMembers', { others: ofItem('setting') }, ['keep', 'remove']],
	[
		'Removal Limit',
		'notInTable',
		{ ...LEAVERS, platform: 'sap', options: { removalLimit: ofItem('setting') } },
		[100, 0],
	],
	['Output', 'notInTable', { ...LEAVERS, output: ofItem('setting') }, ['raw', 'simplified']],
	['HR System', 'notInTable', { ...LEAVERS, platform: ofItem('setting') }, ['sap', '']],
	[
		'Group',
		'notInTable',
		{ ...LEAVERS, groupId: byId(ofItem('setting')) },
		['a'.repeat(24), 'b'.repeat(24)],
	],
])('%s must be the same in all items', async (label, operation, form, values) => {
	const { sandbox, rows } = await startMany(2);
	const ids = { userId: 'c'.repeat(24), groupId: 'd'.repeat(24), role: 'learner' };
	const table = rows.map((row, at) => ({ ...row, ...ids, setting: values[at] as string }));
	const { error } = await write(sandbox, operation, table, form);
	expect(error?.message).toBe(`${label} differs between the items`);
	expect(error).not.toHaveProperty('context.itemIndex');
	expect(sandbox.journal.entries).toEqual([]);
});

describe('Dry Run tells what a real run would say:', () => {
	it.each<[name: string, operation: string, row: (p: Platform) => object, outcome: string]>([
		[
			'an unknown group',
			'upsert',
			() => ({ mail: 'x@example.com', groupId: 'f'.repeat(24) }),
			'!The service has no group with this ID',
		],
		[
			'no group',
			'upsert',
			() => ({ mail: 'x@example.com' }),
			'!The user is new, and Group for New Users is empty',
		],
		[
			'a deleted user',
			'upsert',
			({ group }) => ({ mail: 'ben@example.com', groupId: group }),
			'deleted',
		],
		[
			'a past date of long ago',
			'upsert',
			() => ({ mail: 'ana@example.com', until: '2020-01-31' }),
			'!Last Day is more than 31 days ago',
		],
		[
			'an address of somebody else',
			'update',
			({ ana }) => ({ userId: ana, mail: 'cem@example.com' }),
			'!The address in Email belongs to another user',
		],
		[
			'a deleted member',
			'addMember',
			({ ben, group }) => ({ userId: ben, groupId: group, role: 'coach' }),
			'!The user is deleted',
		],
		[
			'an unknown member',
			'addMember',
			({ group }) => ({ userId: 'f'.repeat(24), groupId: group, role: 'coach' }),
			'!The service has no user with',
		],
		[
			'an unknown group of a member',
			'addMember',
			({ cem }) => ({ userId: cem, groupId: 'f'.repeat(24), role: 'coach' }),
			'!The service has no group with this ID',
		],
	])('%s', async (_name, operation, rowOf, outcome) => {
		const platform = await startPlatform();
		const { sandbox } = platform;
		const fieldsOf: Record<string, IDataObject> = {
			upsert: { toBeDeactivatedAt: ofItem('until') },
			update: { mail: ofItem('mail') },
		};
		const fields = fieldsOf[operation] as INodeParameters | undefined;
		const form = { options: { dryRun: true }, ...(fields && { fields }) };
		const { found } = await write(sandbox, operation, [rowOf(platform) as never], form, CONTINUE);
		expect(found.map(outcomeOf)[0]).toContain(outcome);
		expect(writesTo(sandbox)).toEqual([]);
	});

	it.each<
		[
			name: string,
			rows: [who: 'ana' | 'cem' | 'eva', mail: string, username?: string][],
			outcomes: string[],
		]
	>([
		[
			'an address is free once an earlier row has given it up',
			[
				['ana', 'ana.silva'],
				['cem', 'ana'],
			],
			['updated', 'updated'],
		],
		[
			'two people cannot swap addresses',
			[
				['ana', 'cem'],
				['cem', 'ana'],
			],
			['!The address in Email', '!The address in Email'],
		],
		[
			'an address is not free before the row that gives it up',
			[
				['ana', 'cem'],
				['cem', 'eva'],
				['eva', 'eva.silva'],
			],
			['!The address in Email', '!The address in Email', 'updated'],
		],
		[
			'a row that fails because of its user name gives up no address',
			[
				['ana', 'ana.silva', 'eva'],
				['cem', 'ana'],
			],
			['!Another user already has the user name', '!The address in Email'],
		],
		[
			'a row that fails takes no address',
			[
				['ana', 'new', 'eva'],
				['cem', 'new'],
			],
			['!Another user already has the user name', 'updated'],
		],
	])('that %s', async (_name, rows, outcomes) => {
		const { sandbox, add, ...ids } = await startPlatform();
		const people = { ...ids, eva: add('Eva', { username: 'eva' }) };
		const table = rows.map(([who, mail, username]) => ({
			userId: people[who],
			mail: `${mail}@example.com`,
			username,
		}));
		for (const dryRun of [true, false]) {
			const fields = { mail: ofItem('mail'), username: ofItem('username') };
			const form = { fields, options: { dryRun } };
			const { found } = await write(sandbox, 'update', table, form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual(
				outcomes.map((one) => expect.stringContaining(one) as string),
			);
		}
	});

	it('that leaving a group also means leaving the public groups below', async () => {
		const { sandbox, ana, group = '' } = await startPlatform();
		const { catalogue } = sandbox;
		const child = catalogue.add('groups', { parentId: group, public: true })._id;
		catalogue.add(`users/${ana}/roles`, { groupId: child, role: 'learner' });
		catalogue.add(`groups/${child}/roles`, { userId: ana, role: 'learner' });
		const rows = [group, child].map((groupId) => ({ groupId, userId: ana, role: 'learner' }));
		for (const dryRun of [true, false]) {
			const { found } = await write(sandbox, 'removeMember', rows, { options: { dryRun } });
			expect(found.map(outcomeOf)).toEqual(['removed', 'notMember']);
		}
		expect(writesTo(sandbox)).toHaveLength(1);
	});

	it('without the scope for groups, which a real run does not need', async () => {
		const { sandbox, group = '' } = await startPlatform({ scopes: ['users:read', 'users:write'] });
		const row = { mail: 'dora@example.com' };
		for (const dryRun of [true, false]) {
			const form = { groupId: byId(group), options: { dryRun } };
			const { found } = await write(sandbox, 'upsert', [row], form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual(['created']);
		}
	});
});

describe.each([
	['a dry run', true],
	['a real run', false],
])('%s refuses, before anything is sent,', (_name, dryRun) => {
	const fields = { mail: ofItem('mail'), username: ofItem('username'), job: ofItem('job') };
	const BY: Record<string, INodeParameters> = {
		mail: { fields },
		username: { findBy: 'username', username: ofItem('username'), fields },
		number: { findBy: 'externalId', externalId: '7', platform: 'sap', fields },
	};
	const NAME = '!Another user already has the user name';
	const ADDRESS = '!The address in Email belongs to another user';

	it.each<[name: string, by: string, rows: IDataObject[], outcomes: string[]]>([
		['the user name of another user', 'mail', [{ mail: 'x@example.com', username: 'CEM' }], [NAME]],
		[
			'the user name of a deleted account',
			'mail',
			[{ mail: 'x@example.com', username: 'ben' }],
			[NAME],
		],
		[
			'the address of another user',
			'username',
			[{ mail: 'cem@example.com', username: 'x' }],
			[ADDRESS],
		],
		[
			'the address of a deleted account',
			'username',
			[{ mail: 'ben@example.com', username: 'x' }],
			[ADDRESS],
		],
		[
			'the user name of a deleted account, with a number',
			'number',
			[{ mail: 'x@example.com', username: 'ben' }],
			[NAME],
		],
		[
			'one address for two new users',
			'username',
			[
				{ mail: 'x@example.com', username: 'x' },
				{ mail: 'x@example.com', username: 'y' },
			],
			['created', ADDRESS],
		],
	])('%s', async (_case, by, rows, outcomes) => {
		const { sandbox, ben, cem, group } = await startPlatform();
		for (const [id, username] of [
			[ben, 'ben'],
			[cem, 'cem'],
		] as const) {
			sandbox.catalogue.update('users', id, { username });
		}
		const before = sandbox.catalogue.list('users');
		const table = rows.map((row) => ({ ...row, job: 'Doctor', groupId: group }));
		const form = { ...BY[by], options: { dryRun } };
		const { found } = await write(sandbox, 'upsert', table, form, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(
			outcomes.map((one) => expect.stringContaining(one) as string),
		);
		expect(sandbox.catalogue.list('users').slice(0, before.length)).toEqual(before);
		const created = outcomes.filter((one) => one === 'created').length;
		expect(writesTo(sandbox)).toHaveLength(dryRun ? 0 : created);
	});
});

it.each([
	['an empty text', '={{ "" }}'],
	['a missing field', '={{ $json.missing }}'],
	['a text that is no Boolean', '={{ "maybe" }}'],
])('Dry Run and Send Invitation write nothing if they are %s', async (_name, value) => {
	const { sandbox, group } = await startPlatform();
	const row = { mail: 'dora@example.com', job: 'Doctor', groupId: group };
	for (const option of ['dryRun', 'sendInvitation']) {
		const { error } = await write(sandbox, 'upsert', [row], { options: { [option]: value } });
		expect(error?.message).toMatch(/^(Dry Run|Send Invitation) (is empty|must be true or false)$/);
	}
	expect(sandbox.journal.entries).toEqual([]);
});

describe.each(Object.entries(FORMS))('%s', (operation, { resource }) => {
	const form = { platform: 'sap' };

	it('refuses Execute Once', async () => {
		const { sandbox } = await startPlatform();
		const rows = [{ mail: 'ana@example.com' }, { mail: 'cem@example.com' }];
		const { error } = await write(sandbox, operation, rows, form, { executeOnce: true });
		expect(error?.message).toMatch(/^Execute Once is on, so only the first row/);
		expect(sandbox.journal.entries).toEqual([]);
	});

	it('rejects agents in its routes and in the code that AI Agent 3 calls', async () => {
		const { sandbox } = await startPlatform();
		const byRoutes = await callTool(sandbox, { resource, operation, ...form });
		const type = 'learningPlatformTool';
		const byCode = await write(sandbox, operation, [{ mail: 'ana@example.com' }], form, { type });
		for (const { error } of [byRoutes, byCode]) {
			expect(error?.message).toContain('cannot be used as a tool');
		}
		expect(sandbox.journal.entries).toEqual([]);
	});
});

it.each([
	['an empty role', ''],
	['null', null],
	['spaces', '  '],
	['a missing role', undefined],
	['an unknown role', 'teacher'],
	['a number', 7],
])('Remove Member removes nobody for %s', async (_name, role) => {
	const { sandbox, ana, group } = await startPlatform();
	const row = { userId: ana, groupId: group, role } as never;
	const { found } = await write(sandbox, 'removeMember', [row], {}, CONTINUE);
	expect(found.map(outcomeOf)[0]).toMatch(/^!Role must be admin/);
	expect(writesTo(sandbox)).toEqual([]);
});

describe('cells', () => {
	// test/unit/values/cells.test.ts has the others.
	it.each(['#N/A', 'undefined'])('%s is refused in any field', async (job) => {
		const { sandbox } = await startPlatform();
		const row = { mail: 'ana@example.com', job };
		const { found } = await write(sandbox, 'upsert', [row], JOB, CONTINUE);
		expect(found[0]).toMatchObject({
			error: 'Job is an error, not a value',
			message: expect.stringContaining(`"${job}"`) as string,
		});
		expect(sandbox.journal.entries).toEqual([]);
	});

	it.each([
		["'+49 30 1", 'phone', '+49 30 1'],
		['de-DE', 'lang', 'de'],
		['en-US', 'lang', 'en'],
		['pt_BR', 'lang', 'pt'],
		['nl-BE', 'lang', 'nl_BE'],
		['nl-NL', 'lang', 'nl'],
		['ht-HT', 'lang', 'ht_HT'],
		['FR', 'lang', 'fr'],
		['German', 'lang', 'de'],
	])('%s in %s is written as %s', async (entered, field, written) => {
		const { sandbox, ana } = await startPlatform();
		sandbox.catalogue.update('users', ana, { [field]: 'xx' });
		const fields = { [field]: '={{ $json.value }}' };
		await write(sandbox, 'upsert', [{ mail: 'ana@example.com', value: entered }], { fields });
		expect(writesTo(sandbox)).toMatchObject([{ body: { [field]: written } }]);
	});

	it.each<[name: string, rows: (string | null | undefined)[], isTold: boolean]>([
		['empty in every item', ['', ''], true],
		['missing in every item', [undefined, undefined], true],
		['null in every item', [null, null, null], true],
		['spaces in every item', [' ', '\t'], true],
		['empty in one item', ['', 'Nurse'], false],
		['empty in the only item', [''], false],
	])('a field that is %s', async (_name, jobs, isTold) => {
		const { sandbox, add } = await startPlatform();
		const rows = jobs.map((job, at) => {
			add(`p${at}`);
			return { mail: `p${at}@example.com`, job } as never;
		});
		const { told, log } = await write(sandbox, 'upsert', rows, JOB);
		expect(told.some((hint) => hint.includes('No item has a value in Job'))).toBe(isTold);
		expect(log.some(({ level }) => level === 'warn')).toBe(isTold);
	});
});

it('the log names the execution, counts failures, and has no name or address', async () => {
	const { sandbox, group } = await startPlatform();
	const rows = [
		{ mail: 'ana@example.com', job: 'Doctor' },
		{ mail: 'dora@example.com', job: 'Doctor', groupId: group },
		{ mail: 'Eva Ito', job: 'Doctor' },
		{ mail: 'zoe@example.com', job: 'Doctor', groupId: '' },
	];
	const { lines } = await write(sandbox, 'upsert', rows, JOB, CONTINUE);
	expect(lines.at(-1)).toMatch(/: 4 items in \d+ ms, 2 failed, 1 updated, 1 created \(/);
	expect(
		lines.filter((line) => /: user [\da-f]{24} \w+.*, execution \S+\)$/.test(line)),
	).toHaveLength(2);
	expect(lines.join('\n')).not.toMatch(/example\.com|Eva|Doctor/);
});
