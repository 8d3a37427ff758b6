import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ListRecord, SandboxOptions } from '../../sandbox';
import { byId, CONTINUE, ofItem, startPlatform, write, writesTo } from './people';

const KEYS = {
	resource: 'user',
	operation: 'notInTable',
	mail: ofItem('mail'),
	username: ofItem('username'),
	externalId: ofItem('number'),
};

/** Compares the users who have a number of the HR system "sap". */
const BY_NUMBER: INodeParameters = { ...KEYS, platform: 'sap' };

/** A platform with 20 people, each with a number of the HR system "sap" and as a learner of a group. */
async function startCompany(options: SandboxOptions = {}) {
	const platform = await startPlatform(options);
	const { sandbox, group = '' } = platform;
	sandbox.catalogue.clear('external-ids');
	const map = (targetId: string, value: string, name = 'sap') =>
		sandbox.catalogue.add('external-ids', { platform: name, targetId, targetType: 'user', value });
	const hire = (name: string, more: Partial<ListRecord> = {}, role = 'learner') => {
		const { _id } = sandbox.company.addUser({ mail: `${name}@example.com`, ...more });
		map(_id, name.replace('p', '70'));
		sandbox.company.join(_id, { groupId: group, role });
		return _id;
	};
	const people = Array.from({ length: 20 }, (_, at) => hire(`p${at}`));
	const rows = people.map((_, at) => ({ mail: `p${at}@example.com`, number: `70${at}` }));
	const form = { ...KEYS, groupId: byId(group) };
	return { ...platform, map, hire, people, rows, ofGroup: form };
}

type Company = Awaited<ReturnType<typeof startCompany>>;

const find = async (
	{ sandbox }: Company,
	rows: IDataObject[],
	form: INodeParameters = BY_NUMBER,
	options: Parameters<typeof write>[4] = {},
) => await write(sandbox, 'notInTable', rows, form, options);

const idsOf = (items: IDataObject[]) => items.map(({ _id }) => _id);

const NO_LIMIT = { options: { removalLimit: 100 } };

/** The users whom a table of the others does not name. */
describe.each(['a personnel number', 'a group'])('of the people with %s,', (how) => {
	const formOf = ({ ofGroup }: Company) => (how === 'a group' ? ofGroup : BY_NUMBER);

	it.each<
		[
			name: string,
			make: (company: Company) => string | undefined,
			row: IDataObject | undefined,
			isLeaver: boolean,
		]
	>([
		['whom no row names has left', ({ hire }) => hire('x'), undefined, true],
		['who is named by mail is there', ({ hire }) => hire('x'), { mail: 'x@example.com' }, false],
		[
			'who is named by another spelling of the mail is there',
			({ hire }) => hire('x', { mail: 'X@Example.COM ' }),
			{ mail: ' x@EXAMPLE.com' },
			false,
		],
		[
			'who is named by another spelling of the user name is there',
			({ hire }) => hire('x', { username: 'X.Silva' }),
			{ username: 'x.silva ' },
			false,
		],
		[
			'who is named by one key, and by no other, is there',
			({ hire }) => hire('x', { username: 'x.silva' }),
			{ mail: 'new@example.com', username: 'x.silva' },
			false,
		],
		[
			'who has the mail of a row as a user name has left',
			({ hire }) => hire('x', { username: 'y' }),
			{ mail: 'y@example.com' },
			true,
		],
		[
			'who is deleted has left already',
			({ hire }) => hire('x', { status: 'deleted' }),
			undefined,
			false,
		],
		[
			'who has a last day needs no other',
			({ hire }) => hire('x', { toBeDeactivatedAt: '2999-01-01T00:00:00.000Z' }),
			undefined,
			false,
		],
		['who has neither number nor group is not compared', ({ add }) => add('Eva'), undefined, false],
		[
			'who has no mail and no user name cannot be in a table of mails',
			({ hire }) => hire('x', { mail: undefined }),
			undefined,
			false,
		],
	])('a user %s', async (_name, make, row, isLeaver) => {
		const company = await startCompany();
		const id = make(company);
		const table = [...company.rows.map(({ mail }) => ({ mail })), ...(row ? [row] : [])];
		const { found, error } = await find(company, table, formOf(company));
		expect(error).toBeUndefined();
		expect(idsOf(found)).toEqual(isLeaver ? [id] : []);
	});

	it('reads only, and two or three lists', async () => {
		const company = await startCompany();
		const { found, items } = await find(company, company.rows.slice(1), formOf(company));
		expect(idsOf(found)).toEqual(company.people.slice(0, 1));
		expect(items[0]?.pairedItem).toEqual([]);
		const list = how === 'a group' ? 'groups/{groupId}/roles' : 'external-ids';
		expect(company.sandbox.journal.summary().requests).toMatchObject({ users: 1, [list]: 1 });
		expect(writesTo(company.sandbox)).toEqual([]);
	});
});

