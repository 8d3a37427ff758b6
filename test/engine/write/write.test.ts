import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault } from '../../sandbox';
import { storedFor } from '../service';
import { startPlatform, write, writesTo } from './people';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

interface Case {
	operation: string;
	/** One or more input items. */
	rows: IDataObject[];
	form?: INodeParameters;
	/** Something on the way. */
	fault?: Fault;
	/** Of each item; an error begins with "!". */
	outcomes: string[];
	/** What was sent. */
	writes: { line: string; body?: unknown }[];
}

const lostOnce = (kind: 'POST users' | 'POST groups/{groupId}/{role}/{userId}'): Fault => ({
	on: { kind },
	drop: 'answer',
});

/** When 31 December 2999 begins in Paris. */
const at = '2999-12-30T23:00:00.000Z';

const newUser = (mail: string, more: object = {}) => {
	return (group = '') => ({
		line: 'POST users?sendInvitationEmail=true',
		body: { mail, ...more, membership: { groupId: group, role: 'learner' } },
	});
};

describe.each<[string, (platform: Platform) => Case]>([
	[
		'a user whom nobody has is created',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: ' Dora@Example.com', firstName: 'Dora', job: '', phone: null, groupId: group },
			],
			outcomes: ['created'],
			writes: [newUser('Dora@Example.com', { firstName: 'Dora' })(group)],
		}),
	],
	[
		'a user who was deleted is restored, and has what was entered',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'BEN@example.com', job: 'Doctor', groupId: group }],
			outcomes: ['restored'],
			writes: [newUser('BEN@example.com', { job: 'Doctor' })(group)],
		}),
	],
	[
		'a user is updated where something differs',
		({ ana }) => ({
			operation: 'upsert',
			rows: [{ mail: 'ana@example.com', firstName: 'Ana', job: 'Doctor' }],
			outcomes: ['updated'],
			writes: [{ line: `PATCH users/${ana}`, body: { job: 'Doctor' } }],
		}),
	],
	[
		'nothing is written where nothing differs, whatever the case of the mail, or where cells are empty',
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
		'only Fields to Clear empties a field, where the row has nothing for it',
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
		'the second item with one mail sees the first',
		({ group }) => ({
			operation: 'upsert',
			rows: [
				{ mail: 'dora@example.com', job: 'Nurse', groupId: group },
				{ mail: 'Dora@example.com', job: 'Nurse', groupId: group },
			],
			outcomes: ['created', 'unchanged'],
			writes: [newUser('dora@example.com', { job: 'Nurse' })(group)],
		}),
	],
	[
		'an answer that was lost makes no second user',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'dora@example.com', groupId: group }],
			fault: lostOnce('POST users'),
			outcomes: ['created'],
			writes: [newUser('dora@example.com')(group)],
		}),
	],
	[
		'a restored user whose answer was lost is restored',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'ben@example.com', groupId: group }],
			fault: lostOnce('POST users'),
			outcomes: ['restored'],
			writes: [newUser('ben@example.com')(group)],
		}),
	],
	[
		'a request that did not arrive is sent again',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: 'dora@example.com', groupId: group }],
			fault: { on: { kind: 'POST users' }, status: 503 },
			outcomes: ['created'],
			writes: [newUser('dora@example.com')(group), newUser('dora@example.com')(group)],
		}),
	],
	[
		'a user who is new needs a group, and one who is not does not',
		() => ({
			operation: 'upsert',
			rows: [
				{ mail: 'dora@example.com' },
				{ mail: 'ben@example.com' },
				{ mail: 'ana@example.com' },
			],
			outcomes: [
				'!The user is new, and Group is empty',
				'!The user is deleted, and Group is empty',
				'unchanged',
			],
			writes: [],
		}),
	],
	[
		'an item without a mail, or with what is none, is an error of its own',
		({ group }) => ({
			operation: 'upsert',
			rows: [{ mail: null }, { mail: 'Ana Silva' }, { mail: 'dora@example.com', groupId: group }],
			outcomes: ['!Email is empty', '!Email is not an email address', 'created'],
			writes: [newUser('dora@example.com')(group)],
		}),
	],
	[
		'a dry run tells what would be done',
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
			form: { options: { dryRun: true } },
			outcomes: ['created', 'updated', 'restored', 'unchanged', 'updated', 'unchanged'],
			writes: [],
		}),
	],
	[
		'a date of deactivation is written once, in whatever form it comes',
		({ ana, cem }) => ({
			operation: 'update',
			rows: [
				{ userId: ana, until: '2999-12-31' },
				{ userId: ana, until: at },
				{ userId: cem, until: '31.12.2999' },
			],
			form: { fields: { toBeDeactivatedAt: '={{ $json.until }}' } },
			outcomes: [
				'updated',
				'unchanged',
				'!To Be Deactivated At must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z',
			],
			writes: [{ line: `PATCH users/${ana}`, body: { toBeDeactivatedAt: at } }],
		}),
	],
	[
		'nobody has an ID, and a deleted user cannot be changed',
		({ ben }) => ({
			operation: 'update',
			rows: [
				{ userId: 'f'.repeat(24), job: 'Doctor' },
				{ userId: ben, job: 'Doctor' },
				{ userId: ben },
			],
			outcomes: [
				`!The service has no user with the ID "${'f'.repeat(24)}"`,
				'!The user is deleted, and deleted users cannot be changed',
				'unchanged',
			],
			writes: [],
		}),
	],
	[
		'a member is added once, and who is one already is left alone',
		({ group, ana, cem }) => ({
			operation: 'addMember',
			rows: [
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: group, userId: cem, role: 'user-admin' },
				{ groupId: group, userId: cem, role: 'User Admin' },
				{ groupId: group, userId: cem, role: null },
			],
			outcomes: ['unchanged', 'added', 'unchanged', 'added'],
			writes: [
				{ line: `POST groups/${group}/user-admin/${cem}` },
				{ line: `POST groups/${group}/learner/${cem}` },
			],
		}),
	],
	[
		'a membership whose answer was lost is added',
		({ group, cem }) => ({
			operation: 'addMember',
			rows: [{ groupId: group, userId: cem, role: 'coach' }],
			fault: lostOnce('POST groups/{groupId}/{role}/{userId}'),
			outcomes: ['added'],
			writes: [{ line: `POST groups/${group}/coach/${cem}` }],
		}),
	],
	[
		'a group or a user that is none, and a role of no kind, are errors',
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
		'a member is removed once, and who is none is told so',
		({ group, other, ana }) => ({
			operation: 'removeMember',
			rows: [
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: group, userId: ana, role: 'learner' },
				{ groupId: other, userId: ana, role: 'learner' },
				{ groupId: 'f'.repeat(24), userId: ana, role: 'learner' },
			],
			outcomes: ['removed', 'notMember', 'notMember', '!The service has no group with this ID'],
			writes: [{ line: `DELETE groups/${group}/learner/${ana}` }],
		}),
	],
])('%s', (_name, caseOf) => {
	it('and a second run writes what the first one could not', async () => {
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
		const carriedOut = outcomes.filter((one) =>
			/^(created|restored|updated|added|removed)/.test(one),
		);
		const isDryRun = JSON.stringify(form ?? {}).includes('dryRun');
		const said = lines.filter((line) => /: user [\da-f]{24} /.test(line));
		expect(said).toHaveLength(isDryRun ? 0 : carriedOut.length);
		expect(lines.join('\n')).not.toMatch(/@example|Dora|Nurse|Doctor/i);

		sandbox.journal.clear();
		const again = await run();
		const repeated = outcomes.map((one) => {
			if (isDryRun || one.startsWith('!')) return one;
			return operation === 'removeMember' ? 'notMember' : 'unchanged';
		});
		expect(again.found.map(outcomeOf)).toEqual(repeated.map(beginning));
	});
});

/** A text that begins so. */
const beginning = (text: string) =>
	expect.stringMatching(`^${text.replace(/[?.()"]/g, '\\$&')}`) as string;

const outcomeOf = ({ outcome, error }: IDataObject) =>
	error === undefined ? outcome : `!${error as string}`;
