import { type Operator, SERVICE } from '../../contract';
import { type ListRecord, type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
import { authorized, pagesOf } from './client';
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

	it.each(['2024-01-01', '2024-01-01T00:00:00Z', '2024-02-30T00:00:00.000Z'])(
		'takes no time of another form: %s',
		async (time) => {
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
		},
	);
});