describe('personnel numbers', () => {
	it.each<[name: string, stored: string, entered: unknown, isLeaver: boolean]>([
		['a number as text', '4711', '4711', false],
		['a number', '4711', 4711, false],
		['another case', 'A-47', 'a-47 ', false],
		['zeros that a sheet has removed', '0047', 47, false],
		['another number', '4711', '4712', true],
	])('%s', async (_name, stored, entered, isLeaver) => {
		const company = await startCompany();
		const id = company.add('Eva', { mail: undefined });
		company.map(id, stored);
		const table = [...company.rows, { number: entered } as IDataObject];
		const { found } = await find(company, table);
		expect(idsOf(found)).toEqual(isLeaver ? [id] : []);
	});

	it.each(['eva@@example.com', '#N/A'])(
		'name the person of a row whose email is %s',
		async (mail) => {
			const company = await startCompany();
			const gone = company.hire('gone');
			const { found, error } = await find(company, [...company.rows, { mail, number: '9' }]);
			expect(error).toBeUndefined();
			expect(idsOf(found)).toEqual([gone]);
		},
	);

	it('ignores the people and the numbers of other HR systems', async () => {
		const company = await startCompany();
		company.map(company.add('Eva'), '9', 'workday');
		const { found } = await find(company, company.rows);
		expect(found).toEqual([]);
	});

	it('finds people whose IDs are written in another case', async () => {
		const company = await startCompany();
		const eva = company.add('Eva');
		company.map(eva.toUpperCase(), '9');
		const { found } = await find(company, company.rows);
		expect(idsOf(found)).toEqual([eva]);
	});

	it('are no keys if people are compared by group', async () => {
		const company = await startCompany();
		const platform = '={{ "" }}';
		const table = [...company.rows, { number: '9' }];
		const { error } = await find(company, table, { ...company.ofGroup, platform });
		expect(error?.message).toBe('The row has no Email or User Name');
	});
});

describe('the learners of a group', () => {
	it.each(['admin', 'coach', 'userAdmin'])(
		'are not those who also have the role %s',
		async (role) => {
			const company = await startCompany();
			const both = company.hire('x');
			company.sandbox.company.join(both, { groupId: company.group ?? '', role });
			company.hire('y', {}, role);
			const { found } = await find(company, company.rows, company.ofGroup);
			expect(found).toEqual([]);
		},
	);

	it('are those of a group that is given by name', async () => {
		const company = await startCompany();
		company.sandbox.catalogue.update('groups', company.group ?? '', { name: 'Everyone here' });
		const groupId = { __rl: true, mode: 'name', value: 'everyone HERE' };
		const { found } = await find(company, company.rows.slice(1), { ...KEYS, groupId });
		expect(idsOf(found)).toEqual(company.people.slice(0, 1));
	});

	it('cannot be compared if the group does not exist', async () => {
		const company = await startCompany();
		const groupId = byId('f'.repeat(24));
		const { error } = await find(company, company.rows, { ...KEYS, groupId });
		expect(error?.message).toBe('The service has no group with this ID');
	});
});

describe('Removal Limit', () => {
	const TOO_MANY =
		'6 of the 20 users compared are not in the table, more than the 2 percent in Removal Limit';

	it.each<[name: string, gone: number, form: INodeParameters, error?: string]>([
		['5 of 20 users', 5, {}],
		['6 of 20 users', 6, {}, TOO_MANY],
		['everybody but one, with a limit of 100', 19, NO_LIMIT],
	])('%s', async (_name, gone, form, message = '') => {
		const company = await startCompany();
		const table = company.rows.slice(gone);
		const { found, error } = await find(company, table, { ...BY_NUMBER, ...form });
		expect(found).toHaveLength(message === '' ? gone : 0);
		expect(error?.message ?? '').toBe(message);
	});

	it('counts neither the deleted nor those who are not compared', async () => {
		const company = await startCompany();
		for (let at = 0; at < 400; at += 1) company.add(`q${at}`);
		const { error } = await find(company, company.rows.slice(6));
		expect(error?.message).toContain('6 of the 20 users compared');
		expect(error?.description).toContain('14 rows arrived, of which 0 match no user');
	});
});

