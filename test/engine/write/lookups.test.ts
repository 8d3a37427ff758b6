import type { RequestKind } from '../../sandbox';
import { n8nGlobal } from '../service';
import { CONTINUE, outcomeOf, startPlatform, write } from './people';

const JOB = { fields: { job: '={{ $json.job }}' } };

const named = { groupId: { __rl: true, mode: 'name', value: 'Nurses' } };

describe('a lookup that fails is explained in the words of the operation:', () => {
	it('a service that ignores filters', async () => {
		const { sandbox } = await startPlatform({ filters: 'ignored' });
		sandbox.journal.takeOffContract();
		const { error } = await write(sandbox, 'upsert', [{ mail: 'ana@example.com' }], JOB);
		expect(error?.message).toBe(
			'The service ignores what a lookup asks for, so the node cannot tell who a user is',
		);
		expect(error?.description).not.toContain('Filter');
	});

	it.each(['user', 'group'])('an ID of letters that no %s has', async (name) => {
		const { sandbox, ana, group } = await startPlatform();
		const row = { userId: ana, groupId: group, role: 'learner', [`${name}Id`]: 'f'.repeat(24) };
		const { error } = await write(sandbox, 'removeMember', [row]);
		expect(error?.message).toContain(`The service has no ${name} with this ID`);
		expect(error?.description).toContain('Instead of By ID, you can use From List or a name.');
		expect(error?.description).not.toContain('The address of the list');
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
		userId: add(`p${at}`),
		groupId: group,
		role: 'learner',
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

it('sends fewer than ten writes a second', async () => {
	const { sandbox, group: groupId } = await startPlatform({ writesPerSecond: 10 });
	const mails = Array.from({ length: 15 }, (_, at) => `new${at}@example.com`);
	const rows = mails.map((mail) => ({ mail, groupId }));
	const { found } = await write(sandbox, 'upsert', rows);
	expect(found).toHaveLength(15);
	expect(sandbox.journal.entries.filter(({ status }) => status === 429)).toEqual([]);
});

it('needs three reads and one write for a table of 100 people with one change', async () => {
	const { sandbox, group, add } = await startPlatform();
	const name = sandbox.catalogue.get('groups', group ?? '').name as string;
	const mails = Array.from({ length: 100 }, (_, at) => `p${at}@example.com`);
	for (const mail of mails) add(mail.slice(0, mail.indexOf('@')), { mail });
	const rows = mails.map((mail, at) => ({ mail, job: at % 100 === 7 ? 'Doctor' : 'Nurse' }));
	const groupId = { __rl: true, mode: 'name', value: name };
	const form = { fields: { job: '={{ $json.job }}' }, groupId };
	const { found, lines } = await write(sandbox, 'upsert', rows, form);
	expect(found).toHaveLength(100);
	expect(lines.at(-1)).toMatch(/users: 100 items in \d+ ms, 99 unchanged, 1 updated \(/);
	expect(sandbox.journal.summary().requests).toEqual({
		token: 1,
		users: 2,
		groups: 1,
		'PATCH users/{userId}': 1,
	});
});

it.each([
	['id', { users: 0, groups: 0 }],
	['mail', { users: 3, groups: 0 }],
])('needs one list for 120 rows of one group whose users are given by %s', async (mode, reads) => {
	const { sandbox, group: groupId, add } = await startPlatform();
	const { catalogue } = sandbox;
	const rows = Array.from({ length: 120 }, (_, at) => {
		const mail = `p${at}@example.com`;
		const userId = add(`p${at}`, { mail });
		catalogue.add(`users/${userId}/roles`, { groupId, role: 'learner' });
		catalogue.add(`groups/${groupId}/roles`, { userId, role: 'learner' });
		return { groupId, role: 'learner', user: mode === 'id' ? userId : mail };
	});
	const userId = { __rl: true, mode, value: '={{ $json.user }}' };
	const { found } = await write(sandbox, 'addMember', rows, { userId });
	expect(found.map(({ outcome }) => outcome)).toEqual(rows.map(() => 'unchanged'));
	const { requests } = sandbox.journal.summary();
	expect({ users: 0, groups: 0, ...requests }).toEqual({
		token: 1,
		'groups/{groupId}/roles': 1,
		...reads,
	});
});

it('never add more than 10 listeners to one signal: Node 20 would warn of a memory leak', async () => {
	const { sandbox, add } = await startPlatform();
	const { prototype } = n8nGlobal.AbortSignal;
	const added = jest.spyOn(prototype, 'addEventListener');
	const removed = jest.spyOn(prototype, 'removeEventListener');
	const rows = Array.from({ length: 20 }, (_, at) => ({ userId: add(`p${at}`), job: 'Nurse' }));
	const { found } = await write(sandbox, 'update', rows);
	expect(found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
	const calls = [added, removed].flatMap(({ mock }, at) =>
		mock.contexts.map((signal: unknown, call) => ({
			signal,
			change: at === 0 ? 1 : -1,
			order: mock.invocationCallOrder[call] ?? 0,
		})),
	);
	const listeners = new Map<unknown, number>();
	const counts = calls
		.sort((a, b) => a.order - b.order)
		.map(({ signal, change }) => {
			const count = (listeners.get(signal) ?? 0) + change;
			listeners.set(signal, count);
			return count;
		});
	expect(counts.length).toBeGreaterThan(20);
	expect(Math.max(...counts)).toBeLessThanOrEqual(10);
});
