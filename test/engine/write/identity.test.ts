import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { setClock, storedFor } from '../service';
import { byId, CONTINUE, ofItem, outcomeOf, startPlatform, write, writesTo } from './people';

const JOB = { fields: { job: '={{ $json.job }}' } };

// test/unit/values/mails.test.ts has the texts that are no address, and the letters that do not count.
it.each([
	['a line break between two addresses', 'ana@example.com\nben@example.com'],
	['an error of the sheet', '#N/A'],
])('refuses %s before any request, and quotes it', async (_name, mail) => {
	const { sandbox, group } = await startPlatform();
	const { found, lines } = await write(sandbox, 'upsert', [{ mail, groupId: group }], {}, CONTINUE);
	expect(found[0]?.error).toMatch(/^Email is (not an email address|an error, not a value)$/);
	expect(found[0]?.message).toContain(mail.replace(/\s/g, ' '));
	expect(lines.join('\n')).not.toContain(mail.slice(0, 8));
	expect(sandbox.journal.entries).toEqual([]);
});

it.each([
	['an invisible letter', 'ana\u200B@example.com'],
	['another case', 'ANA@EXAMPLE.COM'],
])('finds the user of an address with %s', async (_name, mail) => {
	const { sandbox, ana } = await startPlatform();
	const { found } = await write(sandbox, 'upsert', [{ mail, job: 'Nurse' }], JOB);
	expect(found).toMatchObject([{ _id: ana, outcome: 'unchanged', changed: [], before: {} }]);
});

it.each([
	['the spaces of the platform', ' eva.ito@example.com'],
	['an invisible letter of the platform', 'eva.ito@exam\u200Bple.com'],
	['capitals in the name', 'EVA.ITO@example.com'],
])('nobody is new before all users were searched: %s', async (_name, mail) => {
	const { sandbox, group, add } = await startPlatform();
	const eva = add('Eva', { mail });
	const row = { mail: 'eva.ito@example.com', job: 'Doctor', groupId: group };
	const dry = await write(sandbox, 'upsert', [row], { ...JOB, options: { dryRun: true } });
	expect(dry.found).toMatchObject([{ _id: eva, outcome: 'updated', before: { job: 'Nurse' } }]);
	const { found } = await write(sandbox, 'upsert', [row], { ...JOB, groupId: byId('') });
	expect(found).toMatchObject([{ _id: eva, outcome: 'updated', job: 'Doctor' }]);
	expect(writesTo(sandbox)).toHaveLength(1);
});

it('prefers the living user to a deleted one, however they are spelled', async () => {
	const { sandbox, add } = await startPlatform();
	const ben = add('Ben', { mail: 'BEN@example.com' });
	const { found } = await write(
		sandbox,
		'upsert',
		[{ mail: 'ben@example.com', job: 'Doctor' }],
		JOB,
	);
	expect(found).toMatchObject([{ _id: ben, outcome: 'updated' }]);
});

it('reads the list of users once for all rows whose user is new', async () => {
	const { sandbox, group } = await startPlatform();
	const rows = Array.from({ length: 60 }, (_, at) => ({
		mail: `new${at}@example.com`,
		groupId: group,
	}));
	const form = { options: { dryRun: true } };
	const { found, told } = await write(sandbox, 'upsert', rows, form);
	expect(found.map(outcomeOf)).toEqual(rows.map(() => 'created'));
	expect(sandbox.journal.summary().requests).toMatchObject({ users: 4, 'groups/{groupId}': 1 });
	expect(told.join()).toContain('A real run would create or restore 60 users');
});