describe('refuses', () => {
	it.each<[name: string, table: (rows: IDataObject[]) => IDataObject[], message: string]>([
		['an empty table', () => [{}], 'The table is empty'],
		[
			'a row without any key',
			(rows) => [...rows, { name: 'Eva' }],
			'The row has no Email, User Name, or Personnel Number',
		],
		[
			'a row whose keys are empty',
			(rows) => [...rows, { mail: ' ', username: null, number: '' }],
			'The row has no Email, User Name, or Personnel Number',
		],
		['an empty item among rows', (rows) => [...rows, {}], 'The row has no Email'],
		[
			'two addresses in one cell',
			(rows) => [...rows, { mail: 'a@example.com, b@example.com' }],
			'Email is not an email address',
		],
		[
			'the error of a sheet',
			(rows) => [...rows, { mail: 'a@example.com', number: '#N/A' }],
			'Personnel Number is an error, not a value',
		],
		[
			'items of another operation',
			(rows) => rows.map((row) => ({ ...row, outcome: 'updated' })),
			'The items have an outcome, so they come from another write operation',
		],
		[
			'a single item of another operation',
			(rows) => [...rows, { mail: 'a@example.com', outcome: '' }],
			'The items have an outcome',
		],
	])('%s', async (_name, table, message) => {
		const company = await startCompany();
		const form = { ...BY_NUMBER, ...NO_LIMIT };
		const stopped = await find(company, table(company.rows), form);
		expect(stopped.error?.message).toContain(message);
		expect(stopped.error).not.toHaveProperty('context.itemIndex');
		const regular = await find(company, table(company.rows), form, CONTINUE);
		expect(regular.found).toEqual([]);
		expect(regular.told.join()).toMatch(/^Nobody was returned\. The|^Nobody was returned\. \w/);
		expect(regular.told.join()).toContain(message);
		const ofErrors = { onError: 'continueErrorOutput' } as const;
		const { items, errorItems } = await find(company, table(company.rows), form, ofErrors);
		expect(items).toEqual([]);
		expect(errorItems).toHaveLength(1);
		expect(company.sandbox.journal.entries).toEqual([]);
	});

	it('names the row that it cannot read', async () => {
		const company = await startCompany();
		const { error } = await find(company, [...company.rows, { mail: 'Eva Ito' }]);
		expect(error?.description).toMatch(/^This is row 21 of the table\. The entry is "Eva Ito"/);
	});

	it('a form without HR System and Group', async () => {
		const company = await startCompany();
		const { error } = await find(company, company.rows, KEYS);
		expect(error?.message).toBe('HR System and Group are empty');
	});

	it('a second run in one execution, and hands nothing on', async () => {
		const company = await startCompany();
		const run = await find(company, company.rows.slice(1), BY_NUMBER, { connections: 2 });
		expect(run.error?.message).toMatch(/^The node runs for a second time in this execution/);
		const { Node: runs = [] } = run.run.data.resultData.runData;
		expect(runs.map(({ executionStatus }) => executionStatus)).toEqual(['success', 'error']);
	});

	it.each([
		['externalIds:read', BY_NUMBER, 'users:read'],
		['users:read', BY_NUMBER, 'externalIds:read'],
		['groups:read', undefined, 'users:read'],
	])('to go on without the scope %s', async (scope, form, other) => {
		const scopes = ['users:read', 'groups:read', 'externalIds:read'];
		const company = await startCompany({ scopes: scopes.filter((one) => one !== scope) });
		const { error, found } = await find(company, company.rows, form ?? company.ofGroup);
		expect(error?.message).toContain(`add the "${scope}" scope`);
		expect(error?.description).toContain(`"${other}"`);
		expect(found).toEqual([]);
	});
});

describe('a row without a personnel number, in a table with numbers,', () => {
	const married = { mail: 'p1.married@example.com', number: '' };

	it.each<[name: string, more: IDataObject[], error: string | undefined]>([
		['stops the run if it matches nobody', [married], 'match no user: 1'],
		['counts with the others', [married, { mail: 'new@example.com' }], 'match no user: 2'],
		['does not stop it if it matches somebody', [{ mail: 'p1@example.com' }], undefined],
	])('%s', async (_name, more, message) => {
		const company = await startCompany();
		const gone = company.hire('gone');
		const table = [...company.rows.slice(0, 1), ...more, ...company.rows.slice(2)];
		const { error, found } = await find(company, table, { ...BY_NUMBER, ...NO_LIMIT });
		expect(error?.message).toEqual(message && expect.stringContaining(message));
		if (message) expect(error?.description).toContain('The first is row 2 of the table.');
		expect(idsOf(found)).toEqual(message ? [] : [gone]);
	});

	it('does not stop a run that returns nobody', async () => {
		const company = await startCompany();
		const { found, told } = await find(company, [...company.rows, married]);
		expect(found).toEqual([]);
		expect(told.join()).toContain('Rows that match no user: 1.');
	});
});

it('a rejected request is explained without filters, which the form does not have', async () => {
	const company = await startCompany();
	company.sandbox.faults.add({ on: { kind: 'external-ids' }, status: 400 });
	const { error } = await find(company, company.rows);
	expect(error?.description).toContain('The service returned 400');
	expect(error?.description).not.toContain('Filters');
});

