import type { INodeParameters } from 'n8n-workflow';

import type { ListRecord } from '../../../sandbox';
import { fieldFilter, idsIn, idsOf, listCourses, listRecords } from '../../lists';
import { requestLines, startService } from '../../service';

const everything = { returnAll: true };

it('groups are filtered by any field', async () => {
	const sandbox = await startService({ groups: 40, groupPageSize: 10, filters: 'any' });
	const filters = fieldFilter('public', 'eq', 'true');
	const { items } = await listRecords('group', sandbox, { ...everything, filters });
	expect(requestLines(sandbox)[1]).toBe('GET /api/v2/groups?public[eq]=true');
	const isPublic = (record: ListRecord) => record.public === true;
	expect(idsOf(items)).toEqual(idsIn(sandbox.catalogue, 'groups', isPublic));
});

describe('the list has all records that pass the filter, and no others:', () => {
	const noon = '2020-01-10T00:00:00.000Z';
	const isOneOf = (values: string[]) => (value: unknown) => values.includes(value as string);

	type Row = [
		operator: string,
		field: string,
		value: string,
		query: string,
		passes: (value: unknown) => boolean,
	];
	const documented: Row[] = [
		['eq', 'type', 'external', 'type[eq]=external', isOneOf(['external'])],
		[
			'in',
			'sourceLang',
			'fr, de',
			'sourceLang[in][0]=fr&sourceLang[in][1]=de',
			isOneOf(['fr', 'de']),
		],
		[
			'lt',
			'createdAt',
			noon,
			'createdAt[lt]=2020-01-10T00%3A00%3A00.000Z',
			(value) => Date.parse(value as string) < Date.parse(noon),
		],
		[
			'gte',
			'createdAt',
			noon,
			'createdAt[gte]=2020-01-10T00%3A00%3A00.000Z',
			(value) => Date.parse(value as string) >= Date.parse(noon),
		],
	];
	const taken: Row[] = [
		['ne', 'type', 'native', 'type[ne]=native', (value) => value !== 'native'],
		[
			'nin',
			'sourceLang',
			'en,fr',
			'sourceLang[nin][0]=en&sourceLang[nin][1]=fr',
			(value) => !isOneOf(['en', 'fr'])(value),
		],
		['lt', 'duration', '100', 'duration[lt]=100', (value) => (value as number) < 100],
	];

	it.each([
		...documented.map((row) => ['documented', ...row] as const),
		...taken.map((row) => ['any', ...row] as const),
	])('of %s filters, %s on %s with the value %j', async (which, ...row) => {
		const [operator, field, value, query, passes] = row;
		const sandbox = await startService({ courses: 300, filters: which });
		const filters = fieldFilter(field, operator, value);
		const { items } = await listCourses(sandbox, { ...everything, filters });
		expect(requestLines(sandbox)[1]).toBe(`GET /api/v2/courses?${query}`);
		const wanted = idsIn(sandbox.catalogue, 'courses', (record) => passes(record[field]));
		expect(wanted.length).toBeGreaterThan(0);
		expect(wanted.length).toBeLessThan(300);
		expect(idsOf(items)).toEqual(wanted);
	});
});

describe('a value reaches the service unharmed', () => {
	it.each([
		['with an ampersand', 'R&D&status[eq]=deleted'],
		['that looks like an expression', '{{ 1 + 1 }}'],
	])('%s', async (_how, name) => {
		const sandbox = await startService({ courses: 10, filters: 'any' });
		const { _id } = sandbox.catalogue.add('courses', { name });
		const byEq = await listCourses(sandbox, { filters: fieldFilter('name', 'eq', name) });
		expect(idsOf(byEq.items)).toEqual([_id]);
		const byIn = await listCourses(sandbox, { filters: fieldFilter('name', 'in', name) });
		expect(idsOf(byIn.items)).toEqual([_id]);
	});
});

