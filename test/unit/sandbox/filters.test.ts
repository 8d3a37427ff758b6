import { type Operator, SERVICE } from '../../contract';
import { type ListRecord, type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
import { answerOf, authorized, pagesOf } from './client';
import { exampleParameters, pathOf } from './examplePaths';

const OPERATORS = ['eq', 'ne', 'lt', 'gte', 'in', 'nin'] as const;

const filtersOf = (kind: RoutePath) => Object.entries(SERVICE[kind]?.filters ?? {});
const filtered = (Object.keys(SERVICE) as RoutePath[]).filter((kind) => filtersOf(kind).length > 0);

let headers: Record<string, string>;

const statusOf = async (sandbox: Sandbox, path: string): Promise<number> =>
	(await fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers })).status;

const recordsOf = async (sandbox: Sandbox, path: string): Promise<ListRecord[]> =>
	(await pagesOf(sandbox, path, headers)).flat();

describe('a documented filter', () => {
	let sandbox: Sandbox;
	let parameters: Record<string, string>;

	beforeAll(async () => {
		sandbox = await startSandbox({ courses: 100, groups: 3, users: 60 });
		headers = await authorized(sandbox);
		parameters = exampleParameters(sandbox.catalogue);
	});

	afterAll(() => sandbox.stop());

	/** What a filter has to find: the values of the records, compared as texts and as times. */
	const oracle: Record<Operator, (actual: unknown, value: string) => boolean> = {
		eq: (actual, value) => textsOf(actual).includes(value),
		in: (actual, value) => textsOf(actual).includes(value),
		ne: (actual, value) => !textsOf(actual).includes(value),
		nin: (actual, value) => !textsOf(actual).includes(value),
		lt: (actual, value) => Date.parse(String(actual)) < secondsOnly(value),
		gte: (actual, value) => Date.parse(String(actual)) >= secondsOnly(value),
	};
	const textsOf = (actual: unknown): unknown[] => [actual].flat().map(String);
	const secondsOnly = (time: string): number => Math.floor(Date.parse(time) / 1000) * 1000;

	it.each(filtered)('finds what it should on every field, by every operator: %s', async (kind) => {
		const { catalogue } = sandbox;
		const path = pathOf(kind, parameters);
		for (const [field, types] of filtersOf(kind)) {
			const values = new Map(
				catalogue.list(path).map(({ _id }) => [_id, catalogue.valueOf(path, _id, field)]),
			);
			const known = [...values.values()].flat().filter((value) => value !== undefined);
			const value = `${known[known.length >> 1] as string | boolean}`;
			for (const operator of OPERATORS.filter((one) => one in types)) {
				const index = ['in', 'nin'].includes(operator) ? '[0]' : '';
				const query = `${field}[${operator}]${index}=${encodeURIComponent(value)}`;
				const found = (await recordsOf(sandbox, `${path}?${query}`)).map(({ _id }) => _id);
				const wanted = [...values].filter(([, actual]) => oracle[operator](actual, value));
				expect([query, found]).toEqual([query, wanted.map(([id]) => id)]);
			}
		}
	});

	it.each(filtered)('takes no other operator, and no value of another form: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		for (const [field, types] of filtersOf(kind)) {
			const queries = OPERATORS.flatMap((operator) => {
				const { enum: values, ...type } = types[operator]?.items ?? types[operator] ?? {};
				if (!(operator in types)) return [[operator, 'x']];
				return values || type.format || type.type === 'boolean'
					? [[operator, 'no such value']]
					: [];
			});
			for (const [operator = '', value = ''] of queries) {
				const index = operator.endsWith('in') ? '[0]' : '';
				const query = `${path}?${field}[${operator}]${index}=${value}`;
				expect([query, await statusOf(sandbox, query)]).toEqual([query, 400]);
			}
		}
	});

	it('reads what no record shows: the tags and the first author of a course', async () => {
		const { catalogue } = sandbox;
		const [course] = catalogue.list('courses');
		const { _id: tagId } = catalogue.add('tags');
		catalogue.add(`courses/${course?._id ?? ''}/tags`, { tagId });
		expect(await recordsOf(sandbox, `courses?tagIds[in][0]=${tagId}`)).toEqual([course]);
		const authors = catalogue
			.list('courses')
			.map(({ _id }) => catalogue.valueOf('courses', _id, 'originalAuthorId'));
		const isOther = ({ authorId }: ListRecord, at: number): boolean => authorId !== authors[at];
		expect(catalogue.list('courses').some(isOther)).toBe(true);
	});

	it.each([
		'2024-01-01',
		'2024-01-01T00:00:00Z',
		'2024-01-01T00:00:00.000',
		'2024-01-01T00:00:00.000%2B00:00',
		'2024-13-01T00:00:00.000Z',
		'2024-02-30T00:00:00.000Z',
		'1704067200000',
		'',
	])('takes no time of another form: %s', async (time) => {
		const dates = filtered.flatMap((kind) =>
			filtersOf(kind)
				.filter(([, { gte }]) => gte?.format === 'date-time')
				.map(([field]) => [kind, field] as const),
		);
		expect(new Set(dates.map(([, field]) => field)).size).toBe(8);
		for (const [kind, field] of dates) {
			const path = pathOf(kind, parameters);
			const query = `${path}?${field}[gte]=${time}`;
			expect([query, await statusOf(sandbox, query)]).toEqual([query, 400]);
		}
	});

	it('is what the refusal names', async () => {
		const url = `${sandbox.baseUrl}/api/v2/courses?createdAt[eq]=2024-01-01T00:00:00.000Z`;
		expect((await answerOf(await fetch(url, { headers }))).body).toMatchObject({
			error: { message: 'createdAt takes no eq, only lt, gte' },
		});
	});

	it('is none on a list that has none', async () => {
		expect(await statusOf(sandbox, 'groups?public[eq]=true')).toBe(400);
	});
});