it('a retry after a failed request returns the same people', async () => {
	const company = await startCompany();
	company.sandbox.faults.add({ on: { kind: 'external-ids' }, status: 400, body: { error: 'no' } });
	const { found } = await find(company, company.rows.slice(1), BY_NUMBER, { retryOnFail: true });
	expect(idsOf(found)).toEqual(company.people.slice(0, 1));
});

describe('returns people as List does:', () => {
	it.each<[output: string, form: INodeParameters]>([
		['raw', { output: 'raw' }],
		['simplified', { output: 'simplified' }],
		['selected', { output: 'selected', outputFields: 'mail, job' }],
		['row', { output: 'row' }],
	])('%s', async (_output, form) => {
		const company = await startCompany();
		const groupId = company.group;
		const [gone] = company.people;
		company.sandbox.catalogue.update('users', gone ?? '', { primaryGroupId: groupId, job: '=1+1' });
		const { found } = await find(company, company.rows.slice(1), { ...BY_NUMBER, ...form });
		const list = { resource: 'user', filters: { mail: 'p0@example.com' }, ...form };
		const listed = await write(company.sandbox, 'list', [{}], list);
		expect(found).toEqual(listed.found);
		expect(found).toHaveLength(1);
	});

	it('adds names only if they are asked for', async () => {
		const company = await startCompany();
		const [gone = ''] = company.people;
		company.sandbox.catalogue.update('users', gone, { primaryGroupId: company.group });
		const form = { ...BY_NUMBER, options: { addNames: [] } };
		const { found } = await find(company, company.rows.slice(1), form);
		expect(found[0]).not.toHaveProperty('primaryGroupName');
		expect(company.sandbox.journal.of('groups')).toEqual([]);
	});

	it('names no field as missing if nobody has left', async () => {
		const company = await startCompany();
		const output = { output: 'selected', outputFields: 'mail, nothing' };
		const form = { ...BY_NUMBER, username: '', ...output };
		expect((await find(company, company.rows, form)).told).toEqual([]);
		expect((await find(company, company.rows.slice(1), form)).told).toHaveLength(1);
	});
});

describe('hints', () => {
	it.each<
		[
			name: string,
			make: (company: Company) => IDataObject[],
			hint: string | undefined,
			form?: INodeParameters,
		]
	>([
		['nothing if everybody is there', ({ rows }) => rows, undefined],
		[
			'the rows that match no user',
			({ rows }) => [...rows, { mail: 'new@example.com' }, { number: '9' }],
			'Rows that match no user: 2.',
		],
		[
			'no row whose user is deleted or not compared',
			({ rows }) => [...rows, { mail: 'ben@example.com' }, { mail: 'cem@example.com' }],
			undefined,
		],
		[
			'the users who have none of the keys of the table',
			({ rows, hire }) => {
				hire('x', { mail: undefined });
				return rows.map(({ mail }) => ({ mail }));
			},
			'Users who have none of the keys that the table has: 1.',
			{ externalId: '' },
		],
		[
			'the keys that no row has, as after renaming a column',
			({ rows }) => rows.map(({ mail }) => ({ mail, no: '1' })),
			'No item has a value in User Name, Personnel Number. A column of the table may have been renamed.',
			{ username: ofItem('user') },
		],
		[
			'no key that the only row lacks',
			({ rows, people, sandbox }) => {
				for (const id of people.slice(1))
					sandbox.catalogue.update('users', id, { status: 'deleted' });
				return rows.slice(0, 1);
			},
			undefined,
			{ username: ofItem('user') },
		],
		[
			'no Personnel Number if the learners of a group are compared',
			({ rows }) => rows.map(({ mail }) => ({ mail })),
			undefined,
			{ platform: '' },
		],
		[
			'that there was nobody to compare',
			({ sandbox, rows }) => {
				sandbox.catalogue.clear('external-ids');
				return rows;
			},
			'There was nobody to compare',
		],
	])('%s', async (_name, make, hint, more = {}) => {
		const company = await startCompany();
		const form = { ...company.ofGroup, platform: 'sap', username: '', ...more };
		const { told, found } = await find(company, make(company), form);
		expect(told).toHaveLength(hint === undefined ? 0 : 1);
		expect(told.join()).toContain(hint ?? '');
		expect(found).toEqual([]);
	});
});

it('the log has counts, and no name or address', async () => {
	const company = await startCompany();
	const { lines } = await find(company, [...company.rows.slice(2), { number: '9' }]);
	expect(lines.at(-1)).toMatch(
		/users: compared with \d+ records from \d+ pages in \d+ ms: 20 compared, 2 leavers, 0 withoutKey, 1 unmatched \(/,
	);
	expect(lines.join('\n')).not.toMatch(/example\.com/);
});