it.each<[string, INodeParameters | string]>([
	['a text, as it was before there was a list', 'status'],
	['an expression in place of the text', '={{ "sta" + "tus" }}'],
	['a name', { __rl: true, mode: 'name', value: 'status' }],
	['an expression for a name', { __rl: true, mode: 'name', value: '={{ "status" }}' }],
	[
		'one of the list, with what the list says about it',
		{ __rl: true, mode: 'list', value: 'status', cachedResultName: 'status: Published (Equals)' },
	],
])('the field can be %s', async (_what, field) => {
	const sandbox = await startService({ courses: 20 });
	const filters = { fieldFilters: { filter: [{ field, operator: 'eq', value: 'published' }] } };
	const { items } = await listCourses(sandbox, { ...everything, filters });
	expect(requestLines(sandbox)[1]).toBe('GET /api/v2/courses?status[eq]=published');
	expect(items.length).toBeGreaterThan(0);
});

describe('several filters', () => {
	const filters: INodeParameters = {
		status: 'published',
		fieldFilters: {
			filter: [
				{ field: 'type', operator: 'eq', value: 'native' },
				{ field: 'sourceLang', operator: 'in', value: 'en,fr' },
			],
		},
	};
	const query = 'status[eq]=published&type[eq]=native&sourceLang[in][0]=en&sourceLang[in][1]=fr';
	const passes = ({ status, type, sourceLang }: ListRecord) =>
		status === 'published' && type === 'native' && ['en', 'fr'].includes(sourceLang as string);

	it.each([['Return All', everything]])(
		'are sent once and hold on every page with %s',
		async (_which, amount) => {
			const sandbox = await startService({ courses: 400, coursePageSize: 10 });
			const { items } = await listCourses(sandbox, { ...amount, filters });
			const wanted = idsIn(sandbox.catalogue, 'courses', passes);
			expect(idsOf(items)).toEqual(wanted);
			const [first, ...later] = sandbox.journal.of('courses').map((entry) => entry.query);
			expect(first).toBe(query);
			expect(wanted.length).toBeGreaterThan(20);
			expect(later).toHaveLength(Math.ceil(wanted.length / 10) - 1);
			for (const one of later) expect(one).toMatch(/^next=[^&=]+$/);
		},
	);
});

it('a filter that the service does not know is explained with its words', async () => {
	const sandbox = await startService({ courses: 1 });
	const { error } = await listCourses(sandbox, { filters: fieldFilter('colour', 'eq', 'red') });
	expect(error?.message).toBe('The service refused the request as invalid (courses, page 1)');
	expect(error?.description).toContain('Check the field names, operators and values under Filters');
	expect(error?.description).toContain('Unknown query parameter: colour[eq]');
	expect(sandbox.journal.takeOffContract()).toHaveLength(1);
});

describe('an expression in a field filter may return', () => {
	const at = (value: unknown) => (value as string) < '2020-01-10';

	it.each([
		['a date of Luxon', "={{ DateTime.fromISO('2020-01-10T01:00:00+01:00') }}"],
		['a date of Luxon in a zone', "={{ DateTime.fromISO('2020-01-10').setZone('Asia/Tokyo') }}"],
		['a Date', "={{ new Date('2020-01-10') }}"],
		['a Date made of a text', "={{ '2020-01-10'.toDateTime() }}"],
	])('%s, which is sent in UTC', async (_what, value) => {
		const sandbox = await startService({ courses: 60 });
		const filters = fieldFilter('createdAt', 'lt', value);
		const workflowSettings = { timezone: 'UTC' };
		const { items } = await listCourses(sandbox, { ...everything, filters }, { workflowSettings });
		expect(requestLines(sandbox)[1]).toBe(
			'GET /api/v2/courses?createdAt[lt]=2020-01-10T00%3A00%3A00.000Z',
		);
		expect(idsOf(items)).toEqual(
			idsIn(sandbox.catalogue, 'courses', ({ createdAt }) => at(createdAt)),
		);
	});

	it('dates in an array, for In', async () => {
		const sandbox = await startService({ courses: 1 });
		const dates = "={{ [DateTime.fromISO('2020-01-10T01:00:00+01:00'), new Date(0), 5] }}";
		await listCourses(sandbox, { filters: fieldFilter('createdAt', 'in', dates) });
		const [from, epoch, five] = sandbox.journal.of('courses')[0]?.query.split('&') ?? [];
		expect([from, epoch, five]).toEqual([
			'createdAt[in][0]=2020-01-10T00%3A00%3A00.000Z',
			'createdAt[in][1]=1970-01-01T00%3A00%3A00.000Z',
			'createdAt[in][2]=5',
		]);
		expect(sandbox.journal.takeOffContract()).toHaveLength(1);
	});
});
