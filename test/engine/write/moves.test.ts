import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Fault, SandboxOptions } from '../../sandbox';
import { byId, CONTINUE, outcomeOf, startPlatform, write, writesTo } from './people';

const byName = (value: string) => ({ __rl: true, mode: 'name', value });

const BY_NAMES: INodeParameters = {
	groupId: byName('={{ $json.group }}'),
	userId: { __rl: true, mode: 'mail', value: '={{ $json.mail }}' },
	role: '={{ $json.role ?? "learner" }}',
};

const UNDER: INodeParameters = { ...BY_NAMES, groupsUnder: byName('Company') };

const REMOVE: INodeParameters = { ...UNDER, others: 'remove' };

const DELETE = 'DELETE groups/{groupId}/{role}/{userId}';

const POST = 'POST groups/{groupId}/{role}/{userId}';

/**
 * A platform with the private group Company, its private subgroups Sales, Support, and Hall, and the public groups
 * Region in Hall, Town in Region, and Club in nothing.
 */
async function startCompany(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { catalogue, company } = platform.sandbox;
	const ids: Record<string, string> = {};
	const addGroup = (name: string, parent?: string, isPublic = false) => {
		const parentId = parent === undefined ? undefined : ids[parent];
		ids[name] = catalogue.add('groups', { name, parentId, public: isPublic })._id;
		return ids[name];
	};
	addGroup('Company');
	for (const name of ['Sales', 'Support', 'Hall']) addGroup(name, 'Company');
	addGroup('Region', 'Hall', true);
	addGroup('Town', 'Region', true);
	addGroup('Club', undefined, true);
	const idOf = (name = '') => ids[name] ?? '';
	const people: Record<string, string> = {};
	/** Adds a user who is a learner of these groups. */
	const hire = (name: string, ...groups: string[]) => {
		const { _id } = company.addUser({ mail: `${name}@example.com` });
		people[name] = _id;
		for (const group of groups) company.join(_id, { groupId: idOf(group), role: 'learner' });
		return _id;
	};
	/** Returns somebody's groups, with roles other than learner. */
	const groupsOf = (name: string) =>
		company
			.rolesOf(people[name] ?? '')
			.map(({ groupId, role }) => {
				const [group] = Object.entries(ids).find(([, id]) => id === groupId) ?? [];
				return role === 'learner' ? `${group}` : `${group} ${role as string}`;
			})
			.sort();
	return { ...platform, company, addGroup, idOf, hire, groupsOf, people };
}

/** A request that the platform rejects. */
const rejected = (kind: typeof DELETE | typeof POST, code = 'groupNotFound'): Fault => ({
	on: { kind },
	status: 404,
	body: { error: { code, message: 'no' } },
});

type Company = Awaited<ReturnType<typeof startCompany>>;

const row = (name: string, group: string, more: IDataObject = {}) => ({
	mail: `${name}@example.com`,
	group,
	...more,
});

const move = async (
	{ sandbox }: Company,
	rows: IDataObject[],
	form: INodeParameters = UNDER,
	options: Parameters<typeof write>[4] = {},
) => await write(sandbox, 'setMembers', rows, form, options);

/** Returns the changes as `DELETE Sales amy`. */
const changesOf = ({ sandbox, idOf, people }: Company) =>
	writesTo(sandbox).map(({ line }) => {
		const [method = '', , groupId, , userId] = line.split(/[ /]/);
		const groups = ['Company', 'Sales', 'Support', 'Hall', 'Region', 'Town', 'Club'];
		const [name] = Object.entries(people).find(([, id]) => id === userId) ?? [];
		return [method, groups.find((group) => idOf(group) === groupId), name].join(' ');
	});

/** @param text such as "amy Sales, bea Sales coach", or "none" */
const listed = (text = '') => (text === 'none' ? [] : text.split(', '));

