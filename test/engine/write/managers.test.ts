import type { IDataObject, INodeParameters } from 'n8n-workflow';

import { type WritePath, WRITES } from '../../contract';
import { repeats } from '../../repeats';
import type { SandboxOptions } from '../../sandbox';
import { storedFor } from '../service';
import { byId, CONTINUE, ofItem, outcomeOf, startPlatform, write, writesTo } from './people';

/** A platform where Eva manages Ana, Fay manages Cem, and Gus is also a manager. Ben is deleted. */
async function startWithManagers(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { sandbox, ana, cem, add } = platform;
	const { catalogue, company, journal } = sandbox;
	const [eva, fay, gus] = [add('Eva'), add('Fay', { username: 'fay.l' }), add('Gus')];
	for (const { _id } of catalogue.list('users')) {
		for (const list of ['managers', 'subordinates']) catalogue.clear(`users/${_id}/${list}`);
	}
	company.addManager(ana, eva);
	company.addManager(cem, fay);
	const managersOf = (userId: string) =>
		catalogue.list(`users/${userId}/managers`).map(({ _id }) => _id);
	/** The reads of managers, as "team" or "own". */
	const reads = () =>
		journal.entries.flatMap(({ method, kind }) => {
			if (method !== 'GET') return [];
			if (kind === 'users/{userId}/subordinates') return ['team'];
			return kind === 'users/{userId}/managers' ? ['own'] : [];
		});
	return { ...platform, eva, fay, gus, managersOf, reads };
}

type Platform = Awaited<ReturnType<typeof startWithManagers>>;

const FORM: INodeParameters = {
	fields: { manager: ofItem('manager') },
	groupId: byId(ofItem('groupId')),
};

const CLEAR: INodeParameters = { ...FORM, options: { fieldsToClear: ['manager'] } };

const [ANA, CEM, EVA] = ['ana', 'cem', 'eva'].map((name) => `${name}@example.com`);

interface Case {
	rows: IDataObject[];
	form?: INodeParameters;
	operation?: string;
	found: IDataObject[];
	hint?: string;
	writes: string[];
	reads: string[];
}

const DELETE = ({ ana, eva }: Platform) => `DELETE users/${ana}/managers/${eva}`;

/** Ana gets Ben as her manager, whom the next row restores. */
const restoringBen = (p: Platform, manager: string): Case => ({
	rows: [
		{ mail: ANA, manager },
		{ mail: 'ben@example.com', groupId: p.group },
	],
	form: { ...FORM, deletedUsers: 'restore' },
	found: [{ outcome: 'updated', changed: ['manager'] }, { outcome: 'restored' }],
	writes: [
		'POST users?sendInvitationEmail=true',
		DELETE(p),
		`POST users/${p.ana}/managers/${p.ben}`,
	],
	reads: ['own'],
});

