import { ODD_ANSWERS, type Fault, type Sandbox, type SandboxOptions } from '../../sandbox';
import { authorized, send } from './client';
import { startPlatform, type Platform } from './platform';

// Platforms that behave differently from the sandbox's defaults.

let platform: Platform;

async function start(options: SandboxOptions): Promise<Platform> {
	platform = await startPlatform(options);
	return platform;
}

/** Returns the names of the users in a list. */
async function listed(sandbox: Sandbox, query = ''): Promise<unknown[]> {
	const { body } = await send(sandbox, `GET users${query}`);
	return (body as { firstName?: string }[]).map(({ firstName }) => firstName);
}

const newUser = ({ root }: Platform, fields: object) => ({
	membership: { groupId: root, role: 'learner' },
	...fields,
});

it.each<[SandboxOptions, object, number]>([
	[{}, { mail: 'ANA@example.com' }, 400],
	[{ identities: 'exact' }, { mail: 'ANA@example.com' }, 201],
	[{ identities: 'exact' }, { mail: 'ana@example.com' }, 400],
	[{ identities: 'exact' }, { username: 'ANA' }, 201],
	[{}, { mail: 'BEN@example.com' }, 200],
	[{ identities: 'exact' }, { mail: 'BEN@example.com' }, 201],
])('%j: creating %j returns %d', async (options, fields, status) => {
	const { sandbox } = await start(options);
	expect(await send(sandbox, 'POST users', newUser(platform, fields))).toMatchObject({ status });
});

const ALL = ['Ana', 'Ben', 'Cem', 'Oda'];
const LIVING = ['Ana', 'Cem', 'Oda'];

it.each<[SandboxOptions, string, string[]]>([
	[{}, '?mail[in][0]=ANA@example.com', []],
	[{ identityFilters: 'folded' }, '?mail[in][0]=ANA@example.com', ['Ana']],
	[{ identityFilters: 'folded' }, '?username[eq]=Ana', ['Ana']],
	[{ identityFilters: 'folded' }, '?mail[ne]=ANA@example.com', ['Ben', 'Cem', 'Oda']],
	[{}, '', ALL],
	[{ deletedUsers: 'byStatus' }, '', LIVING],
	[{ deletedUsers: 'byStatus' }, '?mail[eq]=ben@example.com', []],
	[{ deletedUsers: 'byStatus' }, '?status[eq]=deleted', ['Ben']],
	[{ deletedUsers: 'hidden' }, '?status[eq]=deleted', []],
	[{ deletedUsers: 'hidden', pageSizes: { users: 1 } }, '', ['Ana']],
])('%j: the list of users%s shows %j', async (options, query, expected) => {
	const { sandbox } = await start(options);
	expect(await listed(sandbox, query)).toEqual(expected);
});

describe('a list that lags', () => {
	const rename = (firstName: string) =>
		send(platform.sandbox, `PATCH users/${platform.ana}`, { firstName });

	it('shows each write only after a number of reads', async () => {
		const { sandbox, ana } = await start({ listLag: 2 });
		await rename('Anna');
		expect(await listed(sandbox)).toEqual(ALL);
		await rename('Anne');
		expect(await listed(sandbox)).toEqual(ALL);
		expect(await listed(sandbox)).toEqual(['Anna', 'Ben', 'Cem', 'Oda']);
		expect(await listed(sandbox)).toEqual(['Anne', 'Ben', 'Cem', 'Oda']);
		// A single record does not lag, and neither does an edit by a test.
		await rename('Ann');
		expect(await send(sandbox, `GET users/${ana}`)).toMatchObject({ body: { firstName: 'Ann' } });
		for (let read = 0; read < 2; read++) await listed(sandbox);
		sandbox.catalogue.update('users', ana, { firstName: 'Ana' });
		expect(await listed(sandbox)).toEqual(ALL);
	});

	it('shows the same state on all its pages', async () => {
		const { sandbox, team, ana, cem } = await start({ listLag: 1, pageSizes: { users: 2 } });
		const headers = await authorized(sandbox);
		await send(sandbox, 'POST users', newUser(platform, { mail: 'new@example.com' }));
		const first = await fetch(`${sandbox.baseUrl}/api/v2/users`, { headers });
		const next = /<(.+)>/.exec(first.headers.get('link') ?? '')?.[1] ?? '';
		const second = await fetch(next, { headers });
		expect(await second.json()).toHaveLength(2);
		expect(second.headers.get('link')).toBeNull();
		const roles = async () => (await send(sandbox, `GET groups/${team}/roles`)).body;
		await send(sandbox, `DELETE groups/${team}/learner/${ana}`);
		await send(sandbox, `POST groups/${team}/coach/${cem}`);
		expect(await roles()).toEqual([{ userId: ana, role: 'learner' }]);
		expect(await roles()).toEqual([{ userId: cem, role: 'coach' }]);
	});
});

