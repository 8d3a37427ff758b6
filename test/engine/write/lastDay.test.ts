import { setClock } from '../service';
import { CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const NOW = '2026-11-28T10:00:00.000Z';
const TONIGHT = '2026-11-29T00:00:00.000Z';

const FIELDS = { fields: { toBeDeactivatedAt: '={{ $json.until }}' } };

const clockAt = (utc: string) => {
	setClock(() => Date.parse(utc));
};

const startAt = async (utc = NOW) => {
	clockAt(utc);
	return await startPlatform({ clock: () => Date.parse(utc) });
};

it.each<[name: string, entered: unknown, stored: unknown, sent: string | undefined]>([
	['a day', '2026-12-31', undefined, '2027-01-01T00:00:00.000Z'],
	["a Data Table's date", '2026-12-30T23:00:00.000Z', undefined, '2027-01-01T00:00:00.000Z'],
	['an Excel day', 46_387, undefined, '2027-01-01T00:00:00.000Z'],
	['a time', '2026-12-31T17:00:00+01:00', undefined, '2026-12-31T16:00:00.000Z'],
	['today', '2026-11-28', undefined, TONIGHT],
	['yesterday', '2026-11-27', undefined, TONIGHT],
	['31 days ago', '2026-10-28', undefined, TONIGHT],
	['yesterday, with tonight stored', '2026-11-27', TONIGHT, undefined],
	['yesterday, with an earlier date stored', '2026-11-27', '2026-11-20T00:00:00.000Z', undefined],
	['yesterday, with a later date stored', '2026-11-27', '2027-01-01T00:00:00.000Z', TONIGHT],
	['yesterday, with zero stored', '2026-11-27', 0, TONIGHT],
	['yesterday, with a later time in seconds stored', '2026-11-27', 1_798_761_600, TONIGHT],
	['years ago, with tonight stored', '2020-01-31', TONIGHT, undefined],
	['a day that is stored', '2026-12-31', '2027-01-01T00:00:00.000Z', undefined],
	['a later day', '2027-01-31', '2027-01-01T00:00:00.000Z', '2027-02-01T00:00:00.000Z'],
	['an earlier day', '2026-12-15', '2027-01-01T00:00:00.000Z', '2026-12-16T00:00:00.000Z'],
	[
		'a future day, with a past one stored',
		'2026-12-31',
		'2026-11-20T00:00:00.000Z',
		'2027-01-01T00:00:00.000Z',
	],
])('%s', async (_name, until, stored, sent) => {
	const { sandbox, ana } = await startAt();
	sandbox.catalogue.update('users', ana, { toBeDeactivatedAt: stored });
	const { found } = await write(
		sandbox,
		'update',
		[{ userId: ana, until: until as string }],
		FIELDS,
	);
	expect(found.map(outcomeOf)).toEqual([sent === undefined ? 'unchanged' : 'updated']);
	const body = { toBeDeactivatedAt: sent };
	expect(writesTo(sandbox)).toEqual(
		sent === undefined ? [] : [{ line: `PATCH users/${ana}`, body }],
	);
	// A second run writes nothing.
	const again = await write(sandbox, 'update', [{ userId: ana, until: until as string }], FIELDS);
	expect(again.found.map(outcomeOf)).toEqual(['unchanged']);
});

it.each([
	'9999-12-31',
	'9999-12-31T00:00:00.000Z',
	'9999-12-31 23:59:59',
	'9999-01-01',
	'99991231',
	99_991_231,
	2_958_465,
	2_958_465.99999,
	'2958465',
	'31.12.9999',
	'31/12/9999',
	'12/31/9999',
	'12/31/9999 0:00:00',
])('%s is no last day', async (until) => {
	const { sandbox, ana } = await startAt();
	sandbox.catalogue.update('users', ana, { toBeDeactivatedAt: TONIGHT });
	const rows = [{ userId: ana, until }];
	const kept = await write(sandbox, 'update', rows, FIELDS);
	const options = { fieldsToClear: ['toBeDeactivatedAt'] };
	const cleared = await write(sandbox, 'update', rows, { ...FIELDS, options });
	expect([kept, cleared].map(({ found }) => found.map(outcomeOf))).toEqual([
		['unchanged'],
		['updated'],
	]);
	expect(writesTo(sandbox)).toEqual([
		{ line: `PATCH users/${ana}`, body: { toBeDeactivatedAt: null } },
	]);
});

it.each<[name: string, cells: unknown[], cleared: number]>([
	['a column that no item has, as after renaming it,', [undefined, undefined], 0],
	['a column whose cells are all empty', [null, ''], 2],
	['a column that one item lacks', [undefined, ''], 2],
	['a column that the only item lacks', [undefined], 0],
	['the empty cell of the only item', [''], 1],
	['the missing value of the only item', [null], 1],
])('Fields to Clear with %s', async (_name, cells, cleared) => {
	const { sandbox, ana, cem } = await startAt();
	for (const id of [ana, cem]) {
		sandbox.catalogue.update('users', id, { toBeDeactivatedAt: TONIGHT, phone: '1' });
	}
	const rows = cells.map((until, at) => ({ userId: [ana, cem][at], until: until as string }));
	const form = { ...FIELDS, options: { fieldsToClear: ['toBeDeactivatedAt', 'phone'] } };
	const { told } = await write(sandbox, 'update', rows, form);
	// A field that is not entered at all is cleared on purpose.
	const bodies = rows.map((_, at) => (at < cleared ? { toBeDeactivatedAt: null } : {}));
	expect(writesTo(sandbox).map(({ body }) => body)).toEqual(
		bodies.map((body) => ({ ...body, phone: null })),
	);
	expect(told.join().includes('No item has a value in Last Day')).toBe(
		rows.length > 1 || cleared === 0,
	);
});

it('in a zone behind UTC, the day lasts until midnight there', async () => {
	const { sandbox, ana } = await startAt();
	const settings = { workflowSettings: { timezone: 'America/New_York' } };
	const row = { userId: ana, until: '2026-12-31' };
	const { found } = await write(sandbox, 'update', [row], FIELDS, settings);
	expect(found).toMatchObject([{ toBeDeactivatedAt: '2027-01-01T05:00:00.000Z' }]);
});

// test/unit/values/days.test.ts has the others.
it.each(['05/12/2026', 2_026, '#N/A'])(
	'refuses %p before any request, and quotes it',
	async (until) => {
		const { sandbox, ana } = await startAt();
		const { found } = await write(sandbox, 'update', [{ userId: ana, until }], FIELDS, CONTINUE);
		expect(found[0]?.error).toMatch(/^Last Day (must be a date|is an error)/);
		expect(found[0]?.message).toContain(`"${until}"`);
		expect(sandbox.journal.entries).toEqual([]);
	},
);

it('refuses a date of long ago for an active account, and quotes it', async () => {
	const { sandbox, ana } = await startAt();
	const row = { userId: ana, until: '2026-10-27' };
	const { found } = await write(sandbox, 'update', [row], FIELDS, CONTINUE);
	expect(found[0]).toMatchObject({
		error: 'Last Day is more than 31 days ago, and the account is still active',
		message: expect.stringContaining('"2026-10-27"') as string,
	});
	expect(writesTo(sandbox)).toEqual([]);
});

it('a hint quotes an Excel day', async () => {
	const { sandbox, ana } = await startAt();
	const { told } = await write(sandbox, 'update', [{ userId: ana, until: 46_387 }], FIELDS);
	expect(told.join()).toContain('e.g. 46387, which was read as 2026-12-31');
});

it('before can be written back', async () => {
	const { sandbox, ana } = await startAt();
	const stored = '2027-01-01T00:00:00.000Z';
	sandbox.catalogue.update('users', ana, { toBeDeactivatedAt: stored });
	const { found } = await write(sandbox, 'update', [{ userId: ana, until: '2027-06-30' }], FIELDS);
	expect(found[0]?.before).toEqual({ toBeDeactivatedAt: '2026-12-31' });
	const { toBeDeactivatedAt: until } = found[0]?.before as { toBeDeactivatedAt: string };
	const back = await write(sandbox, 'update', [{ userId: ana, until: until }], FIELDS);
	expect(back.found).toMatchObject([{ toBeDeactivatedAt: stored }]);
});

describe('whoever has left', () => {
	const FORM = {
		...FIELDS,
		deletedUsers: 'restore',
	};

	it.each(['leave', 'restore'])('is neither created nor restored (%s)', async (deletedUsers) => {
		const { sandbox, group } = await startAt();
		const rows = [
			{ mail: 'ben@example.com', until: '2026-11-27', groupId: group },
			{ mail: 'ben@example.com', until: '2020-01-31', groupId: group },
			{ mail: 'dora@example.com', until: '2026-11-27', groupId: group },
			{ mail: 'eva@example.com', until: '2020-01-31', groupId: '' },
		];
		for (const row of rows) {
			const { found } = await write(sandbox, 'upsert', [row], { ...FORM, deletedUsers });
			expect(found.map(outcomeOf)).toEqual(['left']);
			expect(found[0]?.mail).toBe(row.mail);
		}
		expect(writesTo(sandbox)).toEqual([]);
	});

	it('is left by Update, too, and whoever is only deleted is deleted', async () => {
		const { sandbox, ben } = await startAt();
		const rows = ['2026-11-27', '2027-11-27', ''].map((until) => ({ userId: ben, until }));
		for (const [at, row] of rows.entries()) {
			const { found } = await write(sandbox, 'update', [row], FIELDS);
			expect(found.map(outcomeOf)).toEqual([['left', 'deleted', 'deleted'][at]]);
		}
		expect(writesTo(sandbox)).toEqual([]);
	});
});

describe('a deleted account', () => {
	const row = (group?: string) => ({ mail: 'BEN@example.com', job: 'Doctor', groupId: group });

	it('is left alone unless the user chose to restore it', async () => {
		const { sandbox, ben, group } = await startAt();
		const { found } = await write(sandbox, 'upsert', [row(group)]);
		expect(found).toMatchObject([{ _id: ben, outcome: 'deleted', changed: [], before: {} }]);
		expect(writesTo(sandbox)).toEqual([]);
	});

	it('is restored by the address that the platform has, then updated', async () => {
		const { sandbox, ben, group } = await startAt();
		sandbox.faults.add({
			on: { kind: 'POST users' },
			body: (real: object) => ({ ...real, job: 'Old' }),
		});
		const { found } = await write(sandbox, 'upsert', [row(group)], { deletedUsers: 'restore' });
		expect(found).toMatchObject([{ _id: ben, outcome: 'restored', job: 'Doctor' }]);
		expect(writesTo(sandbox)).toMatchObject([
			{ line: 'POST users?sendInvitationEmail=true', body: { mail: 'ben@example.com' } },
			{ line: `PATCH users/${ben}`, body: { job: 'Doctor' } },
		]);
	});

	it('is restored even if completing it fails; the item names the fields', async () => {
		const { sandbox, group } = await startAt();
		sandbox.faults.add({
			on: { kind: 'POST users' },
			body: (real: object) => ({ ...real, job: 'Old' }),
		});
		const body = { error: { code: 'mailInvalid', message: 'no' } };
		sandbox.faults.add({ on: { kind: 'PATCH users/{userId}' }, status: 400, body });
		const { found, told } = await write(sandbox, 'upsert', [row(group)], {
			deletedUsers: 'restore',
		});
		expect(found).toMatchObject([{ outcome: 'restored', notStored: ['job'] }]);
		expect(found[0]).not.toHaveProperty('error');
		expect(told.join()).toContain('Job could not be written');
	});

	it('is not restored as somebody else', async () => {
		const { sandbox, group } = await startAt();
		const body = (real: object) => ({ ...real, _id: 'e'.repeat(24) });
		sandbox.faults.add({ on: { kind: 'POST users' }, body });
		const form = { deletedUsers: 'restore' };
		const { found } = await write(sandbox, 'upsert', [row(group)], form, CONTINUE);
		expect(found[0]?.error).toBe(
			'The platform created a second account instead of restoring the deleted one',
		);
	});

	it('that the platform hides is reported as restored, with a hint and a warning', async () => {
		const { sandbox, ben, group } = await startAt();
		sandbox.faults.add({ on: { kind: 'users' }, body: [], times: 3 });
		const { found, told, log } = await write(sandbox, 'upsert', [row(group)]);
		expect(found).toMatchObject([{ _id: ben, outcome: 'restored' }]);
		expect(told.join()).toContain('restored an account that was deleted');
		expect(log.filter(({ level }) => level === 'warn')).toHaveLength(1);
	});
});