it.each<[string, (platform: Platform) => Case]>([
	[
		'nothing is requested if no manager is entered',
		() => ({
			rows: [{ mail: ANA, manager: '' }],
			found: [{ outcome: 'unchanged' }],
			writes: [],
			reads: [],
		}),
	],
	[
		'managers who are as they should be cost one request each, and no write',
		({ eva }) => ({
			rows: [
				{ mail: ANA, manager: 'EVA@example.com' },
				{ mail: ANA, manager: eva },
				{ mail: CEM, manager: 'fay.l' },
			],
			found: Array.from({ length: 3 }, () => ({ outcome: 'unchanged', changed: [] })),
			writes: [],
			reads: ['team', 'team'],
		}),
	],
	[
		'a manager is replaced: the other one is removed first',
		(p) => ({
			rows: [{ mail: ANA, manager: p.gus }],
			found: [{ outcome: 'updated', changed: ['manager'], before: { manager: p.eva } }],
			writes: [DELETE(p), `POST users/${p.ana}/managers/${p.gus}`],
			reads: ['team', 'own'],
		}),
	],
	[
		'who stands under two managers of the table keeps only the right one',
		(p) => {
			p.sandbox.company.addManager(p.ana, p.fay);
			p.sandbox.company.addManager(p.cem, p.eva);
			return {
				operation: 'update',
				rows: [
					{ userId: p.cem, manager: 'fay.l' },
					{ userId: p.ana, manager: EVA },
				],
				form: { ...FORM, userId: byId(ofItem('userId')) },
				found: [
					{ outcome: 'updated', before: { manager: `${p.fay}, ${p.eva}` } },
					{ outcome: 'updated', before: { manager: `${p.eva}, ${p.fay}` } },
				],
				writes: [
					`DELETE users/${p.cem}/managers/${p.eva}`,
					`DELETE users/${p.ana}/managers/${p.fay}`,
				],
				reads: ['team', 'team', 'own', 'own'],
			};
		},
	],
	[
		'Fields to Clear removes the manager of whom has none in the table',
		(p) => ({
			rows: [{ mail: ANA }, { mail: CEM, manager: 'fay.l' }, { mail: EVA }],
			form: CLEAR,
			found: [
				{ outcome: 'updated', changed: ['manager'], before: { manager: p.eva } },
				{ outcome: 'unchanged' },
				{ outcome: 'unchanged' },
			],
			writes: [DELETE(p)],
			reads: ['team', 'own', 'own'],
		}),
	],
	[
		'a manager who is not found costs that field only, and is not cleared',
		() => ({
			rows: [
				{ mail: ANA, manager: 'nobody' },
				{ mail: ANA, manager: EVA },
			],
			form: CLEAR,
			found: [
				{ outcome: 'unchanged', changed: [], notStored: ['manager'] },
				{ outcome: 'unchanged' },
			],
			hint: 'Manager could not be written: The platform has no such user. The entry is "nobody".',
			writes: [],
			reads: ['team'],
		}),
	],
	[
		'a deleted manager costs that field only',
		() => ({
			rows: [{ mail: ANA, manager: 'ben@example.com' }],
			found: [{ outcome: 'unchanged', notStored: ['manager'] }],
			hint: 'Manager could not be written: The account of the person in Manager is deleted.',
			writes: [],
			reads: [],
		}),
	],
	[
		'a deleted manager whose row does not restore the account costs that field only',
		() => ({
			rows: [{ mail: ANA, manager: 'BEN@example.com' }, { mail: 'ben@example.com' }],
			form: { ...FORM, options: { dryRun: true } },
			found: [{ outcome: 'unchanged', notStored: ['manager'] }, { outcome: 'deleted' }],
			writes: [],
			reads: [],
		}),
	],
	[
		'a deleted manager whose row restores the account is restored first',
		(p) => restoringBen(p, 'ben@example.com'),
	],
	['a deleted manager who is given by ID is restored first as well', (p) => restoringBen(p, p.ben)],
	[
		'a deleted manager whose row has only a personnel number is restored first as well',
		(p) => {
			const { catalogue } = p.sandbox;
			catalogue.clear('external-ids');
			for (const [targetId, value] of [
				[p.ana, '1'],
				[p.ben, '2'],
			]) {
				catalogue.add('external-ids', { platform: 'sap', targetId, targetType: 'user', value });
			}
			const { form, ...expected } = restoringBen(p, 'ben@example.com');
			const byNumber = { findBy: 'externalId', externalId: ofItem('number'), platform: 'sap' };
			return {
				...expected,
				rows: expected.rows.map((row, at) => ({ ...row, number: at + 1 })),
				form: { ...form, ...byNumber },
			};
		},
	],
	[
		'nobody is their own manager',
		({ ana, group }) => ({
			rows: [
				{ mail: ANA, manager: ana },
				{ mail: 'dora@example.com', manager: 'Dora@example.com', groupId: group },
			],
			found: [
				{ outcome: 'unchanged', notStored: ['manager'] },
				{ outcome: 'created', changed: ['mail'], notStored: ['manager'] },
			],
			writes: ['POST users?sendInvitationEmail=true'],
			reads: ['team'],
		}),
	],
	[
		'two managers for one person are a contradiction',
		() => ({
			rows: [
				{ mail: ANA, manager: EVA },
				{ mail: ANA, manager: 'eva@EXAMPLE.com' },
				{ mail: ANA, manager: 'fay.l' },
			],
			found: [
				{ outcome: 'unchanged' },
				{ outcome: 'unchanged' },
				{ error: 'An earlier item asks for a different value for the same user' },
			],
			writes: [],
			reads: ['team', 'team', 'own'],
		}),
	],
	[
		'a text that is neither an address nor a user name fails the row',
		() => ({
			rows: [{ mail: ANA, manager: 'Eva <eva@example.com>' }],
			found: [{ error: 'Manager is not an email address' }],
			writes: [],
			reads: [],
		}),
	],
	[
		'a dry run says what would be written, also for a manager who would be created',
		({ group }) => ({
			rows: [
				{ mail: ANA, manager: 'dora@example.com' },
				{ mail: 'dora@example.com', manager: 'ida@example.com', groupId: group },
				{ mail: 'ida@example.com', groupId: group },
			],
			form: { ...FORM, options: { dryRun: true } },
			found: [
				{ outcome: 'updated', changed: ['manager'], dryRun: true },
				{ outcome: 'created', changed: ['mail', 'manager'] },
				{ outcome: 'created' },
			],
			writes: [],
			reads: ['own'],
		}),
	],
])('%s', async (_name, caseOf) => {
	const platform = await startWithManagers();
	const { sandbox } = platform;
	const {
		rows,
		form = FORM,
		operation = 'upsert',
		found,
		hint = '',
		writes,
		reads,
	} = caseOf(platform);
	const run = await write(sandbox, operation, rows, form, CONTINUE);
	expect(run.found).toMatchObject(found);
	expect(run.told.join()).toContain(hint);
	expect(run.found.map(({ notStored }) => notStored)).toEqual(
		found.map(({ notStored }) => notStored),
	);
	expect(writesTo(sandbox).map(({ line }) => line)).toEqual(writes);
	expect(platform.reads().sort()).toEqual(reads.sort());
	expect(run.lines.join('\n')).not.toContain('@');
});