const SENT = { firstName: 'Ana  Maria', job: 'Head of Nursing', phone: '+49 (0)151-23' };

it.each<[NonNullable<SandboxOptions['spelling']>, object, object]>([
	['kept', SENT, SENT],
	['phone', SENT, { ...SENT, phone: '+49015123' }],
	['blanks', SENT, { ...SENT, firstName: 'Ana Maria' }],
	['cut', SENT, { ...SENT, job: 'Head of Nurs' }],
	['lowercase', { mail: 'Ana.M@example.com' }, { mail: 'ana.m@example.com' }],
	['protected', SENT, { firstName: 'Ana', phone: SENT.phone }],
])('stores values with spelling "%s"', async (spelling, sent, stored) => {
	const { sandbox, ana } = await start({ spelling });
	const { body } = await send(sandbox, `PATCH users/${ana}`, sent);
	expect(body).toMatchObject(stored);
	expect(body).toEqual(sandbox.catalogue.get('users', ana));
	const cleared = await send(sandbox, `PATCH users/${ana}`, { phone: null });
	expect(cleared.body).not.toHaveProperty('phone');
});

it('stores the values of custom fields with a different spelling', async () => {
	const { sandbox, ana } = await start({ spelling: 'blanks' });
	const { _id: customFieldId } = sandbox.company.addCustomField('Site');
	const value = { customFieldId, type: 'string', value: 'Lyon  3 ' };
	const answer = await send(sandbox, `PUT users/${ana}/custom-fields/values`, {
		customValues: [value],
	});
	expect(answer.body).toEqual([{ ...value, value: 'Lyon 3' }]);
});

it('can reject a member or a manager who is added again', async () => {
	const { sandbox, team, ana, oda } = await start({ secondAdd: 'rejected' });
	const manager = `POST users/${ana}/managers/${oda}`;
	expect(await send(sandbox, manager)).toEqual({ status: 204 });
	expect(await send(sandbox, manager)).toEqual({ status: 400, code: 'managerAlreadyAssigned' });
	const add = (role: string) => send(sandbox, `POST groups/${team}/${role}/${ana}`);
	expect(await add('coach')).toEqual({ status: 204 });
	expect(await add('coach')).toEqual({ status: 400, code: 'userAlreadyInGroup' });
});

describe('an odd response to a write', () => {
	const odd = Object.entries<Fault>(ODD_ANSWERS);

	it.each(
		odd.flatMap(([what, fault]) => [true, false].map((done) => [what, done, fault] as const)),
	)('%s, with the user created: %s', async (_, done, fault) => {
		const { sandbox } = await start({});
		sandbox.faults.add({ on: { kind: 'POST users' }, ...fault, done });
		const response = await fetch(`${sandbox.baseUrl}/api/v2/users`, {
			method: 'POST',
			headers: { ...(await authorized(sandbox)), 'content-type': 'application/json' },
			body: JSON.stringify(newUser(platform, { mail: 'new@example.com', firstName: 'New' })),
		});
		expect(response.status).toBe(fault.status);
		const text = await response.text();
		expect(text).toBe(
			typeof fault.body === 'object' ? JSON.stringify(fault.body) : (fault.body ?? ''),
		);
		expect(await listed(sandbox)).toEqual(done ? [...ALL, 'New'] : ALL);
	});

	it('can be lost after the write', async () => {
		const { sandbox, team, ana } = await start({});
		const request = `DELETE groups/${team}/learner/${ana}`;
		sandbox.faults.add({ on: { kind: 'DELETE groups/{groupId}/{role}/{userId}' }, drop: 'answer' });
		await expect(send(sandbox, request)).rejects.toThrow('fetch failed');
		expect(await send(sandbox, request)).toEqual({ status: 404, code: 'userNotFoundInGroup' });
	});
});
