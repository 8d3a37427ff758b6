import { type Operator, SERVICE } from '../../contract';
import { type ListRecord, type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
import { authorized, pagesOf } from './client';
import { exampleParameters, pathOf } from './examplePaths';

const OPERATORS = ['eq', 'ne', 'lt', 'gte', 'in', 'nin'] as const;

const filtersOf = (kind: RoutePath) => Object.entries(SERVICE[kind]?.filters ?? {});
const filtered = (Object.keys(SERVICE) as RoutePath[]).filter((kind) => filtersOf(kind).length > 0);

let headers: Record<string, string>;

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

	it.each<[RoutePath, string, (record: ListRecord) => unknown[]]>([
		[
			'courses',
			'tagIds[in][0]',
			({ _id }) => sandbox.catalogue.list(`courses/${_id}/tags`).map(({ tagId }) => tagId),
		],
		['external-ids', 'type[eq]', ({ targetType }) => [targetType]],
		['paths/sessions', 'sessionId[eq]', ({ _id }) => [_id]],
	])('finds %s by %s, which no record shows', async (path, filter, valuesOf) => {
		const records = sandbox.catalogue.list(path);
		const [value] = records.flatMap(valuesOf);
		const found = await recordsOf(sandbox, `${path}?${filter}=${String(value)}`);
		const wanted = records.filter((record) => valuesOf(record).includes(value));
		expect(found.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
	});
});
