import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { storedFor } from '../service';
import { outcomeOf, startPlatform, write, writesTo } from './people';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

interface Case {
	operation: string;
	rows: IDataObject[];
	form?: INodeParameters;
	fault?: Fault;
	/** The items' outcomes. An error begins with "!". */
	outcomes: string[];
	writes: { line: string; body?: unknown }[];
}

/** The first moment after December 31, 2999, in Paris and in UTC. */
const at = '3000-01-01T00:00:00.000Z';

const newUser = (group: string | undefined, mail: string, more: object = {}) => ({
	line: 'POST users?sendInvitationEmail=true',
	body: { mail, ...more, membership: { groupId: group, role: 'learner' } },
});

it.each<[string, (platform: Platform) => Case]>([
	[
		'a new user is created',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: ' Dora@Example.com', firstName: 'Dora', job: '', phone: null, groupId: group },
			],
			outcomes: ['created'],
			writes: [newUser(group, 'Dora@Example.com', { firstName: 'Dora' })],
		}),
	],
	[
		'a deleted user is restored with the entered values',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'BEN@example.com', job: 'Doctor', groupId: group }],
			form: { deletedUsers: 'restore' },
			outcomes: ['restored'],
			writes: [newUser(group, 'ben@example.com', { job: 'Doctor' })],
		}),
	],
	[
		"only a user's changed fields are written",
		({ ana }) => ({
			operation: 'upsert',
			rows: [{ mail: 'ana@example.com', firstName: 'Ana', job: 'Doctor' }],
			outcomes: ['updated'],
			writes: [{ line: `PATCH users/${ana}`, body: { job: 'Doctor' } }],
		}),
	],
	[
		'differences in email case and empty cells are ignored',
		() => ({
			operation: 'upsert',
			rows: [
				{ mail: 'ana@example.com', firstName: 'Ana', job: 'Nurse', phone: 1 },
				{ mail: 'ANA@example.com ', firstName: '', job: null },
			],
			outcomes: ['unchanged', 'unchanged'],
			writes: [],
		}),
	],
	[
		'Fields to Clear empties a field that has no value in the row',
		({ ana, cem }) => ({
			operation: 'upsert',
			rows: [
				{ mail: 'ana@example.com', job: '', phone: '' },
				{ mail: 'cem@example.com', job: 'Doctor' },
			],
			form: { options: { fieldsToClear: ['job', 'organization'] } },
			outcomes: ['updated', 'updated'],
			writes: [
				{ line: `PATCH users/${ana}`, body: { job: null } },
				{ line: `PATCH users/${cem}`, body: { job: 'Doctor' } },
			],
		}),
	],
	[
		'Fields to Clear keeps the Primary Group if the one in the row is not found',
		({ sandbox, ana, group }) => {
			sandbox.catalogue.update('users', ana, { primaryGroupId: group });
			return {
				operation: 'update',
				rows: [{ userId: ana, home: 'Typo' }],
				form: {
					fields: { primaryGroupId: { __rl: true, mode: 'name', value: '={{ $json.home }}' } },
					options: { fieldsToClear: ['primaryGroupId'] },
				},
				outcomes: ['unchanged'],
				writes: [],
			};
		},
	],
	[
		'the second item with the same email sees the result of the first',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: 'dora@example.com', job: 'Nurse', groupId: group },
				{ mail: 'Dora@example.com', job: 'Nurse', groupId: group },
			],
			outcomes: ['created', 'unchanged'],
			writes: [newUser(group, 'dora@example.com', { job: 'Nurse' })],
		}),
	],
	[
		'a user is created or restored only once, even if the response is lost',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: 'dora@example.com', groupId: group },
				{ mail: 'ben@example.com', groupId: group },
			],
			form: { deletedUsers: 'restore' },
			fault: { on: { kind: 'POST users' }, drop: 'answer', times: 2 },
			outcomes: ['created', 'restored'],
			writes: [newUser(group, 'dora@example.com'), newUser(group, 'ben@example.com')],
		}),
	],
	[
		'a request that had no effect is sent again',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'dora@example.com', groupId: group }],
			fault: { on: { kind: 'POST users' }, status: 503 },
			outcomes: ['created'],
			writes: [newUser(group, 'dora@example.com'), newUser(group, 'dora@example.com')],
		}),
	],
	[
		'only a new or restored user needs a group',
		() => ({
			operation: 'upsert',
			form: { deletedUsers: 'restore' },
			rows: [
				{ mail: 'dora@example.com' },
				{ mail: 'ben@example.com' },
				{ mail: 'ana@example.com' },
			],
			outcomes: [
				'!The user is new, and Group for New Users is empty',
				'!The user is deleted, and Group for New Users is empty',
				'unchanged',
			],
			writes: [],
		}),
	],
	[
		'an item without a valid email causes an error, and the other items are written',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: null }, { mail: 'Ana Silva' }, { mail: 'dora@example.com', groupId: group }],
			outcomes: ['!Email is empty', '!Email is not an email address', 'created'],
			writes: [newUser(group, 'dora@example.com')],
		}),
	],
	[
		'a dry run reports changes without making them',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: 'dora@example.com', groupId: group },
				{ mail: 'dora@example.com', job: 'Nurse', groupId: group },
				{ mail: 'ben@example.com', groupId: group },
				{ mail: 'ben@example.com', groupId: group },
				{ mail: 'ana@example.com', job: 'Doctor' },
				{ mail: 'cem@example.com' },
			],
			form: { deletedUsers: 'restore', options: { dryRun: true } },
			outcomes: ['created', 'updated', 'restored', 'unchanged', 'updated', 'unchanged'],
			writes: [],
		}),
	],
	[
		'a last day is written once, regardless of its format',
		({ ana, cem }) => ({
			operation: 'update',
			rows: [
				{ userId: ana, until: '2999-12-31' },
				{ userId: ana, until: '2999-12-30T23:00:00.000Z' },
				{ userId: cem, until: '31.12.2999' },
			],
			form: { fields: { toBeDeactivatedAt: '={{ $json.until }}' } },
			outcomes: ['updated', 'unchanged', '!Last Day must be a date such as 2026-12-31'],
			writes: [{ line: `PATCH users/${ana}`, body: { toBeDeactivatedAt: at } }],
		}),
	],
	[
		'an unknown ID causes an error, and a deleted user stays as it is',
		({ ben }) => ({
			operation: 'update',
			rows: [
				{ userId: 'f'.repeat(24), job: 'Doctor' },
				{ userId: ben, job: 'Doctor' },
				{ userId: ben },
			],
			outcomes: [`!The service has no user with the ID "${'f'.repeat(24)}"`, 'deleted', 'deleted'],
			writes: [],
		}),
	],
	[
		'a member is added once',
		({ group, ana, cem }) => ({
			operation: 'addMember',
			rows: [
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: group, userId: cem, role: 'user-admin' },
				{ groupId: group, userId: cem, role: 'User Admin' },
				{ groupId: group, userId: cem, role: null },
				{ groupId: group, userId: cem, role: '' },
			],
			outcomes: ['unchanged', 'added', 'unchanged', 'added', 'unchanged'],
			writes: [
				{ line: `POST groups/${group}/user-admin/${cem}` },
				{ line: `POST groups/${group}/learner/${cem}` },
			],
		}),
	],
	[
		'an unknown group, user, or role causes an error',
		({ group, ben, cem }) => ({
			operation: 'addMember',
			rows: [
				{ groupId: 'f'.repeat(24), userId: cem, role: 'coach' },
				{ groupId: group, userId: 'f'.repeat(24), role: 'coach' },
				{ groupId: group, userId: ben, role: 'coach' },
				{ groupId: group, userId: cem, role: 'teacher' },
			],
			outcomes: [
				'!The platform has no group with the ID in Group',
				`!The service has no user with this ID`,
				'!The user is deleted, and deleted users cannot join a group',
				'!Role must be admin, analyst, coach, contributor, editor, learner, or userAdmin',
			],
			writes: [
				{ line: `POST groups/${'f'.repeat(24)}/coach/${cem}` },
				{ line: `POST groups/${group}/coach/${ben}` },
			],
		}),
	],
	[
		'a member is removed once, even if the response is lost',
		({ group, other, ana }) => ({
			operation: 'removeMember',
			rows: [
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: other, userId: ana, role: 'learner' },
				{ groupId: 'f'.repeat(24), userId: ana, role: 'learner' },
			],
			fault: { on: { kind: 'DELETE groups/{groupId}/{role}/{userId}' }, drop: 'answer' },
			outcomes: ['removed', 'notMember', 'notMember', '!The service has no group with this ID'],
			writes: [{ line: `DELETE groups/${group}/learner/${ana}` }],
		}),
	],
])('%s, and a second run only repeats the errors', async (_name, caseOf) => {
	const platform = await startPlatform();
	const { sandbox } = platform;
	const { operation, rows, form, fault, outcomes, writes } = caseOf(platform);
	if (fault) sandbox.faults.add(fault);
	const options = { onError: 'continueRegularOutput' } as const;
	const credential = storedFor(sandbox);
	const run = async () => await write(credential, operation, rows, form, options);
	const { error, found, lines } = await run();
	expect(error).toBeUndefined();
	expect(found.map(outcomeOf)).toEqual(outcomes.map(beginning));
	expect(writesTo(sandbox)).toEqual(writes);
	const done = outcomes.filter((one) => /^(created|restored|updated|added|removed)/.test(one));
	const isDryRun = JSON.stringify(form ?? {}).includes('dryRun');
	const logged = lines.filter((line) => /: user [\da-f]{24} /.test(line));
	expect(logged).toHaveLength(isDryRun ? 0 : done.length);
	expect(lines.join('\n')).not.toMatch(/@example|Dora|Nurse|Doctor/i);

	const again = await run();
	const repeated = outcomes.map((one) => {
		if (isDryRun || one.startsWith('!')) return one;
		if (one === 'deleted') return one;
		return operation === 'removeMember' ? 'notMember' : 'unchanged';
	});
	expect(again.found.map(outcomeOf)).toEqual(repeated.map(beginning));
});

