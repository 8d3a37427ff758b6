import type { RequestKind } from '../../sandbox';
import { CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const JOB = { fields: { job: '={{ $json.job }}' } };

const named = { groupId: { __rl: true, mode: 'name', value: 'Nurses' } };

describe('a lookup that fails is explained in the words of the operation:', () => {
	it.each<[name: string, scopes: string[], form: object, message: string, others: string]>([
		[
			'users',
			['users:write', 'groups:read'],
			JOB,
			'The API credentials are not allowed to look up users. Ask a platform administrator to add the "users:read" scope.',
			'The operation also needs this scope: "users:write".',
		],
		[
			'groups',
			['users:read', 'users:write'],
			{ ...JOB, ...named },
			'The API credentials are not allowed to look up groups. Ask a platform administrator to add the "groups:read" scope.',
			'The operation also needs these scopes: "users:read", "users:write".',
		],
	])(
		'a missing scope for %s, and the other scopes that the row needs',
		async (_list, scopes, form, message, others) => {
			const { sandbox } = await startPlatform({ scopes });
			const row = { mail: 'dora@example.com', job: 'Nurse' };
			const { found } = await write(sandbox, 'upsert', [row], form as never, CONTINUE);
			expect(found[0]?.error).toBe(message);
			expect(found[0]?.message).toContain(others);
			expect(writesTo(sandbox)).toEqual([]);
		},
	);

	it('a service that ignores filters', async () => {
		const { sandbox } = await startPlatform({ filters: 'ignored' });
		sandbox.journal.takeOffContract();
		const { error } = await write(sandbox, 'upsert', [{ mail: 'ana@example.com' }], JOB);
		expect(error?.message).toBe(
			'The service ignores what a lookup asks for, so the node cannot tell who a user is',
		);
		expect(error?.description).not.toContain('Filter');
	});

	it.each<[kind: RequestKind, form: object]>([
		['groups', { ...JOB, ...named }],
		['external-ids', { ...JOB, findBy: 'externalId', externalId: '7', platform: 'sap' }],
	])('status 400 on %s', async (kind, form) => {
		const { sandbox } = await startPlatform();
		sandbox.faults.add({ on: { kind }, status: 400, times: Infinity });
		const { error } = await write(sandbox, 'upsert', [{ mail: 'dora@example.com' }], form as never);
		expect(error?.description).toContain('The service returned 400');
		expect(error?.description).not.toContain('Filters');
	});

	it.each([500, 502, 503, 429])('status %d', async (status) => {
		const { sandbox } = await startPlatform();
		sandbox.faults.add({ on: { kind: 'users' }, status, times: 2 });
		const form = { ...JOB, options: { maxRetries: 1 } };
		const { error } = await write(sandbox, 'upsert', [{ mail: 'ana@example.com' }], form);
		expect(error?.message).toMatch(/^The service /);
		expect(`${error?.message} ${error?.description}`).not.toMatch(/page 1|Filters|list/);
	});
});

it('finds everybody even if somebody is edited while all users are read', async () => {
	const { sandbox, ana, group } = await startPlatform({ pageSizes: { users: 2 } });
	sandbox.faults.add({
		on: { kind: 'users', page: 2 },
		body: (real: object[]) => [{ ...sandbox.catalogue.get('users', ana), job: 'Doctor' }, ...real],
	});
	const row = { mail: 'dora@example.com', job: 'Nurse', groupId: group };
	const { found } = await write(sandbox, 'upsert', [row], JOB);
	expect(found.map(outcomeOf)).toEqual(['created']);
});

it.each([
	['the group', 'groups/{groupId}/roles', ['groups:read', 'groups:write'], 25, 1],
	['the users, for a few rows', 'users/{userId}/roles', ['users:read', 'groups:write'], 20, 20],
	[
		'the users, without access to the group',
		'users/{userId}/roles',
		['users:read', 'groups:write'],
		25,
		25,
	],
] as const)('reads the roles of %s', async (_name, kind, scopes, count, reads) => {
	const { sandbox, group, add } = await startPlatform({ scopes: [...scopes] });
	const rows = Array.from({ length: count }, (_, at) => ({
		...{ userId: add(`p${at}`), groupId: group, role: 'learner' },
	}));
	for (const { userId } of rows) {
		sandbox.catalogue.add(`users/${userId}/roles`, { groupId: group, role: 'learner' });
		sandbox.catalogue.add(`groups/${group}/roles`, { userId, role: 'learner' });
	}
	const { found } = await write(sandbox, 'addMember', rows);
	expect(found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
	const answered = sandbox.journal.of(kind).filter(({ status }) => status === 200);
	expect(answered).toHaveLength(reads);
});

it('reads the list of users once for more than 50 IDs', async () => {
	const { sandbox, add } = await startPlatform();
	const rows = Array.from({ length: 60 }, (_, at) => ({ userId: add(`p${at}`), job: 'Nurse' }));
	const { found } = await write(sandbox, 'update', rows);
	expect(found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
	expect(sandbox.journal.summary().requests).toEqual({ token: 1, users: 2 });
});

it.each<[name: string, scopes: string[] | undefined, last: string]>([
	['an error', undefined, `!The service has no user with the ID "${'f'.repeat(24)}"`],
	['no member without the scope users:read', ['groups:read', 'groups:write'], 'notMember'],
])('an unknown ID among many members to remove is %s', async (_name, scopes, last) => {
	const { sandbox, add, group, cem } = await startPlatform({ ...(scopes && { scopes }) });
	const row = (userId: string) => ({ userId, groupId: group, role: 'learner' });
	const members = Array.from({ length: 25 }, (_, at) => add(`p${at}`));
	for (const userId of members) {
		sandbox.catalogue.add(`users/${userId}/roles`, { groupId: group, role: 'learner' });
		sandbox.catalogue.add(`groups/${group}/roles`, { userId, role: 'learner' });
	}
	const rows = [...members, cem, 'f'.repeat(24)].map(row);
	const { found } = await write(sandbox, 'removeMember', rows, {}, CONTINUE);
	expect(found.map(outcomeOf)).toEqual([...members.map(() => 'removed'), 'notMember', last]);
});

it('a removed member whom another program has removed in the meantime is not a member', async () => {
	const { sandbox, ana, group } = await startPlatform();
	sandbox.faults.add({
		on: { kind: 'DELETE groups/{groupId}/{role}/{userId}' },
		before: () => {
			sandbox.catalogue.clear(`users/${ana}/roles`);
		},
	});
	const row = { userId: ana, groupId: group, role: 'learner' };
	const { found } = await write(sandbox, 'removeMember', [row]);
	expect(found.map(outcomeOf)).toEqual(['notMember']);
});
