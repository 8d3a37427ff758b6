import { type WritePath, WRITES } from '../../contract';
import { startPlatform, write, writesTo } from './people';

/** The operations, by the requests that they send. */
const operations: Partial<Record<WritePath, string>> = {
	'POST users': 'upsert',
	'PATCH users/{userId}': 'update',
	'POST groups/{groupId}/{role}/{userId}': 'addMember',
	'DELETE groups/{groupId}/{role}/{userId}': 'removeMember',
};

describe('explains the error code of a rejected request:', () => {
	const codes = Object.entries(WRITES).flatMap(([kind, { errors }]) =>
		['400', '404'].flatMap((status) =>
			(errors[status] ?? []).map((code) => [code, kind, Number(status)] as const),
		),
	);

	it.each(codes.filter(([, kind]) => kind in operations))(
		'%s of %s',
		async (code, kind, status) => {
			const { sandbox, ana, cem, group } = await startPlatform();
			const operation = operations[kind as WritePath] ?? '';
			const userId = operation === 'removeMember' ? ana : cem;
			const row = {
				...{ mail: 'dora@example.com', job: 'Doctor' },
				...{ userId, groupId: group, role: 'learner' },
			};
			const body = { error: { code, message: 'Never mind' } };
			sandbox.faults.add({ on: { kind: kind as WritePath }, status, body });
			const options = { onError: 'continueRegularOutput' } as const;
			const { found } = await write(sandbox, operation, [row], {}, options);
			const [{ error, message, outcome } = {}] = found;
			if (code === 'userNotFoundInGroup') {
				expect(outcome).toBe('notMember');
				return;
			}
			expect(error).toMatch(/^(The|Too|Several|Another) [^"]+$/);
			expect(error).not.toContain('The service rejected the request');
			expect(message).toMatch(/^[A-Z].+ The service returned 4/);
			expect(message).toContain(`"${code}: Never mind"`);
		},
	);
});

it("writes nothing if any item's form is invalid", async () => {
	const { sandbox, group } = await startPlatform();
	const rows = [{ mail: 'dora@example.com', groupId: group }, { mail: '' }];
	const { error } = await write(sandbox, 'upsert', rows);
	expect(error?.message).toBe('Email is empty');
	expect(sandbox.journal.entries).toEqual([]);
});

it('updates a user whose email is spelled differently on the platform', async () => {
	const { sandbox, group, add } = await startPlatform();
	const eva = add('Eva', { mail: 'Eva@Example.COM' });
	const row = { mail: 'EVA@example.com', job: 'Doctor', groupId: group };
	const { found } = await write(sandbox, 'upsert', [row, { ...row, mail: 'eva@example.com' }]);
	expect(found.map(({ _id, outcome }) => [_id, outcome])).toEqual([
		[eva, 'updated'],
		[eva, 'unchanged'],
	]);
	const dry = await write(sandbox, 'upsert', [row], { options: { dryRun: true } });
	expect(dry.found).toMatchObject([{ _id: eva, outcome: 'unchanged', dryRun: true }]);
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

it('names both users with the same email', async () => {
	const { sandbox, ana, add } = await startPlatform();
	const twin = add('Ana');
	const { error } = await write(sandbox, 'upsert', [{ mail: 'ana@example.com' }]);
	expect(error?.message).toBe(
		`More than one user has the email address entered in Email: ${ana}, ${twin}`,
	);
});

it('restores a deleted user who is not listed', async () => {
	const { sandbox, ben, group } = await startPlatform();
	sandbox.faults.add({ on: { kind: 'users' }, body: [], times: 3 });
	const row = { mail: 'ben@example.com', job: 'Doctor', groupId: group };
	const { found } = await write(sandbox, 'upsert', [row]);
	expect(found).toMatchObject([{ _id: ben, job: 'Doctor', outcome: 'restored' }]);
});

describe.each([
	['upsert', 'users:write', 'create or change users'],
	['update', 'users:write', 'create or change users'],
	['addMember', 'groups:write', 'add or remove members of groups'],
	['removeMember', 'groups:write', 'add or remove members of groups'],
])('%s', (operation, scope, what) => {
	const rowOf = ({ ana, cem, group }: Awaited<ReturnType<typeof startPlatform>>) => ({
		...{ mail: 'dora@example.com', job: 'Doctor', groupId: group, role: 'learner' },
		userId: operation === 'removeMember' ? ana : cem,
	});

	it(`names the missing scope ${scope}`, async () => {
		const platform = await startPlatform({ scopes: ['users:read', 'groups:read'] });
		const { error } = await write(platform.sandbox, operation, [rowOf(platform)]);
		expect(error?.message).toBe(
			`The API credentials are not allowed to ${what}. Ask a platform administrator to add the "${scope}" scope.`,
		);
	});

	it('sends no changes if a missing scope prevents the initial read', async () => {
		const platform = await startPlatform({ scopes: [scope] });
		const { error } = await write(platform.sandbox, operation, [rowOf(platform)]);
		expect(error?.message).toContain('add the "users:read" scope');
		expect(writesTo(platform.sandbox)).toEqual([]);
	});

	it.each([404, 405, 501])('explains that the service has no such request (%d)', async (status) => {
		const platform = await startPlatform();
		const { sandbox } = platform;
		const [kind] = Object.entries(operations).find(([, one]) => one === operation) ?? [''];
		const body = { error: 'notFound' };
		sandbox.faults.add({ on: { kind: kind as WritePath }, status, body, times: Infinity });
		const options = { maxRetries: 1 };
		const { error } = await write(sandbox, operation, [rowOf(platform)], { options });
		expect(error?.message).toBe(`The service has no way to ${what}`);
	});
});

it('sends fewer than ten writes a second', async () => {
	const { sandbox, group: groupId } = await startPlatform({ writesPerSecond: 10 });
	const mails = Array.from({ length: 15 }, (_, at) => `new${at}@example.com`);
	const rows = mails.map((mail) => ({ mail, groupId }));
	const { found } = await write(sandbox, 'upsert', rows);
	expect(found).toHaveLength(15);
	expect(sandbox.journal.entries.filter(({ status }) => status === 429)).toEqual([]);
});

it('needs six reads and three writes for a table of 300 people with three changes', async () => {
	const { sandbox, group, add } = await startPlatform();
	const name = sandbox.catalogue.get('groups', group ?? '').name as string;
	const mails = Array.from({ length: 300 }, (_, at) => `p${at}@example.com`);
	for (const mail of mails) add(mail.slice(0, mail.indexOf('@')), { mail });
	const rows = mails.map((mail, at) => ({ mail, job: at % 100 === 7 ? 'Doctor' : 'Nurse' }));
	const groupId = { __rl: true, mode: 'name', value: name };
	const form = { fields: { job: '={{ $json.job }}' }, groupId };
	const { found, lines } = await write(sandbox, 'upsert', rows, form);
	expect(found).toHaveLength(300);
	expect(lines.at(-1)).toMatch(/users: 300 items in \d+ ms, 297 unchanged, 3 updated \(/);
	expect(sandbox.journal.summary().requests).toEqual({
		...{ token: 1, users: 6, groups: 1, 'PATCH users/{userId}': 3 },
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
		...{ token: 1, 'groups/{groupId}/roles': 1, ...reads },
	});
});