const beginning = (text: string) =>
	expect.stringMatching(`^${text.replace(/[?.()"]/g, '\\$&')}`) as string;

it("writes nothing if any item's form is invalid", async () => {
	const { sandbox, group } = await startPlatform();
	const rows = [{ mail: 'dora@example.com', groupId: group }, { mail: '' }];
	const { error } = await write(sandbox, 'upsert', rows);
	expect(error?.message).toBe('Email is empty');
	expect(sandbox.journal.entries).toEqual([]);
});

it('explains that an email is taken even though no listed user has it', async () => {
	const { sandbox, group } = await startPlatform();
	const body = { error: { code: 'mailAlreadyUsed', message: 'It is' } };
	sandbox.faults.add({ on: { kind: 'POST users' }, status: 400, body });
	const row = { mail: 'dora@example.com', groupId: group };
	const { error } = await write(sandbox, 'upsert', [row]);
	expect(error?.message).toMatch(
		/^The platform says that the email address is taken but does not list a user/,
	);
	expect(error?.description).toMatch(
		/may be spelled differently, or these API credentials may not have access/,
	);
});

it('fails at once if a new user has the user name of somebody else', async () => {
	const { sandbox, group } = await startPlatform();
	const body = { error: { code: 'usernameAlreadyUsed', message: 'It is' } };
	sandbox.faults.add({ on: { kind: 'POST users' }, status: 400, body });
	const row = { mail: 'dora@example.com', groupId: group };
	const { error } = await write(sandbox, 'upsert', [row]);
	expect(error?.message).toMatch(/^Another user already has the user name/);
	// No attempt was lost, so nothing can become visible later.
	const kinds = sandbox.journal.entries.map(({ kind }) => kind);
	expect(kinds.slice(kinds.indexOf('POST users') + 1)).toEqual(['users']);
});