it.each([400, 413, 414, 422, 431])(
	'a lookup that is rejected with %d is repeated in halves',
	async (status) => {
		const { sandbox, add } = await startPlatform();
		const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g'];
		for (const name of names) add(name);
		sandbox.faults.add({ on: { kind: 'users', occurrence: 1 }, status, body: { error: 'no' } });
		const rows = names.map((name) => ({ mail: `${name}@example.com`, job: 'Nurse' }));
		const { found } = await write(sandbox, 'upsert', rows, JOB, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(names.map(() => 'unchanged'));
		expect(sandbox.journal.of('users')).toHaveLength(3);
	},
);

it('names the only row whose lookup is rejected', async () => {
	const { sandbox } = await startPlatform();
	sandbox.faults.add({ on: { kind: 'users' }, status: 400, body: { error: 'no' }, times: 3 });
	const rows = [{ mail: 'ana@example.com' }, { mail: 'cem@example.com', job: 'Nurse' }];
	const { found } = await write(sandbox, 'upsert', rows, JOB, CONTINUE);
	expect(found.map(({ error }) => error)).toEqual(
		rows.map(() => 'The service does not accept this value in a lookup'),
	);
	expect(found.map(({ message }) => message)).toEqual(
		rows.map(({ mail }) => expect.stringContaining(`"${mail}"`) as string),
	);
});

describe('Update, Add Member, and Remove Member name people and groups like the table:', () => {
	const by = (mode: string, value: unknown): IDataObject => ({
		__rl: true,
		mode,
		value: value as string,
	});

	it.each<[name: string, mode: string, value: (ids: { ana: string }) => string, outcome: string]>([
		['an email', 'mail', () => 'ana@example.com', 'updated'],
		['an email in capitals', 'mail', () => ' ANA@example.com ', 'updated'],
		['a user name', 'username', () => 'ana.s', 'updated'],
		['a user name in capitals', 'username', () => 'ANA.S', 'updated'],
		['an ID in email mode', 'mail', ({ ana }) => ana, 'updated'],
		['an ID in user name mode', 'username', ({ ana }) => ana, 'updated'],
		[
			'a user name that is the email of somebody else',
			'username',
			() => 'cem@example.com',
			'updated',
		],
		['an email in user name mode', 'username', () => 'ana@example.com', '!The platform has no'],
		['an ID in capitals', 'id', ({ ana }) => ana.toUpperCase(), 'updated'],
		[
			'somebody who does not exist',
			'mail',
			() => 'zoe@example.com',
			'!The platform has no such user',
		],
		['no such user name', 'username', () => 'zoe', '!The platform has no such user'],
		['an email in ID mode', 'id', () => 'ana@example.com', '!User is not an ID'],
		['a name in ID mode', 'id', () => 'Ana Silva', '!User is not an ID'],
		['nothing', 'mail', () => '', '!User is empty'],
		['a deleted user', 'mail', () => 'ben@example.com', 'deleted'],
	])('%s', async (name, mode, value, outcome) => {
		const { sandbox, ana } = await startPlatform();
		const username = name.includes('somebody else') ? 'Cem@example.com' : 'ana.s';
		sandbox.catalogue.update('users', ana, { username });
		const rows = [{ who: value({ ana }), job: 'Doctor' }];
		const userId = by(mode, '={{ $json.who }}') as never;
		const { found, lines } = await write(sandbox, 'update', rows, { userId }, CONTINUE);
		expect(found.map(outcomeOf)[0]).toContain(outcome);
		if (outcome === 'updated') expect(found[0]?._id).toBe(ana);
		if (outcome.startsWith('!User is not')) expect(found[0]?.message).toContain('By Email');
		expect(lines.join('\n')).not.toMatch(/example\.com|Ana Silva|zoe/);
	});

	it.each<[name: string, mode: string, value: (group: string) => string, outcome: string]>([
		['a name', 'name', () => 'Sales', 'added'],
		['a name with other blanks', 'name', () => ' Sales\u00A0', 'added'],
		['a name in another case', 'name', () => 'SALES', 'added'],
		['an ID in name mode', 'name', (group) => group, 'added'],
		['an ID in capitals', 'id', (group) => group.toUpperCase(), 'added'],
		['a name that no group has', 'name', () => 'Sale', '!The platform has no group with this name'],
		['a name in ID mode', 'id', () => 'Sales', '!Group is not an ID'],
		['a name of two groups', 'name', () => 'Nurses', '!Several groups have this name'],
		['nothing', 'name', () => ' ', '!Group is empty'],
	])('a group by %s', async (_name, mode, value, outcome) => {
		const { sandbox, group = '', other, cem } = await startPlatform();
		const { catalogue } = sandbox;
		catalogue.update('groups', group, { name: 'Sales' });
		for (const parentId of [group, other]) catalogue.add('groups', { name: 'Nurses', parentId });
		const rows = [{ group: value(group), userId: cem, role: 'learner' }];
		const groupId = by(mode, '={{ $json.group }}') as never;
		const { found } = await write(sandbox, 'addMember', rows, { groupId }, CONTINUE);
		expect(found.map(outcomeOf)[0]).toContain(outcome);
		if (outcome.startsWith('!Several')) expect(found[0]?.message).toContain('in "Sales"');
		if (outcome === 'added') expect(found[0]?.groupId).toBe(group);
	});

	it('a group of new users by name costs only new users the account if it is unknown', async () => {
		const { sandbox } = await startPlatform();
		const rows = [
			{ mail: 'ana@example.com', job: 'Doctor' },
			{ mail: 'dora@example.com', job: 'Doctor' },
		];
		const groupId = by('name', 'Nowhere') as never;
		const { found } = await write(sandbox, 'upsert', rows, { ...JOB, groupId }, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['updated', '!The platform has no group with this name']);
	});

	it('an unknown primary group costs only that field', async () => {
		const { sandbox } = await startPlatform();
		const fields = { job: '={{ $json.job }}', primaryGroupId: by('name', 'Nowhere') as never };
		const rows = [{ mail: 'ana@example.com', job: 'Doctor' }];
		const { found, told, lines } = await write(sandbox, 'upsert', rows, { fields });
		expect(found).toMatchObject([{ outcome: 'updated', notStored: ['primaryGroupId'] }]);
		expect(told.join()).toContain('Primary Group could not be written');
		expect(lines.filter((line) => line.includes('Primary Group could not'))).toHaveLength(1);
	});
});

describe('Match By User Name', () => {
	const form = {
		findBy: 'username',
		username: '={{ $json.username }}',
		fields: { mail: '={{ $json.mail }}', job: '={{ $json.job }}' },
	};

	it('finds a user, writes the email as an ordinary field, and creates without an email', async () => {
		const { sandbox, ana, group } = await startPlatform();
		sandbox.catalogue.update('users', ana, { username: 'ana.s' });
		const rows = [
			{ username: 'ANA.s', mail: 'ana.silva@example.com', job: 'Nurse', groupId: group },
			{ username: 'dora', mail: '', job: 'Nurse', groupId: group },
		];
		const { found } = await write(sandbox, 'upsert', rows, form);
		expect(found).toMatchObject([
			{ _id: ana, outcome: 'updated', changed: ['mail'], before: { mail: 'ana@example.com' } },
			{ username: 'dora', outcome: 'created' },
		]);
		const again = await write(sandbox, 'upsert', rows, form);
		expect(again.found.map(outcomeOf)).toEqual(['unchanged', 'unchanged']);
	});

	const byMail = { findBy: 'mail', mail: ofItem('mail'), fields: { username: ofItem('username') } };

	it.each<[name: string, rows: string, own?: INodeParameters]>([
		['another address', 'ana.s ana, ana.s zoe'],
		['another address first', 'ana.s zoe, ana.s ana'],
		['another user name, by email', 'ana.s ana, zoe ana', byMail],
	])('refuses two rows of a user, one with %s', async (_name, text, own = form) => {
		const { sandbox, ana } = await startPlatform();
		sandbox.catalogue.update('users', ana, { username: 'ana.s' });
		const lines = text.split(', ').map((line) => line.split(' '));
		const rows = lines.map(([username = '', name]) => ({
			username,
			mail: `${name}@example.com`,
			job: 'Doctor',
		}));
		const { found } = await write(sandbox, 'upsert', rows, own, CONTINUE);
		const failed = '!The rows of this user have different values in Email or User Name';
		expect(found.map(outcomeOf)).toEqual([failed, failed]);
		expect(writesTo(sandbox)).toEqual([]);
	});

	it.each<[name: string, fault: object, error: string]>([
		['refused', {}, '!The address in Email belongs to another user'],
		['lost', { status: 503 }, '!The service did not confirm the change'],
	])(
		'never takes the owner of the address for the new user if the creation is %s',
		async (_name, fault, error) => {
			const { sandbox, cem, group } = await startPlatform();
			const take = () => sandbox.catalogue.update('users', cem, { mail: 'bob@example.com' });
			sandbox.faults.add({ on: { kind: 'POST users' }, before: () => void take(), ...fault });
			const row = { username: 'bob', mail: 'bob@example.com', job: 'Chef', groupId: group };
			const { found } = await write(sandbox, 'upsert', [row], form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([expect.stringContaining(error) as string]);
			expect(sandbox.catalogue.get('users', cem)).toMatchObject({ job: 'Nurse' });
		},
	);

	it.each<[name: string, form: INodeParameters]>([
		['Match By', form],
		['Fields', { fields: { username: form.username } }],
	])('stores no invisible character of a user name under %s', async (_name, own) => {
		const { sandbox, group } = await startPlatform();
		const row = { username: '\uFEFFjose\u0301\u200B', mail: 'dora@example.com', groupId: group };
		const { found } = await write(sandbox, 'upsert', [row], own);
		expect(found).toMatchObject([{ username: 'jos\u00E9', outcome: 'created' }]);
	});
});

it.each<[name: string, form: INodeParameters]>([
	['Email', { fields: { job: ofItem('job'), username: ofItem('username') } }],
	[
		'User Name',
		{
			findBy: 'username',
			username: ofItem('username'),
			fields: { job: ofItem('job'), mail: ofItem('mail') },
		},
	],
])(
	'two runs at once create each user once, and both report success: by %s',
	async (_name, form) => {
		const { sandbox, group } = await startPlatform();
		const rows = Array.from({ length: 10 }, (_, at) => ({
			mail: `new${at}@example.com`,
			username: `new${at}`,
			job: 'Nurse',
			groupId: group,
		}));
		const credential = storedFor(sandbox);
		const run = async () => await write(credential, 'upsert', rows, form, CONTINUE);
		const both = await Promise.all([run(), run()]);
		const outcomes = both.flatMap(({ found }) => found.map(outcomeOf));
		expect(outcomes.filter((one) => one === 'created')).toHaveLength(10);
		expect(outcomes.filter((one) => one === 'unchanged')).toHaveLength(10);
		const mails = sandbox.catalogue.list('users').map(({ mail }) => mail);
		expect(new Set(mails).size).toBe(mails.length);
	},
);

it.each([
	['an ended contract comes first', ['2026-01-20', ''], []],
	['an ended contract comes last', ['', '2026-01-20'], []],
	['empty cells clear the last day', ['2026-01-20', ''], ['toBeDeactivatedAt']],
	['both contracts end', ['2026-01-20', '2027-01-31'], []],
])(
	'rows of one person that differ in Last Day all fail if %s',
	async (_name, days, fieldsToClear) => {
		setClock(() => Date.parse('2026-02-01T10:00:00.000Z'));
		const { sandbox } = await startPlatform();
		const form = { fields: { toBeDeactivatedAt: ofItem('until') }, options: { fieldsToClear } };
		const rows = days.map((until) => ({ mail: 'ana@example.com', until }));
		const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
		const failed =
			'!The rows of this user have different values in Last Day, or only some have one';
		expect(found.map(outcomeOf)).toEqual([failed, failed]);
		expect(writesTo(sandbox)).toEqual([]);
	},
);

it('two ended contracts of somebody without an account do not fail', async () => {
	const { sandbox } = await startPlatform();
	const rows = ['2019-01-31', '2021-01-31'].map((until) => ({ mail: 'ben@example.com', until }));
	const form = { fields: { toBeDeactivatedAt: ofItem('until') } };
	const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
	expect(found.map(outcomeOf)).toEqual(['left', 'left']);
});

it('a second row that contradicts an earlier one of the same person fails', async () => {
	const { sandbox, ana } = await startPlatform();
	const rows = [
		{ mail: 'ana@example.com', job: 'Doctor', phone: '2' },
		{ mail: 'ANA@example.com', job: 'Teacher' },
		{ mail: 'ana@example.com ', job: 'Doctor' },
	];
	const { found } = await write(sandbox, 'upsert', rows, {}, CONTINUE);
	expect(found.map(outcomeOf)).toEqual([
		'updated',
		'!An earlier item asks for a different value for the same user',
		'unchanged',
	]);
	expect(found[1]?.message).toContain('The rows differ in Job.');
	expect(sandbox.catalogue.get('users', ana)).toMatchObject({ job: 'Doctor', phone: '2' });
});

it('names both users with the same email', async () => {
	const { sandbox, ana, add } = await startPlatform();
	const twin = add('Ana');
	const { error } = await write(sandbox, 'upsert', [{ mail: 'ana@example.com' }]);
	expect(error?.message).toBe(
		`More than one user has the email address entered in Email: ${ana}, ${twin}`,
	);
});
