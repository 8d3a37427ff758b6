import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { SandboxOptions } from '../../sandbox';
import { setClock, storedFor } from '../service';
import { CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const FORM: INodeParameters = {
	findBy: 'externalId',
	externalId: '={{ $json.number }}',
	platform: 'sap',
	fields: {
		mail: '={{ $json.mail }}',
		username: '={{ $json.username }}',
		job: '={{ $json.job }}',
		toBeDeactivatedAt: '={{ $json.until }}',
	},
};

/** A platform whose HR system "sap" knows Ana as 4711. */
async function startNumbered(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { sandbox, ana } = platform;
	sandbox.catalogue.clear('external-ids');
	const map = (targetId: string, value: string, name = 'sap') =>
		sandbox.catalogue.add('external-ids', { platform: name, targetId, targetType: 'user', value });
	map(ana, '4711');
	const stored = () =>
		sandbox.catalogue
			.list('external-ids')
			.map(({ platform: name, targetId, value }) => [name, targetId, value]);
	return { ...platform, map, stored };
}

type Numbered = Awaited<ReturnType<typeof startNumbered>>;

type Arrange = (platform: Numbered) => void;

describe('Match By Personnel Number', () => {
	it('finds somebody whose email has changed, and writes the email as an ordinary field', async () => {
		const { sandbox, ana } = await startNumbered();
		const row = { number: 4711, mail: 'ana.silva@example.com', job: 'Nurse' };
		const { found } = await write(sandbox, 'upsert', [row], FORM);
		expect(found).toMatchObject([
			{
				_id: ana,
				outcome: 'updated',
				mail: 'ana.silva@example.com',
				changed: ['mail'],
				before: { mail: 'ana@example.com' },
			},
		]);
		expect(writesTo(sandbox)).toHaveLength(1);
	});

	it.each<[name: string, row: IDataObject, changed: string[]]>([
		['by email', { mail: 'CEM@example.com' }, ['externalId']],
		['by user name, without an email', { username: 'cem.t' }, ['externalId']],
		['and changes what differs', { mail: 'cem@example.com', job: 'Doctor' }, ['job', 'externalId']],
	])('stores the number of a user who is found %s', async (_name, row, changed) => {
		const { sandbox, cem, stored } = await startNumbered();
		sandbox.catalogue.update('users', cem, { username: 'cem.t' });
		const rows = [{ number: '0815', ...row }];
		const { found } = await write(sandbox, 'upsert', rows, FORM);
		expect(found).toMatchObject([{ _id: cem, outcome: 'updated', changed }]);
		expect(found[0]?.before).toMatchObject({ externalId: null });
		expect(stored()).toContainEqual(['sap', cem, '0815']);
		const again = await write(sandbox, 'upsert', rows, FORM);
		expect(again.found.map(outcomeOf)).toEqual(['unchanged']);
	});

	it.each([
		['an invisible letter', '4711\u200B'],
		['zeros in front, which a sheet may have removed', '004711'],
	])('finds the user of a number with %s', async (_name, number) => {
		const { sandbox, ana, group } = await startNumbered();
		const row = { number, mail: 'ana.new@example.com', job: 'Nurse', groupId: group };
		const { found } = await write(sandbox, 'upsert', [row], FORM);
		expect(found).toMatchObject([{ _id: ana, outcome: 'updated', changed: ['mail'] }]);
	});

	it.each<[name: string, number: string | undefined, until: string]>([
		['belongs to somebody with another number', '6', ''],
		['belongs to somebody without a number, but the last day has passed', undefined, '2020-01-31'],
	])('leaves a deleted user alone whose address %s', async (_name, number, until) => {
		const { sandbox, map, ben, cem } = await startNumbered();
		map(ben, '5');
		if (number !== undefined) map(cem, number);
		const rows = [{ number: '5', mail: 'cem@example.com', until }];
		const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([until === '' ? 'deleted' : 'left']);
	});

	it('fails only the row of a deleted user if nobody knows the number of the living one', async () => {
		const { sandbox, map, ben } = await startNumbered();
		map(ben, '5');
		sandbox.faults.add({ on: { kind: 'external-ids', occurrence: 2 }, status: 400 });
		const rows = [
			{ number: '5', mail: 'cem@example.com' },
			{ number: '4711', mail: 'ana@example.com' },
		];
		const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([expect.stringMatching(/^!The service/), 'unchanged']);
	});

	it('two rows of a number may spell the email in two ways', async () => {
		const { sandbox } = await startNumbered();
		const rows = ['ana@example.com', 'Ana@Example.com'].map((mail) => ({ number: '4711', mail }));
		const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['unchanged', 'unchanged']);
	});

	it('a number of nothing but invisible characters is empty', async () => {
		const { sandbox } = await startNumbered();
		const { error } = await write(sandbox, 'upsert', [{ number: '\u200B' }], FORM);
		expect(error?.message).toBe('Personnel Number is empty');
	});

	it('stores the number of a new user', async () => {
		const { sandbox, group, stored } = await startNumbered();
		const rows = [{ number: '0816', mail: 'dora@example.com', groupId: group }];
		const { found } = await write(sandbox, 'upsert', rows, FORM);
		expect(found).toMatchObject([{ outcome: 'created', changed: ['mail', 'externalId'] }]);
		expect(stored()).toContainEqual(['sap', found[0]?._id, '0816']);
		// Whose email changes then is still the same person.
		const moved = [{ number: '0816', mail: 'dora.k@example.com', groupId: group }];
		const again = await write(sandbox, 'upsert', moved, FORM);
		expect(again.found).toMatchObject([{ _id: found[0]?._id, outcome: 'updated' }]);
		expect(sandbox.catalogue.list('users')).toHaveLength(4);
	});

	const TWO_NUMBERS = 'Two items with different Personnel Numbers have the same';
	const TWO_PEOPLE = 'Two items with the same Personnel Number have the';
	const TWO_ADDRESSES = 'The rows of this user have different values in Email or User Name';
	const SEVERAL = 'Several users have this Personnel Number';
	const withEva: Arrange = ({ add }) => void add('Eva');

	it.each<[name: string, rows: string, error: string, arrange?: Arrange]>([
		[
			'a new number for the address of somebody with another one',
			'9 ana',
			'The email address or user name belongs to a user with another Personnel Number',
		],
		['two numbers for the address of one user', '1 cem, 2 CEM', TWO_NUMBERS],
		['two numbers for a new address', '1 dora, 2 dora', TWO_NUMBERS],
		['one number for the addresses of two users', '900 cem, 900 eva', TWO_PEOPLE, withEva],
		['one number for a known and a new address', '900 cem, 900 cem.new', TWO_PEOPLE],
		['one number of a user, and another address', '4711 ana, 4711 zoe', TWO_ADDRESSES],
		['one number of a user, after another address', '4711 zoe, 4711 ana', TWO_ADDRESSES],
		['one number for two new addresses', '900 zoe, 900 dora', TWO_ADDRESSES],
		[
			'the number of a user who is gone',
			'5 cem',
			'The Personnel Number belongs to a user who no longer exists',
			({ map }) => void map('f'.repeat(24), '5'),
		],
		[
			'the number of a deleted user for the address of another',
			'5 cem',
			'The Personnel Number belongs to a deleted user, and another user has the email address',
			({ map, ben }) => void map(ben, '5'),
		],
		[
			'a number of two users, apart from zeros in front',
			'004711 cem',
			SEVERAL,
			({ map, cem }) => void map(cem, '04711'),
		],
		[
			'a number that is that of a later row without zeros',
			'04711 zoe, 4711 ana unchanged',
			SEVERAL,
		],
		['a number that is that of an earlier row', '4711 ana unchanged, 04711 zoe', SEVERAL],
		['two spellings, neither of which is stored', '04711 ana, 004711 ana', SEVERAL],
		['two spellings for two addresses', '0900 cem, 900 eva', TWO_PEOPLE, withEva],
		['a new number alone', '6', 'The platform needs an email address or a user name'],
		['no number', ' cem', 'Personnel Number is empty'],
		['the error of a sheet', '#N/A', 'Personnel Number is an error'],
	])('refuses %s', async (_name, text, error, arrange = () => undefined) => {
		const platform = await startNumbered();
		arrange(platform);
		const { sandbox, group } = platform;
		const lines = text.split(', ').map((line) => line.split(' '));
		const rows = lines.map(([number = '', name]) => ({
			number,
			groupId: group,
			...(name && { mail: `${name}@example.com` }),
		}));
		const run = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(run.found.map(outcomeOf)).toEqual(
			lines.map(([, , outcome = error]) => expect.stringContaining(outcome) as string),
		);
		expect(writesTo(sandbox)).toEqual([]);
		expect(run.lines.join('\n')).not.toContain('example.com');
	});

	it('names the other number, below the message', async () => {
		const { sandbox } = await startNumbered();
		const row = { number: '9', mail: 'ana@example.com' };
		const { found } = await write(sandbox, 'upsert', [row], FORM, CONTINUE);
		expect(found[0]?.message).toContain('The user has the number "4711".');
	});

	it.each([
		['04711', 'cem'],
		['4711', 'ana'],
		['A7', 'eva'],
	] as const)('prefers the same spelling of a number: %s is of %s', async (number, name) => {
		const { sandbox, map, add, ...ids } = await startNumbered();
		const people = { ...ids, eva: add('Eva') };
		map(people.cem, '04711');
		map(people.eva, 'a7');
		const { found } = await write(sandbox, 'upsert', [{ number, job: 'Doctor' }], FORM);
		expect(found).toMatchObject([{ _id: people[name], outcome: 'updated', changed: ['job'] }]);
	});

	it('ignores the numbers of other HR systems', async () => {
		const { sandbox, ana, cem, map } = await startNumbered();
		map(cem, '4711', 'workday');
		const { found } = await write(sandbox, 'upsert', [{ number: '4711', job: 'Nurse' }], FORM);
		expect(found).toMatchObject([{ _id: ana, outcome: 'unchanged' }]);
	});

	it.each([
		['', 'deleted'],
		['2026-11-27', 'left'],
	])(
		'leaves a deleted user alone and stores no number (last day: "%s")',
		async (until, outcome) => {
			const { sandbox, stored } = await startNumbered();
			setClock(() => Date.parse('2026-11-28T10:00:00Z'));
			const row = { number: '8', mail: 'ben@example.com', until };
			const { found } = await write(sandbox, 'upsert', [row], FORM);
			expect(found.map(outcomeOf)).toEqual([outcome]);
			expect(stored()).toHaveLength(1);
		},
	);

	const membership: unknown = expect.objectContaining({ role: 'learner' });
	const changed = { mail: 'ben.new@example.com', username: 'ben.new' };

	it.each<[name: string, names: object, outcome: string, sent: object[]]>([
		[
			'nothing',
			{ mail: undefined, username: undefined },
			'!The account is deleted and has neither an email address nor a user name',
			[],
		],
		[
			'a user name',
			{ mail: undefined, username: 'ben.b' },
			'restored',
			[{ username: 'ben.b', membership }, changed],
		],
		[
			'an email address',
			{ mail: 'ben@example.com', username: undefined },
			'restored',
			[{ mail: 'ben@example.com', membership }, changed],
		],
	])(
		'restores a user by what the deleted account still has: %s',
		async (_name, names, outcome, sent) => {
			const { sandbox, ben, group, map } = await startNumbered();
			map(ben, '8');
			sandbox.catalogue.update('users', ben, names);
			const row = { number: '8', ...changed, groupId: group };
			const form = { ...FORM, deletedUsers: 'restore' };
			const { found } = await write(sandbox, 'upsert', [row], form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([expect.stringContaining(outcome) as string]);
			const bodies = writesTo(sandbox).map(({ body }) => body);
			expect(bodies).toEqual(sent);
		},
	);

	it.each<[name: string, arrange: (p: Numbered) => IDataObject, error: string]>([
		[
			'the old address of a deleted user',
			({ ben, cem, map, sandbox, group }) => {
				map(ben, '8');
				map(cem, '9');
				sandbox.catalogue.update('users', cem, { mail: 'ben@example.com' });
				return { number: '8', mail: 'ben.new@example.com', job: 'Doctor', groupId: group };
			},
			'!The address in Email belongs to another user',
		],
		[
			'the address of a new user, with another number',
			({ cem, map, sandbox, group }) => {
				sandbox.catalogue.update('users', cem, { mail: 'dora@example.com' });
				sandbox.faults.add({ on: { kind: 'users' }, body: [], times: 3 });
				sandbox.faults.add({
					on: { kind: 'POST users' },
					before: () => void map(cem, '9'),
				});
				return { number: '8', mail: 'dora@example.com', job: 'Doctor', groupId: group };
			},
			'!The email address or user name belongs to a user with another Personnel Number',
		],
	])('never changes somebody else who has %s', async (_name, arrange, error) => {
		const platform = await startNumbered();
		const row = arrange(platform);
		const form = { ...FORM, deletedUsers: 'restore' };
		const { found } = await write(platform.sandbox, 'upsert', [row], form, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([expect.stringContaining(error) as string]);
		expect(writesTo(platform.sandbox).map(({ line }) => line.split('?')[0])).toEqual([
			'POST users',
		]);
	});

	it.each<[name: string, mail: string, username: string | undefined, isInvited: boolean]>([
		['the address of the account', ' Ben@example.com', undefined, true],
		['no address', '', undefined, true],
		['another address', 'ben.new@example.com', undefined, false],
		['an address that the account lacks', 'ben.new@example.com', 'ben.b', false],
	])(
		'invites somebody who is restored if the row has %s',
		async (_name, mail, username, isInvited) => {
			const { sandbox, ben, group, map } = await startNumbered();
			map(ben, '8');
			if (username) sandbox.catalogue.update('users', ben, { mail: undefined, username });
			const rows = [{ number: '8', mail, groupId: group }];
			const form = { ...FORM, deletedUsers: 'restore' };
			const dry = await write(sandbox, 'upsert', rows, { ...form, options: { dryRun: true } });
			const { found, told } = await write(sandbox, 'upsert', rows, form);
			expect(found).toMatchObject([{ _id: ben, outcome: 'restored' }]);
			expect(writesTo(sandbox)[0]?.line).toBe(`POST users?sendInvitationEmail=${isInvited}`);
			const notInvited = expect.stringMatching(
				/^Nobody is invited to a restored account/,
			) as string;
			expect(told).toEqual(isInvited ? [] : [notInvited]);
			const wouldInvite = expect.stringMatching(/email each of them an invitation/) as string;
			expect(dry.told).toEqual([isInvited ? wouldInvite : notInvited]);
		},
	);

	it('restores a user and stores the number', async () => {
		const { sandbox, ben, group, stored } = await startNumbered();
		const row = { number: '8', mail: 'ben@example.com', groupId: group };
		const form = { ...FORM, deletedUsers: 'restore' };
		const { found } = await write(sandbox, 'upsert', [row], form);
		expect(found).toMatchObject([{ _id: ben, outcome: 'restored' }]);
		expect(stored()).toContainEqual(['sap', ben, '8']);
	});

	it('reads the numbers of a reserved HR system but writes none, and says so once', async () => {
		const { sandbox, ana, cem, map, add } = await startNumbered();
		add('Eva');
		map(ana, '4711', 'scim');
		const rows = [
			{ number: '4711', job: 'Doctor' },
			{ number: '1', mail: 'cem@example.com', job: 'Doctor' },
			{ number: '2', mail: 'eva@example.com', job: 'Nurse' },
		];
		const { found, told } = await write(sandbox, 'upsert', rows, { ...FORM, platform: 'scim' });
		expect(found).toMatchObject([
			{ _id: ana, outcome: 'updated' },
			{ _id: cem, outcome: 'updated', changed: ['job'], notStored: ['externalId'] },
			{ outcome: 'unchanged' },
		]);
		expect(
			told.filter((hint) => hint.includes('Personnel Number could not be written')),
		).toHaveLength(1);
		expect(sandbox.journal.of('POST external-ids')).toHaveLength(1);
	});

	it('keeps the outcome of a new user whose number cannot be stored', async () => {
		const { sandbox, group } = await startNumbered();
		const body = { error: { code: 'valueAlreadyUsed', message: 'no' } };
		sandbox.faults.add({ on: { kind: 'POST external-ids' }, status: 400, body });
		const row = { number: '7', mail: 'dora@example.com', groupId: group };
		const { found, told } = await write(sandbox, 'upsert', [row], FORM);
		expect(found).toMatchObject([{ outcome: 'created', notStored: ['externalId'] }]);
		expect(told.join()).toContain('The Personnel Number already belongs to another user');
		const again = await write(sandbox, 'upsert', [row], FORM);
		expect(again.found).toMatchObject([{ outcome: 'updated', changed: ['externalId'] }]);
	});

	it.each(['mappingAlreadyExists', 'valueAlreadyUsed', 'resourceNotFound'])(
		'fails a row of which only the number differs, in words: %s',
		async (code) => {
			const { sandbox } = await startNumbered();
			const status = code === 'resourceNotFound' ? 404 : 400;
			const body = { error: { code, message: 'no' } };
			sandbox.faults.add({ on: { kind: 'POST external-ids' }, status, body });
			const row = { number: '7', mail: 'cem@example.com' };
			const { found } = await write(sandbox, 'upsert', [row], FORM, CONTINUE);
			expect(found[0]?.error).toMatch(/Personnel Number/);
			expect(found[0]?.message).toContain(code);
		},
	);

	it.each([
		['dropped', { drop: 'answer' as const }],
		['a login page', { body: '<html>Log in</html>' }],
		['an empty object', { body: {} }],
	])('stores the number once if the response is %s', async (_name, fault) => {
		const { sandbox, cem, stored } = await startNumbered();
		sandbox.faults.add({ on: { kind: 'POST external-ids' }, ...fault });
		const row = { number: '7', mail: 'cem@example.com' };
		const { found } = await write(sandbox, 'upsert', [row], FORM);
		expect(found.map(outcomeOf)).toEqual(['updated']);
		expect(stored().filter(([, id]) => id === cem)).toEqual([['sap', cem, '7']]);
		expect(sandbox.journal.of('POST external-ids')).toHaveLength(1);
	});

	it.each([
		['', 0],
		[', although the lists lag behind', 2],
	])('two runs at once create each user and store each number once%s', async (_name, listLag) => {
		const { sandbox, group, stored } = await startNumbered({ listLag });
		const rows = Array.from({ length: 8 }, (_, at) => ({
			number: `n${at}`,
			mail: `new${at}@example.com`,
			job: 'Nurse',
			groupId: group,
		}));
		const credential = storedFor(sandbox);
		const run = async () => await write(credential, 'upsert', rows, FORM, CONTINUE);
		const both = await Promise.all([run(), run()]);
		const outcomes = both.flatMap(({ found }) => found.map(outcomeOf));
		expect(outcomes.filter((one) => one.startsWith('!'))).toEqual([]);
		expect(outcomes.filter((one) => one === 'created')).toHaveLength(8);
		expect(stored()).toHaveLength(9);
	});

	it('ends the run after the first person whose number lacks a scope', async () => {
		const scopes = ['users:read', 'users:write', 'groups:read', 'externalIds:read'];
		const { sandbox, group } = await startNumbered({ scopes });
		const rows = ['7', '8', '9'].map((number) => ({
			number,
			mail: `new${number}@example.com`,
			groupId: group,
		}));
		const { found, told } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(found).toMatchObject([
			{ outcome: 'created', notStored: ['externalId'] },
			...['8', '9'].map(() => ({
				error: expect.stringContaining('The change was not tried') as string,
				message: expect.stringContaining('add the "externalIds:write" scope') as string,
			})),
		]);
		expect(told.join()).toContain('add the "externalIds:write" scope');
		expect(sandbox.journal.of('POST users')).toHaveLength(1);
	});

	it('reads all numbers if the service rejects the lookup of a few', async () => {
		const { sandbox, ana, group } = await startNumbered();
		const on = { kind: 'external-ids', occurrence: 1 } as const;
		sandbox.faults.add({ on, status: 400, body: { error: 'no' } });
		const rows = [
			{ number: '4711', mail: 'ana@example.com' },
			{ number: '8', mail: 'zoe@example.com', groupId: group },
		];
		const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
		expect(found).toMatchObject([{ _id: ana, outcome: 'unchanged' }, { outcome: 'created' }]);
	});

	it('needs one list of numbers and one of users for 120 rows', async () => {
		const { sandbox, add, map } = await startNumbered();
		const rows = Array.from({ length: 120 }, (_, at) => {
			const mail = `p${at}@example.com`;
			map(add(`p${at}`, { mail }), `${at}`);
			return { number: `${at}`, mail, job: 'Nurse' };
		});
		const { found } = await write(sandbox, 'upsert', rows, FORM);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
		expect(sandbox.journal.summary().requests).toEqual({ token: 1, 'external-ids': 1, users: 2 });
	});

	it('Change Limit does not count users of whom only the number is new', async () => {
		const { sandbox, add } = await startNumbered();
		const rows = Array.from({ length: 25 }, (_, at) => {
			add(`p${at}`);
			return { number: `${at}`, mail: `p${at}@example.com`, job: 'Nurse' };
		});
		const { found } = await write(sandbox, 'upsert', rows, FORM);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'updated'));
	});

	it('a dry run says that the number would be stored, and stores none', async () => {
		const { sandbox, stored } = await startNumbered();
		const row = { number: '7', mail: 'cem@example.com' };
		const { found } = await write(sandbox, 'upsert', [row], { ...FORM, options: { dryRun: true } });
		expect(found).toMatchObject([{ outcome: 'updated', changed: ['externalId'], dryRun: true }]);
		expect(stored()).toHaveLength(1);
	});
});