describe('any filter, where the service is told to take it', () => {
	const RECORDS: Partial<ListRecord>[] = [
		{ name: 'Plain', status: 'published', duration: 60, coAuthorIds: ['a', 'b'], sourceLang: 'en' },
		{
			name: 'A&B=C+D [x] ü',
			status: 'archived',
			duration: 600,
			coAuthorIds: ['b'],
			sourceLang: 'fr',
		},
		{ name: '', status: 'deleted', duration: 7, coAuthorIds: [], sourceLang: null },
	].map((record, index) => ({
		...record,
		collaborativeLearning: index === 0,
		createdAt: `2024-0${index + 1}-01T12:00:00.500Z`,
	}));

	let sandbox: Sandbox;

	beforeAll(async () => {
		sandbox = await startSandbox({ courses: 0, groups: 0, filters: 'any' });
		headers = await authorized(sandbox);
		for (const record of RECORDS) sandbox.catalogue.add('courses', record);
		sandbox.catalogue.add('groups', { 'odd [field] & more': 'yes' });
	});

	afterAll(() => sandbox.stop());

	it.each([
		['an equal text', 'status[eq]=archived', [1]],
		['any other text', 'status[ne]=archived', [0, 2]],
		['a text with every awkward character', 'name[eq]=A%26B%3DC%2BD%20%5Bx%5D%20%C3%BC', [1]],
		['a space written as plus', 'name[eq]=A%26B%3DC%2BD+[x]+%C3%BC', [1]],
		['an empty text', 'name[eq]=', [2]],
		['a number', 'duration[eq]=600', [1]],
		['a smaller number, not a smaller text', 'duration[lt]=60', [2]],
		['a number at least as large', 'duration[gte]=60', [0, 1]],
		['no number at all', 'duration[gte]=abc', []],
		['no number for an empty value', 'duration[gte]=', []],
		['true', 'collaborativeLearning[eq]=true', [0]],
		['false', 'collaborativeLearning[eq]=false', [1, 2]],
		['a time before', 'createdAt[lt]=2024-02-01T12:00:00.000Z', [0]],
		['a time from, milliseconds ignored', 'createdAt[gte]=2024-02-01T12:00:00.999Z', [1, 2]],
		['an equal time, milliseconds ignored', 'createdAt[eq]=2024-02-01T12:00:00.000Z', [1]],
		['a text before in the alphabet', 'sourceLang[lt]=f', [0]],
		['an entry of an array', 'coAuthorIds[eq]=a', [0]],
		['no such entry of an array', 'coAuthorIds[ne]=a', [1, 2]],
		['one of several', 'coAuthorIds[in][0]=zzz&coAuthorIds[in][1]=b', [0, 1]],
		['none of several', 'sourceLang[nin][0]=en&sourceLang[nin][1]=de', [1, 2]],
		['all filters at once', 'status[ne]=deleted&duration[gte]=100', [1]],
		['two operators on a field', 'duration[gte]=10&duration[lt]=100', [0]],
		['nothing when nothing fits', 'status[eq]=draft', []],
	])('finds %s: %s', async (_what, query, expected) => {
		const found = await recordsOf(sandbox, `courses?${query}`);
		expect(found.map(({ name }) => name)).toEqual(expected.map((index) => RECORDS[index]?.name));
	});

	it('finds a field with an awkward name that a record was given', async () => {
		const field = 'odd%20[field]%20%26%20more';
		expect(await recordsOf(sandbox, `groups?${field}[eq]=yes`)).toHaveLength(1);
		expect(await recordsOf(sandbox, `groups?${field}[eq]=no`)).toHaveLength(0);
	});

	it.each(['colour[eq]=red', 'createdAt[lt]=2024-01-01'])('refuses %s', async (query) => {
		expect(await statusOf(sandbox, `courses?${query}`)).toBe(400);
	});
});
