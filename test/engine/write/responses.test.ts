import { ODD_ANSWERS, type Fault } from '../../sandbox';
import { CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const ADD = 'POST groups/{groupId}/{role}/{userId}';
const REMOVE = 'DELETE groups/{groupId}/{role}/{userId}';
const PATCH = 'PATCH users/{userId}';

/** The operations, by the requests that they send. */
const KINDS = [
	['upsert', 'POST users', 'created'],
	['update', PATCH, 'updated'],
	['addMember', ADD, 'added'],
	['removeMember', REMOVE, 'removed'],
] as const;

const ODD = Object.entries<Fault>({
	...ODD_ANSWERS,
	'an empty list': { status: 200, body: [] },
	'the ID of a queued request': { status: 200, body: { id: 'req-7', message: 'queued' } },
	'an ID alone': { status: 201, body: { _id: 'f'.repeat(24) } },
	'a record of somebody else': { status: 206, body: { _id: 'f'.repeat(24) } },
	text: { status: 203, body: 'OK' },
});

/** Members have one confirmation, 204 without a body, so a few responses stand for all. */
const CASES = KINDS.flatMap((kind) =>
	(kind[0].endsWith('Member') ? ODD.slice(0, 3) : ODD).map((odd) => [...kind, ...odd] as const),
);

const NOT_CONFIRMED = '!The service did not confirm the change, and the change is not visible';

type Platform = Awaited<ReturnType<typeof startPlatform>>;

const rowFor = (operation: string, { ana, cem, group }: Platform) => ({
	mail: 'dora@example.com',
	job: 'Doctor',
	groupId: group,
	role: 'learner',
	userId: operation === 'removeMember' ? ana : cem,
});

it.each(CASES)(
	'%s (%s) is %s despite an odd response, if it has changed: %s',
	async (operation, kind, outcome, _name, fault) => {
		for (const done of [true, false]) {
			const platform = await startPlatform();
			const { sandbox } = platform;
			const before = JSON.stringify(sandbox.catalogue.list('users'));
			sandbox.faults.add({ on: { kind }, ...fault, done });
			const row = rowFor(operation, platform);
			const { found } = await write(sandbox, operation, [row], {}, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([done ? outcome : NOT_CONFIRMED]);
			expect(writesTo(sandbox)).toHaveLength(1);
			expect(writesTo(sandbox)[0]?.line).not.toMatch(/users\/$/);
			if (!done) expect(JSON.stringify(sandbox.catalogue.list('users'))).toBe(before);
			else if (operation === 'upsert') expect(found[0]?._id).toMatch(/^[\da-f]{24}$/);
		}
	},
);

describe.each(KINDS)('%s, whose response is lost,', (operation, kind, outcome) => {
	it.each([0, 1])('is done once with %d retries', async (maxRetries) => {
		const platform = await startPlatform();
		platform.sandbox.faults.add({ on: { kind }, drop: 'answer' });
		const row = rowFor(operation, platform);
		const { found } = await write(platform.sandbox, operation, [row], { options: { maxRetries } });
		expect(found.map(outcomeOf)).toEqual([outcome]);
		expect(writesTo(platform.sandbox)).toHaveLength(1);
	});
});

it.each([
	['the first look', 1],
	['two looks', 2],
	['three looks', 3],
])(
	'a list that lags behind %s does not turn our own user into somebody else',
	async (_name, looks) => {
		const { sandbox, group } = await startPlatform();
		sandbox.faults.add({ on: { kind: 'POST users' }, drop: 'answer' });
		// The lookups before the change, and the looks after it.
		sandbox.faults.add({ on: { kind: 'users' }, body: [], times: 3 + looks });
		const row = { mail: 'dora@example.com', job: 'Nurse', groupId: group };
		const { found } = await write(sandbox, 'upsert', [row], {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['created']);
		expect(sandbox.catalogue.list('users').filter(({ mail }) => mail === row.mail)).toHaveLength(1);
	},
);

it.each(['mailAlreadyUsed', 'usernameAlreadyUsed'])(
	'a creation that was repeated after a lost response is our own: %s',
	async (code) => {
		const { sandbox, group } = await startPlatform();
		sandbox.faults.add({ on: { kind: 'POST users' }, drop: 'answer' });
		const body = { error: { code, message: 'It is' } };
		sandbox.faults.add({ on: { kind: 'POST users' }, status: 400, body });
		// The lookups before the change, and the first look after it.
		sandbox.faults.add({ on: { kind: 'users' }, body: [], times: 4 });
		const row = { mail: 'dora@example.com', job: 'Nurse', groupId: group };
		const { found } = await write(sandbox, 'upsert', [row], {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['created']);
		expect(writesTo(sandbox)).toHaveLength(2);
	},
);

it('a removal that was repeated after a lost response is our own', async () => {
	const { sandbox, ana, group = '' } = await startPlatform();
	const [role] = sandbox.catalogue.list(`users/${ana}/roles`);
	sandbox.faults.add({ on: { kind: REMOVE }, drop: 'answer' });
	const old = [{ groupId: group, role: 'learner' }];
	// The list of roles lags behind.
	sandbox.faults.add({ on: { kind: 'users/{userId}/roles' }, body: old, times: 2 });
	const row = { groupId: group, userId: ana, role: role?.role as string };
	const { found } = await write(sandbox, 'removeMember', [row]);
	expect(found.map(outcomeOf)).toEqual(['removed']);
	expect(writesTo(sandbox)).toHaveLength(2);
});

describe('an addition that the platform rejects', () => {
	it.each([
		['another program was faster', false, 1],
		['another program was faster, as the list shows late', false, 3],
		['a lost attempt was processed, as the list shows late', true, 4],
	])('is done if %s', async (_name, isLost, staleReads) => {
		const { sandbox, cem, group = '' } = await startPlatform({ secondAdd: 'rejected' });
		const membership = { groupId: group, role: 'learner' };
		const before = () => {
			sandbox.company.join(cem, membership);
		};
		sandbox.faults.add({ on: { kind: ADD }, ...(isLost ? { drop: 'answer' } : { before }) });
		// The lookup before the change is the first read.
		sandbox.faults.add({ on: { kind: 'users/{userId}/roles' }, body: [], times: staleReads });
		const { found } = await write(sandbox, 'addMember', [{ userId: cem, ...membership }]);
		expect(found.map(outcomeOf)).toEqual(['added']);
	});

	it.each([
		['fails without another look for a documented reason', 'userDeleted', 2],
		// The second row looks only once.
		['fails for any other reason if the user does not have the role', 'no', 6],
	])('%s', async (_name, code, reads) => {
		const { sandbox, add, cem, group } = await startPlatform();
		const fault = { status: 400, body: { error: { code } } };
		sandbox.faults.add({ on: { kind: ADD }, ...fault, times: Infinity });
		const rows = [cem, add('Eva')].map((userId) => ({ userId, groupId: group, role: 'learner' }));
		const { found } = await write(sandbox, 'addMember', rows, {}, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => expect.stringMatching(/^!/) as string));
		expect(sandbox.journal.of('users/{userId}/roles')).toHaveLength(reads);
	});
});

it.each([
	['are not confirmed', { status: 202, body: '' }, NOT_CONFIRMED],
	['exceed the rate', { status: 429 }, '!The service is receiving too many requests'],
])('three changes in a row that %s end the run', async (_name, fault, error) => {
	const { sandbox, group } = await startPlatform();
	sandbox.faults.add({ on: { kind: 'POST users' }, ...fault, times: 3 });
	const rows = Array.from({ length: 6 }, (_, at) => ({
		mail: `new${at}@example.com`,
		groupId: group,
	}));
	const form = { options: { maxRetries: 0 } };
	const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
	expect(found.map(outcomeOf)).toEqual([
		...Array.from({ length: 3 }, () => error),
		...Array.from(
			{ length: 3 },
			() => expect.stringContaining('!The change was not tried') as string,
		),
	]);
	expect(writesTo(sandbox)).toHaveLength(3);
});

it('creates nobody after three people whose numbers could not be stored', async () => {
	const { sandbox, group } = await startPlatform();
	sandbox.faults.add({ on: { kind: 'POST external-ids' }, status: 500, times: Infinity });
	const rows = Array.from({ length: 6 }, (_, at) => ({
		number: `n${at}`,
		mail: `new${at}@example.com`,
		groupId: group,
	}));
	const form = {
		findBy: 'externalId',
		externalId: '={{ $json.number }}',
		platform: 'sap',
		fields: { mail: '={{ $json.mail }}' },
		options: { maxRetries: 0 },
	};
	const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
	const notTried = expect.stringContaining('!The change was not tried') as string;
	expect(found.map(outcomeOf)).toEqual([
		'created',
		'created',
		'created',
		notTried,
		notTried,
		notTried,
	]);
	expect(sandbox.journal.of('POST users')).toHaveLength(3);
});

it('goes on with the other fields after three people whose numbers could not be stored', async () => {
	const { sandbox } = await startPlatform();
	sandbox.faults.add({ on: { kind: 'POST external-ids' }, status: 503, times: Infinity });
	const rows = Array.from({ length: 6 }, (_, at) => {
		const mail = `old${at}@example.com`;
		sandbox.catalogue.add('users', { mail, status: 'active' });
		return { number: `n${at}`, mail, job: 'Nurse' };
	});
	const form = {
		findBy: 'externalId',
		externalId: '={{ $json.number }}',
		platform: 'sap',
		fields: { mail: '={{ $json.mail }}', job: '={{ $json.job }}' },
		options: { maxRetries: 0 },
	};
	const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
	const row = { outcome: 'updated', changed: ['job'], notStored: ['externalId'] };
	expect(found).toMatchObject(rows.map(() => row));
	expect(sandbox.journal.of('POST external-ids')).toHaveLength(3);
});

it('reports the rejection of an address although nobody can be looked up afterward', async () => {
	const { sandbox, group } = await startPlatform();
	const before = () => {
		sandbox.faults.add({ on: { kind: 'users' }, status: 503, times: Infinity });
	};
	const body = { error: { code: 'mailAlreadyUsed' } };
	sandbox.faults.add({ on: { kind: 'POST users' }, status: 400, body, before });
	const row = { mail: 'zoe@example.com', groupId: group };
	const { found } = await write(sandbox, 'upsert', [row], { options: { maxRetries: 0 } }, CONTINUE);
	expect(found.map(outcomeOf)).toEqual([expect.stringMatching(/^!.*email address/)]);
});

describe('says what the platform has not stored:', () => {
	it.each<[name: string, field: string, sent: string, stored: unknown, isMissed: boolean]>([
		['another spelling of a phone number', 'phone', '+49 30 1', '+49301', true],
		['a text cut off', 'job', 'Head of Nursing', 'Head of Nur', true],
		['another case', 'job', 'NURSE LEAD', 'Nurse Lead', true],
		['a value that the platform takes from elsewhere', 'firstName', 'Anna', 'Ana', true],
		['nothing', 'phone', '12', undefined, true],
		['a number', 'phone', '12', 12, false],
		['fewer blanks', 'job', 'Head  of  Nursing', 'Head of Nursing', false],
		['the same value', 'job', 'Doctor', 'Doctor', false],
	])('%s', async (_name, field, sent, stored, isMissed) => {
		const { sandbox } = await startPlatform();
		sandbox.faults.add({
			on: { kind: PATCH },
			body: (real: object) => ({ ...real, [field]: stored }),
		});
		const row = { mail: 'ana@example.com', [field]: sent };
		const fields = { [field]: `={{ $json.${field} }}` };
		const { found, told, lines } = await write(sandbox, 'upsert', [row], { fields });
		expect(found).toMatchObject([{ outcome: 'updated', changed: [field] }]);
		expect(found[0]?.notStored).toEqual(isMissed ? [field] : undefined);
		expect(told.filter((hint) => hint.includes('as it was sent'))).toHaveLength(Number(isMissed));
		expect(lines.filter((line) => line.includes('as it was sent'))).toHaveLength(Number(isMissed));
	});
});

it('one warning names all fields that were not stored', async () => {
	const { sandbox } = await startPlatform();
	const body = (real: object) => ({ ...real, job: 'X', phone: 'X' });
	sandbox.faults.add({ on: { kind: PATCH }, times: 2, body });
	const rows = ['ana', 'cem'].map((name) => ({
		mail: `${name}@example.com`,
		job: 'A',
		phone: '2',
	}));
	const { log, told } = await write(sandbox, 'upsert', rows);
	const warnings = log.filter(({ level }) => level === 'warn');
	expect(warnings).toHaveLength(1);
	expect(warnings[0]?.message).toMatch(/Job .*\(2 items\).*Phone .*\(2 items\)/);
	expect(told).toHaveLength(3);
});

it('a retry of the node repeats neither a change nor its outcome', async () => {
	const { sandbox, group } = await startPlatform();
	const rows = [
		{ mail: 'ana@example.com', job: 'Doctor', groupId: group },
		{ mail: 'dora@example.com', job: 'Doctor', groupId: group },
	];
	sandbox.faults.add({ on: { kind: PATCH }, status: 400, body: { error: 'no' } });
	const run = await write(sandbox, 'upsert', rows, {}, { ...CONTINUE, retryOnFail: true });
	expect(run.found.map(outcomeOf)).toEqual(['updated', 'created']);
	expect(writesTo(sandbox).map(({ line }) => line.split(' ')[0])).toEqual([
		'PATCH',
		'POST',
		'PATCH',
	]);
});