describe('a manager who is a later row of the table', () => {
	const rowsFor = ({ group }: Platform) => [
		{ mail: ANA, manager: 'Hal@example.com', groupId: group },
		{ mail: 'hal@example.com', manager: 'ida@example.com', groupId: group },
		{ mail: 'ida@example.com', manager: '', groupId: group },
	];

	it('is created first, and the items keep their order', async () => {
		const platform = await startWithManagers();
		const { sandbox, ana, managersOf } = platform;
		const credential = storedFor(sandbox);
		const rows = rowsFor(platform);
		const { found } = await write(credential, 'upsert', rows, FORM);
		expect(found.map(outcomeOf)).toEqual(['updated', 'created', 'created']);
		const [, hal, ida] = found.map(({ _id }) => _id as string);
		expect([managersOf(ana), managersOf(hal ?? '')]).toEqual([[hal], [ida]]);
		const again = await write(credential, 'upsert', rows, FORM);
		expect(again.found.map(outcomeOf)).toEqual(['unchanged', 'unchanged', 'unchanged']);
	});

	it.each([
		['creates nobody', { until: '2020-01-31' }, 'left'],
		['is impossible', { groupId: '' }, '!The user is new, and Group for New Users is empty'],
	])('is not expected if the row %s', async (_name, more, outcome) => {
		const { sandbox, group } = await startWithManagers();
		const fields = { manager: ofItem('manager'), toBeDeactivatedAt: ofItem('until') };
		const rows = [
			{ mail: 'hal@example.com', groupId: group, ...more },
			{ mail: ANA, manager: 'hal@example.com' },
		];
		for (const dryRun of [true, false]) {
			const form = { fields, options: { dryRun } };
			const { found } = await write(sandbox, 'upsert', rows, form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([outcome, 'unchanged']);
			expect(found[1]).toMatchObject({ notStored: ['manager'] });
		}
	});

	it('is whoever gets the address in this run', async () => {
		const { sandbox, ana, cem, eva, managersOf } = await startWithManagers();
		const { catalogue } = sandbox;
		catalogue.update('users', ana, { mail: 'boss@example.com', username: 'ana' });
		catalogue.update('users', cem, { username: 'cem' });
		catalogue.update('users', eva, { username: 'eva' });
		const form = {
			findBy: 'username',
			username: ofItem('username'),
			fields: { mail: ofItem('mail'), manager: ofItem('manager') },
		};
		const rows = [
			{ username: 'ana', mail: 'ana.old@example.com' },
			{ username: 'cem', mail: 'boss@example.com' },
			{ username: 'eva', mail: EVA ?? '', manager: 'boss@example.com' },
		];
		await write(sandbox, 'upsert', rows, form);
		expect(managersOf(eva)).toEqual([cem]);
	});

	it('costs only that field if the row fails', async () => {
		const platform = await startWithManagers();
		const { sandbox } = platform;
		const body = { error: { code: 'mailInvalid', message: 'no' } };
		sandbox.faults.add({ on: { kind: 'POST users', occurrence: 2 }, status: 400, body });
		const { found, told } = await write(sandbox, 'upsert', rowsFor(platform), FORM, CONTINUE);
		expect(found).toMatchObject([
			{ outcome: 'unchanged', changed: [], notStored: ['manager'] },
			{ error: 'The platform does not accept the text in Email as an email address' },
			{ outcome: 'created' },
		]);
		expect(told.join()).toContain('Manager could not be written: The platform has no user for');
	});

	it.each([
		['each other', ['hal', 'ida'], ['ida', 'hal'], 'unchanged updated'],
		[
			'one another in a circle',
			['hal', 'ida', 'jon'],
			['ida', 'jon', 'hal'],
			'unchanged unchanged updated',
		],
	])(
		'may manage %s: one run writes all but one, the next run the last',
		async (_name, names, managers, next) => {
			const { sandbox, group } = await startWithManagers();
			const rows = names.map((name, at) => ({
				mail: `${name}@example.com`,
				manager: `${managers[at]}@example.com`,
				groupId: group,
			}));
			const credential = storedFor(sandbox);
			const run = async (dryRun = false) => {
				const form = { ...FORM, options: { dryRun } };
				const { found } = await write(credential, 'upsert', rows, form);
				const shown = found.map(({ outcome, changed, notStored }) => ({
					outcome,
					changed,
					notStored,
				}));
				return { shown, outcomes: found.map(outcomeOf) };
			};
			const promised = await run(true);
			const first = await run();
			expect(first.outcomes).toEqual(names.map(() => 'created'));
			expect(first.shown).toEqual(promised.shown);
			expect((await run()).outcomes.join(' ')).toBe(next);
			expect((await run()).outcomes).toEqual(names.map(() => 'unchanged'));
		},
	);

	it('is found by the email that the row gives a user with a personnel number', async () => {
		const { sandbox, ana, eva, managersOf } = await startWithManagers();
		const { catalogue, company } = sandbox;
		catalogue.clear('external-ids');
		const ofEva = { platform: 'sap', targetId: eva, targetType: 'user', value: '1' };
		catalogue.add('external-ids', ofEva);
		catalogue.add('external-ids', { ...ofEva, targetId: ana, value: '2' });
		company.removeManager(ana, eva);
		const rows = [
			{ number: 2, mail: ANA, manager: 'eva.married@example.com' },
			{ number: 1, mail: 'eva.married@example.com' },
		];
		const form = {
			findBy: 'externalId',
			externalId: ofItem('number'),
			platform: 'sap',
			fields: { mail: ofItem('mail'), manager: ofItem('manager') },
		};
		const { found } = await write(sandbox, 'upsert', rows, form);
		expect(found).toMatchObject([{ changed: ['manager'] }, { changed: ['mail'] }]);
		expect(managersOf(ana)).toEqual([eva]);
	});
});

const POST: WritePath = 'POST users/{userId}/managers/{managerId}';

const REMOVE: WritePath = 'DELETE users/{userId}/managers/{managerId}';

it.each([
	['dropped', POST, { drop: 'answer' as const }],
	['a login page', POST, { body: '<html>Log in</html>', status: 200, done: true }],
	['dropped', REMOVE, { drop: 'answer' as const }],
	['an empty object', REMOVE, { body: {}, status: 200, done: true }],
])('looks at the managers if the response is %s: %s', async (_name, kind, fault) => {
	const { sandbox, ana, gus, managersOf } = await startWithManagers({ secondAdd: 'rejected' });
	sandbox.faults.add({ on: { kind }, ...fault });
	const { found } = await write(sandbox, 'upsert', [{ mail: ANA, manager: gus }], FORM);
	expect(found).toMatchObject([{ outcome: 'updated', changed: ['manager'] }]);
	expect(managersOf(ana)).toEqual([gus]);
	expect(writesTo(sandbox)).toHaveLength(2);
});

it.each([POST, REMOVE])('fails if nobody knows whether the change was made: %s', async (kind) => {
	const { sandbox, gus } = await startWithManagers();
	sandbox.faults.add({ on: { kind }, body: {}, status: 200, done: false });
	const rows = [
		{ mail: kind === POST ? 'gus@example.com' : ANA, manager: kind === POST ? EVA : gus },
	];
	const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
	expect(found[0]?.error).toContain('The service did not confirm the change');
});

it.each([
	['is deleted', { status: 404, body: { error: { code: 'managerDeleted', message: 'no' } } }],
	['is unknown', { status: 404, body: { error: { code: 'managerNotFound', message: 'no' } } }],
	['is not confirmed', { status: 200, body: {}, done: false }],
])('says that the former manager is gone if the new one %s', async (_name, fault) => {
	const { sandbox, ana, eva, gus, managersOf } = await startWithManagers();
	sandbox.faults.add({ on: { kind: POST }, ...fault });
	const rows = [{ mail: ANA, manager: gus }];
	const { found, told } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
	expect(found).toMatchObject([
		{ outcome: 'updated', changed: ['manager'], before: { manager: eva }, notStored: ['manager'] },
	]);
	expect(told.join()).toContain('Manager could not be written: ');
	expect(managersOf(ana)).toEqual([]);
});

it.each([
	['users/{userId}/subordinates', { outcome: 'unchanged', notStored: ['manager'] }],
	['users/{userId}/managers', { error: expect.stringContaining('The service') as string }],
] as const)('writes nothing if %s cannot be read', async (kind, outcome) => {
	const { sandbox, gus } = await startWithManagers();
	sandbox.faults.add({ on: { kind }, status: 404 });
	const rows = [{ mail: ANA, manager: gus }, { mail: CEM }];
	const { found } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
	expect(found).toMatchObject([outcome, { outcome: 'unchanged' }]);
	expect(writesTo(sandbox)).toEqual([]);
});

it('accepts that another run has made the change', async () => {
	const { sandbox, ana, eva, gus, managersOf } = await startWithManagers({ secondAdd: 'rejected' });
	sandbox.faults.add({
		on: { kind: REMOVE },
		before: () => {
			sandbox.company.removeManager(ana, eva);
			sandbox.company.addManager(ana, gus);
		},
	});
	const { found } = await write(sandbox, 'upsert', [{ mail: ANA, manager: gus }], FORM);
	expect(found.map(outcomeOf)).toEqual(['updated']);
	expect(managersOf(ana)).toEqual([gus]);
});

const codes = ([POST, REMOVE] as const).flatMap((kind) =>
	Object.entries(WRITES[kind]?.errors ?? {})
		.filter(([status]) => ['400', '404'].includes(status))
		.flatMap(([status, all]) => all.map((code) => ({ code, kind, status: Number(status) }))),
);

it.each(codes)('explains the error code $code of $kind', async ({ code, kind, status }) => {
	const { sandbox, gus } = await startWithManagers();
	const body = { error: { code, message: 'Never mind' } };
	sandbox.faults.add({ on: { kind }, status, body });
	const rows = [
		{ mail: kind === POST ? 'gus@example.com' : ANA, manager: kind === POST ? EVA : gus },
	];
	const { found, told } = await write(sandbox, 'upsert', rows, FORM, CONTINUE);
	const [{ error, message, notStored } = {}] = found;
	if (kind === REMOVE && code === 'managerNotFound') {
		// The new manager is added nevertheless.
		expect(found).toMatchObject([{ outcome: 'updated', changed: ['manager'] }]);
		expect(sandbox.journal.of(POST)).toHaveLength(1);
		return;
	}
	const isOfField = ['managerDeleted', 'managerNotFound'].includes(code);
	expect(notStored).toEqual(isOfField ? ['manager'] : undefined);
	const said = isOfField ? told.join() : `${error as string} ${message as string}`;
	expect(said).not.toContain('The service rejected the request');
	expect(said).toContain(`"${code}: Never mind"`);
});

// In the long tests: 5,000 people, 500 managers.
const SIZE = repeats(1, 25);

it('people and managers who are as they should be cost few requests and no write', async () => {
	const { sandbox, add } = await startWithManagers();
	const { company, catalogue, journal } = sandbox;
	const ids = Array.from({ length: 200 * SIZE }, (_, at) => add(`p${at}`));
	for (const id of ids) {
		for (const list of ['managers', 'subordinates']) catalogue.clear(`users/${id}/${list}`);
	}
	const leads = 20 * SIZE;
	const rows = ids.map((id, at) => {
		const lead = at < leads ? 0 : at % leads;
		if (at > 0) company.addManager(id, ids[lead] ?? '');
		return { mail: `p${at}@example.com`, manager: at > 0 ? `p${lead}@example.com` : '' };
	});
	const { found } = await write(sandbox, 'upsert', rows, FORM);
	expect(new Set(found.map(outcomeOf))).toEqual(new Set(['unchanged']));
	expect(journal.summary().requests).toEqual({
		token: 1,
		users: Math.ceil(ids.length / 50) + Math.ceil(leads / 50),
		'users/{userId}/subordinates': leads,
	});
});