/** Members and rows before the run; outcomes, requests, and the groups of Amy after it. */
it.each<[name: string, before: string, after: string, form?: INodeParameters]>([
	['somebody new joins', 'none | amy Sales', 'added | POST Sales amy | Sales'],
	['somebody who is there stays', 'amy Sales | amy Sales', 'unchanged | none | Sales'],
	[
		'somebody moves: first in, then out',
		'amy Support | amy Sales',
		'removed, added | POST Sales amy, DELETE Support amy | Sales',
	],
	[
		'somebody who is there leaves the other groups',
		'amy Hall, amy Sales, amy Support | amy Sales',
		'removed, removed, unchanged | DELETE Hall amy, DELETE Support amy | Sales',
	],
	[
		'without Groups Under, only the groups that rows name are left',
		'amy Hall, amy Support, bea Support | amy Sales, bea Support',
		'removed, added, unchanged | POST Sales amy, DELETE Support amy | Hall, Sales',
		BY_NAMES,
	],
	[
		'groups elsewhere are left alone',
		'amy Club, amy Company, amy Sales | amy Sales',
		'unchanged | none | Club, Company, Sales',
	],
	[
		'two rows of one person: both groups are wanted',
		'amy Hall, amy Sales | amy Sales, AMY Support',
		'removed, unchanged, added | POST Support amy, DELETE Hall amy | Sales, Support',
	],
	[
		'two rows that are alike are one',
		'none | amy Sales, amy sales',
		'added, unchanged | POST Sales amy | Sales',
	],
	[
		'the groups above a wanted public group are wanted, up to the first private one',
		'amy Support, amy Town | amy Town, bea Hall',
		'unchanged, added | POST Hall bea | Hall, Region, Support, Town',
		BY_NAMES,
	],
	[
		'joining a public group joins the groups above, which a later row wants',
		'amy Support | amy Town, amy Hall, bea Support',
		'removed, added, unchanged, added | POST Town amy, DELETE Support amy, POST Support bea | Hall, Region, Town',
		BY_NAMES,
	],
	[
		'moving up leaves the public group below, and keeps the group above',
		'amy Town | amy Region, bea Town',
		'removed, unchanged, added | DELETE Town amy, POST Town bea | Hall, Region',
		BY_NAMES,
	],
	[
		'leaving a group ends the public groups below, with one request',
		'amy Town | amy Sales, bea Region, bea Hall, bea Town',
		'removed, added, added, unchanged, added | POST Sales amy, DELETE Hall amy, POST Region bea, POST Town bea | Sales',
		BY_NAMES,
	],
	[
		'other roles are left alone',
		'amy Sales, amy Support | amy Sales coach',
		'added | POST Sales amy | Sales, Sales coach, Support',
	],
	[
		'a role that only the rows of others name is left alone',
		'amy Hall, bea Support | amy Sales coach, bea Support',
		'added, unchanged | POST Sales amy | Hall, Sales coach',
	],
	[
		'whoever has no row keeps the group',
		'amy Sales, bea Sales | bea Support',
		'removed, added | POST Support bea, DELETE Sales bea | Sales',
	],
	[
		'whoever has no row leaves if they are to be removed, after all others',
		'amy Club, amy Hall, amy Sales, bea Support | bea Sales, bea Sales',
		'removed, added, unchanged, removed, removed | POST Sales bea, DELETE Support bea, DELETE Sales amy, DELETE Hall amy | Club',
		REMOVE,
	],
	[
		'a role that rows name only in other groups is no reason to leave',
		'amy Club, amy Sales | bea Club coach, bea Sales',
		'added, added, removed | POST Club bea, POST Sales bea, DELETE Sales amy | Club',
		{ ...BY_NAMES, others: 'remove' },
	],
	[
		'a role that no row names is no reason to leave',
		'amy Sales | bea Sales coach',
		'added | POST Sales bea | Sales',
		REMOVE,
	],
])('%s', async (_name, before, after, form = UNDER) => {
	const [members = [], table = []] = before.split(' | ').map(listed);
	const [outcomes, changes, groups] = after.split(' | ').map(listed);
	const company = await startCompany();
	for (const name of ['amy', 'bea']) {
		const own = members.filter((member) => member.startsWith(name));
		company.hire(name, ...own.map((member) => member.slice(4)));
	}
	const rows = table.map((line) => {
		const [name = '', group = '', role] = line.split(' ');
		return row(name, group, role === undefined ? {} : { role });
	});
	const dry = await move(company, rows, { ...form, options: { dryRun: true } });
	expect(dry.error).toBeUndefined();
	expect(dry.found.map(outcomeOf)).toEqual(outcomes);
	expect(dry.found.every(({ dryRun }) => dryRun)).toBe(true);
	expect(changesOf(company)).toEqual([]);
	const { found, error } = await move(company, rows, form);
	expect(error).toBeUndefined();
	expect(found.map(outcomeOf)).toEqual(outcomes);
	expect(changesOf(company)).toEqual(changes);
	expect(company.groupsOf('amy')).toEqual(groups);
	const again = await move(company, rows, form);
	expect(again.found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
});

describe('users and groups', () => {
	it('may be given by IDs in any case', async () => {
		const company = await startCompany();
		const amy = company.hire('amy', 'Sales');
		const bea = company.hire('bea', 'Sales');
		const rows = [amy.toUpperCase(), bea].map((userId, at) => ({
			userId,
			groupId: at === 0 ? company.idOf('Support').toUpperCase() : company.idOf('Sales'),
		}));
		const form = { role: 'learner', others: 'remove' };
		const { found } = await move(company, rows, form);
		expect(found.map(outcomeOf)).toEqual(['removed', 'added', 'unchanged']);
		expect(changesOf(company)).toEqual(['POST Support amy', 'DELETE Sales amy']);
	});

	it('are looked up by name directly below Groups Under only', async () => {
		const company = await startCompany();
		company.addGroup('sales', 'Club');
		company.hire('amy');
		const { found } = await move(company, [row('amy', 'SALES')]);
		expect(found.map(outcomeOf)).toEqual(['added']);
		const names = ['Region', 'Company', 'Club'];
		const rows = names.map((group) => row('amy', group));
		const elsewhere = await move(company, rows, UNDER, CONTINUE);
		expect(elsewhere.found.map(outcomeOf)).toEqual(
			names.map(() => '!The platform has no group with this name'),
		);
		expect(elsewhere.found[0]?.message).toContain('directly below Groups Under');
	});

	it('fail if two groups have the name, with the parents of both', async () => {
		const company = await startCompany();
		company.addGroup('Sales', 'Company');
		company.hire('amy');
		const { error } = await move(company, [row('amy', 'Sales')]);
		expect(error?.message).toBe('Several groups have this name');
		expect(error?.description).toMatch(/"Sales" in "Company".*"Sales" in "Company"/);
	});

	it('fail the whole run if the group in Groups Under does not exist', async () => {
		const company = await startCompany();
		company.hire('amy', 'Sales');
		for (const groupsUnder of [byName('Nowhere'), byId('f'.repeat(24))]) {
			const form = { ...UNDER, groupsUnder };
			const { found, told } = await move(company, [row('amy', 'Support')], form, CONTINUE);
			expect(found).toEqual([]);
			expect(told.join()).toMatch(/^Nothing was written\. The \w+ has no group with/);
		}
		expect(changesOf(company)).toEqual([]);
	});
});

describe('a row that fails', () => {
	it.each<[name: string, bad: IDataObject, error: string]>([
		['names an unknown group', row('bea', 'Nowhere'), 'The platform has no group with'],
		['names an unknown user', row('zoe', 'Sales'), 'The platform has no such user'],
		['names a deleted user', row('ben', 'Sales'), 'The user is deleted'],
		['has no group', row('bea', ''), 'Group is empty'],
		['has no user', { mail: '', group: 'Sales' }, 'User is empty'],
		['has no role', row('bea', 'Sales', { role: '' }), 'Role must be'],
		['contains the error of a sheet', row('bea', '#N/A'), 'Group is an error, not a value'],
	])('because it %s harms no other, but nobody leaves without a row', async (_name, bad, error) => {
		const company = await startCompany();
		company.hire('amy', 'Sales');
		company.hire('bea', 'Sales');
		company.hire('cyd', 'Sales', 'Support');
		for (const dryRun of [true, false]) {
			const form = { ...REMOVE, options: { dryRun } };
			const { found } = await move(company, [bad, row('amy', 'Support')], form, CONTINUE);
			expect(found.map(outcomeOf)).toEqual([
				expect.stringContaining(`!${error}`) as string,
				'removed',
				'added',
				'!Members who are not in the table were not removed, because rows failed',
			]);
		}
		expect(changesOf(company)).toEqual(['POST Support amy', 'DELETE Sales amy']);
	});

	it('stops the run if On Error is set to Stop Workflow', async () => {
		const company = await startCompany();
		company.hire('amy', 'Sales');
		const { error } = await move(company, [row('amy', 'Support'), row('zoe', 'Sales')], REMOVE);
		expect(error?.message).toBe('The platform has no such user');
		expect(changesOf(company)).toEqual([]);
	});

	it('lets its person keep all groups', async () => {
		const company = await startCompany();
		company.hire('amy', 'Hall', 'Sales');
		const rows = [row('amy', 'Support'), row('amy', 'Halle')];
		const { found } = await move(company, rows, UNDER, CONTINUE);
		expect(found.map(outcomeOf)).toEqual(['added', expect.stringContaining('no group') as string]);
		expect(company.groupsOf('amy')).toEqual(['Hall', 'Sales', 'Support']);
	});

	it.each<[name: string, bad: IDataObject]>([
		['contains the error of a sheet', row('AMY', '#N/A')],
		['has no group', row('amy', '')],
		['has no role', row('amy', 'Sales', { role: '' })],
	])('because it %s lets its person keep all groups', async (_name, bad) => {
		const company = await startCompany();
		const amy = company.hire('amy', 'Hall', 'Sales');
		company.hire('bea', 'Sales');
		for (const [form, own] of [
			[UNDER, bad],
			[
				{ ...UNDER, userId: byId('={{ $json.id }}') },
				{ ...bad, id: amy.toUpperCase() },
			],
		] as const) {
			const ofAmy = { ...row('amy', 'Sales'), id: amy };
			const ofBea = { ...row('bea', 'Support'), id: company.people.bea };
			const { found } = await move(company, [ofAmy, own, ofBea], form, CONTINUE);
			expect(found[0]?.outcome).toBe('unchanged');
			expect(company.groupsOf('amy')).toEqual(['Hall', 'Sales']);
		}
		expect(changesOf(company)).toEqual(['POST Support bea', 'DELETE Sales bea']);
	});

	it('while it is written lets its person keep all groups, and those without a row', async () => {
		const company = await startCompany();
		company.hire('amy', 'Hall', 'Sales');
		company.hire('cyd', 'Sales');
		company.hire('dan', 'Sales');
		company.sandbox.faults.add(rejected(POST));
		const rows = [row('amy', 'Support'), row('cyd', 'Sales')];
		const { found } = await move(company, rows, REMOVE, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([
			'!The platform has no group with the ID in Group',
			'unchanged',
			'!Members who are not in the table were not removed, because rows failed',
		]);
		expect(changesOf(company)).toEqual(['POST Support amy']);
		expect(company.groupsOf('amy')).toEqual(['Hall', 'Sales']);
	});

	it('at one of two groups lets its person keep the old group', async () => {
		const company = await startCompany();
		company.hire('amy', 'Hall');
		company.sandbox.faults.add(rejected(POST));
		const rows = [row('amy', 'Sales'), row('amy', 'Support')];
		const { found } = await move(company, rows, UNDER, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([
			'!The platform has no group with the ID in Group',
			'added',
		]);
		expect(company.groupsOf('amy')).toEqual(['Hall', 'Support']);
	});

	it('that ends one group still lets its person leave the others', async () => {
		const company = await startCompany();
		company.hire('amy', 'Hall', 'Sales');
		company.sandbox.faults.add(rejected(DELETE));
		const { found } = await move(company, [row('amy', 'Support')], UNDER, CONTINUE);
		expect(found.map(outcomeOf)).toEqual([
			'!The platform has no group with the ID in Group',
			'removed',
			'added',
		]);
		expect(company.groupsOf('amy')).toHaveLength(2);
	});

	it('says whom it is about if no item names the person', async () => {
		const company = await startCompany();
		const amy = company.hire('amy', 'Sales');
		const cyd = company.hire('cyd', 'Sales');
		company.hire('dan', 'Sales');
		company.sandbox.faults.add(rejected(DELETE));
		const rows = [row('amy', 'Sales'), row('amy', 'Sales')];
		const { items } = await move(company, rows, REMOVE, CONTINUE);
		const [own, , failed, next] = items;
		expect(failed?.pairedItem).toEqual([]);
		expect(own).toMatchObject({ json: { userId: amy }, pairedItem: { item: 0 } });
		expect(failed?.json.error).toContain('The platform has no group');
		expect(failed?.json.message).toContain(
			`This is about the user ${cyd} in the group ${company.idOf('Sales')}.`,
		);
		expect(next?.json).toMatchObject({ outcome: 'removed', role: 'learner' });
		expect(company.groupsOf('dan')).toEqual([]);
	});
});

describe('items', () => {
	it('of moves are paired with the row, and those without a row with none', async () => {
		const company = await startCompany();
		const amy = company.hire('amy', 'Sales');
		const bea = company.hire('bea', 'Support');
		const cyd = company.hire('cyd', 'Support');
		const rows = [row('amy', 'Sales'), row('bea', 'Sales')];
		const { items } = await move(company, rows, REMOVE);
		const role = 'learner';
		const [Sales, Support] = [company.idOf('Sales'), company.idOf('Support')];
		expect(items).toEqual([
			{
				json: { userId: amy, groupId: Sales, role, outcome: 'unchanged' },
				pairedItem: { item: 0 },
			},
			{
				json: { userId: bea, groupId: Support, role, outcome: 'removed' },
				pairedItem: { item: 1 },
			},
			{ json: { userId: bea, groupId: Sales, role, outcome: 'added' }, pairedItem: { item: 1 } },
			{ json: { userId: cyd, groupId: Support, role, outcome: 'removed' }, pairedItem: [] },
		]);
	});

	it('are the same after a retry, and no change is repeated', async () => {
		const company = await startCompany();
		company.hire('amy', 'Support');
		company.hire('bea', 'Support');
		company.hire('cyd', 'Support');
		const rows = [row('bea', 'Sales'), row('amy', 'Sales')];
		company.sandbox.faults.add(rejected(DELETE));
		const options = { ...CONTINUE, retryOnFail: true };
		const { found } = await move(company, rows, REMOVE, options);
		expect(found.map(outcomeOf)).toEqual(['removed', 'added', 'removed', 'added', 'removed']);
		expect(changesOf(company)).toEqual([
			'POST Sales bea',
			'DELETE Support bea',
			'POST Sales amy',
			'DELETE Support amy',
			'DELETE Support bea',
			'DELETE Support cyd',
		]);
	});

	it('are not lost if a retry cannot look people up, who are not without a row then', async () => {
		const company = await startCompany();
		for (const name of ['amy', 'bea', 'cyd']) company.hire(name, 'Support');
		const { faults } = company.sandbox;
		faults.add(rejected(DELETE));
		faults.add({ on: { kind: 'users', occurrence: 2 }, times: 3, status: 400 });
		const rows = [row('bea', 'Sales'), row('amy', 'Sales')];
		const { found } = await move(company, rows, REMOVE, { ...CONTINUE, retryOnFail: true });
		expect(found.map(outcomeOf)).toEqual([
			'added',
			'removed',
			'added',
			'!Members who are not in the table were not removed, because rows failed',
		]);
		expect(company.groupsOf('amy')).toEqual(['Sales']);
	});

	it('say notMember if another program was faster', async () => {
		const company = await startCompany();
		company.hire('amy', 'Support');
		company.sandbox.faults.add(rejected(DELETE, 'userNotFoundInGroup'));
		const { found } = await move(company, [row('amy', 'Sales')]);
		expect(found.map(outcomeOf)).toEqual(['notMember', 'added']);
	});

	it('come once if a response is lost', async () => {
		const company = await startCompany();
		company.hire('amy', 'Support');
		for (const kind of [DELETE, POST] as const) {
			company.sandbox.faults.add({ on: { kind }, drop: 'answer' });
		}
		const { found } = await move(company, [row('amy', 'Sales')]);
		expect(found.map(outcomeOf)).toEqual(['removed', 'added']);
		expect(changesOf(company)).toEqual(['POST Sales amy', 'DELETE Support amy']);
	});
});

describe('Removal Limit', () => {
	/** Lets this many people of Sales move or have no row. */
	async function startMany(count: number, changes: { moved?: number; missing?: number }) {
		const company = await startCompany();
		const { moved = 0, missing = 0 } = changes;
		const rows = Array.from({ length: count }, (_, at) => {
			company.hire(`p${at}`, 'Sales');
			return row(`p${at}`, at < moved ? 'Support' : 'Sales');
		});
		return { company, rows: rows.slice(0, count - missing) };
	}

	it.each<
		[
			name: string,
			count: number,
			changes: { moved?: number; missing?: number },
			limit: number | undefined,
			fails: boolean,
		]
	>([
		['10 of 30 members move', 30, { moved: 10 }, undefined, false],
		['11 of 30 members move', 30, { moved: 11 }, undefined, true],
		['6 move and 5 have no row', 30, { moved: 6, missing: 5 }, undefined, true],
		['11 of 30 members move, with a limit of 50', 30, { moved: 11 }, 50, false],
	])('%s', async (_name, count, changes, removalLimit, fails) => {
		const { company, rows } = await startMany(count, changes);
		const { moved = 0, missing = 0 } = changes;
		const options = { dryRun: true, ...(removalLimit !== undefined && { removalLimit }) };
		const dry = await move(company, rows, { ...REMOVE, options });
		expect(dry.found).toHaveLength(count + moved);
		const message = `The run would remove ${moved + missing} of ${count} members from groups, more than the ${removalLimit ?? 10} percent in Removal Limit`;
		expect(dry.told.join()).toEqual(
			fails ? (expect.stringContaining(`A real run would fail. ${message}.`) as string) : '',
		);
		if (!fails) return;
		const { error } = await move(company, rows, {
			...REMOVE,
			options: { ...options, dryRun: false },
		});
		expect(error?.message).toBe(message);
		expect(error?.description).toContain(
			`rows name ${moved} of these members and do not name ${missing}`,
		);
		expect(changesOf(company)).toEqual([]);
		const { found, told } = await move(
			company,
			rows,
			{ ...REMOVE, options: { ...options, dryRun: false } },
			CONTINUE,
		);
		expect(found).toEqual([]);
		expect(told.join()).toContain(message);
	});

	it('counts somebody who leaves several groups once, and no new member', async () => {
		const company = await startCompany();
		const names = Array.from({ length: 10 }, (_, at) => `p${at}`);
		for (const name of names) company.hire(name, 'Sales', 'Support');
		for (let at = 0; at < 15; at += 1) company.hire(`q${at}`);
		const rows = [
			...names.map((name) => row(name, 'Hall')),
			...Array.from({ length: 15 }, (_, at) => row(`q${at}`, 'Hall')),
		];
		const { error } = await move(company, rows, { ...UNDER, options: { dryRun: true } });
		expect(error).toBeUndefined();
	});

	it('is a share of all members of the groups, who stay without a row', async () => {
		const { company, rows } = await startMany(120, { moved: 12 });
		const { found, error } = await move(company, rows.slice(0, 13), UNDER);
		expect(error).toBeUndefined();
		expect(found).toHaveLength(12 + 13);
		expect(changesOf(company)).toHaveLength(12 + 12);
	});

	it('counts nobody who stays because a row failed', async () => {
		const { company, rows } = await startMany(30, { missing: 11 });
		const table = [...rows, row('zoe', 'Sales')];
		const { found } = await move(company, table, REMOVE, CONTINUE);
		expect(found.map(outcomeOf).filter((one) => one.startsWith('!'))).toEqual([
			'!The platform has no such user',
			'!Members who are not in the table were not removed, because rows failed',
		]);
	});
});

describe('reads', () => {
	const rowsFor = (company: Company, count: number) =>
		Array.from({ length: count }, (_, at) => {
			company.hire(`p${at}`, 'Sales');
			return row(`p${at}`, 'Sales');
		});

	it.each<[name: string, people: number, form: INodeParameters, lists: Record<string, number>]>([
		["10 people's own lists", 10, UNDER, { 'users/{userId}/roles': 10 }],
		['the lists of the groups for 11 people', 11, UNDER, { 'groups/{groupId}/roles': 3 }],
		['these lists if others are to be removed', 1, REMOVE, { 'groups/{groupId}/roles': 3 }],
	])('%s', async (_name, people, form, lists) => {
		const company = await startCompany();
		await move(company, rowsFor(company, people), form);
		expect(company.sandbox.journal.summary().requests).toEqual({
			token: 1,
			users: 1,
			groups: 1,
			...lists,
		});
	});

	it("people's own lists if the lists of groups are forbidden", async () => {
		const company = await startCompany();
		const rows = rowsFor(company, 11);
		company.sandbox.faults.add({
			on: { kind: 'groups/{groupId}/roles' },
			status: 403,
			body: { error: 'forbidden' },
			times: Infinity,
		});
		const { found } = await move(company, rows);
		expect(found.map(outcomeOf)).toEqual(rows.map(() => 'unchanged'));
		const { error } = await move(company, rows, REMOVE);
		expect(error?.message).toContain('add the "groups:read" scope');
	});
});

it.each([
	['removes nobody else', ['amy', 'bea'], /^Remove under Other Members needs all rows/],
	['may be the whole table', ['amy'], undefined],
])('a single row %s', async (_name, members, error) => {
	const company = await startCompany();
	for (const name of members) company.hire(name, 'Sales');
	const run = await move(company, [row('amy', 'Sales')], REMOVE);
	expect(run.error?.message).toEqual(error && (expect.stringMatching(error) as string));
	expect(changesOf(company)).toEqual([]);
});

it('a second run in one execution fails', async () => {
	const company = await startCompany();
	company.hire('amy', 'Support');
	const run = await move(company, [row('amy', 'Sales')], UNDER, { connections: 2 });
	expect(run.error?.message).toMatch(/^The node runs for a second time in this execution/);
});

it('the log has IDs, and no name or address', async () => {
	const company = await startCompany();
	const amy = company.hire('amy', 'Support');
	const { lines } = await move(company, [row('amy', 'Sales')]);
	const [Sales, Support] = [company.idOf('Sales'), company.idOf('Support')];
	const text = lines.join('\n');
	expect(text).toContain(`user ${amy} removed: group ${Support}, learner`);
	expect(text).toContain(`user ${amy} added: group ${Sales}, learner`);
	expect(lines.at(-1)).toMatch(/groups: 1 item in \d+ ms, 1 added, 1 removed \(/);
	expect(text).not.toMatch(/example\.com|"Sales"/);
});
