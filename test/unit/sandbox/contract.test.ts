import { type ContractType, type Operator, SERVICE } from '../../contract';
import { complaints } from '../../contract/check';
import { type ListRecord, type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
import { answerOf, authorized, pagesOf } from './client';
import { exampleParameters, NO_ID, pathOf } from './examplePaths';

const kinds = Object.keys(SERVICE) as RoutePath[];
const lists = kinds.filter((kind) => SERVICE[kind]?.list);
const singles = kinds.filter((kind) => !SERVICE[kind]?.list);
const typeOf = (kind: RoutePath): ContractType => SERVICE[kind]?.record ?? {};

const options = { courses: 40, groups: 3, users: 60 };

let sandbox: Sandbox;
let headers: Record<string, string>;
let parameters: Record<string, string>;
/** Another service, to whose lists records are added. */
let growing: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox(options);
	headers = await authorized(sandbox);
	parameters = exampleParameters(sandbox.catalogue);
	growing = await startSandbox(options);
});

afterAll(async () => {
	await sandbox.stop();
	await growing.stop();
});

function get(path: string): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
}

describe('a list', () => {
	it.each(lists)('has records of the type that the contract has: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		const records = (await pagesOf(sandbox, path)).flat();
		expect(records).toEqual(sandbox.catalogue.shown(path));
		expect(records.length).toBeGreaterThan(0);
		expect(records.flatMap((record) => complaints(typeOf(kind), record))).toEqual([]);
		expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
	});

	it.each(lists)('has every variant, and lacks what may be missing now and then: %s', (kind) => {
		const { catalogue } = growing;
		const path = pathOf(kind, parameters);
		const isText = typeOf(kind).type === 'string';
		while (!isText && catalogue.count(path) < 120) catalogue.add(path);
		const seen = new Set<string>();
		const records = catalogue.shown(path);
		expect(records.flatMap((record) => complaints(typeOf(kind), record))).toEqual([]);
		for (const record of records) note(typeOf(kind), record, '', seen);
		expect(casesOf(typeOf(kind), '').filter((one) => !seen.has(one))).toEqual([]);
	});

	it.each([
		['bulk/operations', 20],
		['classrooms/{classroomId}/slots', 100],
		['learning-needs', 500],
	] as const)('has pages of the size that the contract has: %s', async (kind, size) => {
		const path = pathOf(kind, parameters);
		while (growing.catalogue.count(path) <= size) growing.catalogue.add(path);
		const pages = await pagesOf(growing, path);
		expect(SERVICE[kind]?.pageSize).toBe(size);
		expect(pages[0]).toHaveLength(size);
		expect(growing.journal.of(kind).map(({ page }) => page)).toEqual(
			pages.map((_, nth) => nth + 1),
		);
	});
});

describe('a filter', () => {
	/** Whether it lets a record through, by the values that the record has: compared as texts, and as times. */
	const passes: Record<Operator, (actual: unknown[], value: string) => boolean> = {
		eq: (actual, value) => actual.includes(value),
		in: (actual, value) => actual.includes(value),
		ne: (actual, value) => !actual.includes(value),
		nin: (actual, value) => !actual.includes(value),
		lt: ([actual], value) => Date.parse(String(actual)) < secondsOnly(value),
		gte: ([actual], value) => Date.parse(String(actual)) >= secondsOnly(value),
	};
	const secondsOnly = (time: string): number => Math.floor(Date.parse(time) / 1000) * 1000;
	const filtersOf = (kind: RoutePath) => Object.entries(SERVICE[kind]?.filters ?? {});

	it.each(lists.filter((kind) => filtersOf(kind).length > 0))(
		'finds what it should on every field, by every operator: %s',
		async (kind) => {
			const { catalogue } = sandbox;
			const path = pathOf(kind, parameters);
			for (const [field, types] of filtersOf(kind)) {
				const values = catalogue
					.list(path)
					.map(({ _id }) => ({ _id, actual: textsOf(catalogue.valueOf(path, _id, field)) }));
				const known = values.flatMap(({ actual }) => actual);
				const value = known[known.length >> 1] ?? '';
				for (const operator of Object.keys(types) as Operator[]) {
					const index = ['in', 'nin'].includes(operator) ? '[0]' : '';
					const query = `${field}[${operator}]${index}=${encodeURIComponent(value)}`;
					const found = (await pagesOf(sandbox, `${path}?${query}`, headers)).flat();
					const wanted = values.filter(({ actual }) => passes[operator](actual, value));
					const ids = [found, wanted].map((records) => records.map(({ _id }) => _id));
					expect([query, ids[0]]).toEqual([query, ids[1]]);
				}
			}
		},
	);

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
		const found = (await pagesOf(sandbox, `${path}?${filter}=${String(value)}`, headers)).flat();
		const wanted = records.filter((record) => valuesOf(record).includes(value));
		expect(found.map(({ _id }) => _id)).toEqual(wanted.map(({ _id }) => _id));
	});
});

describe('a single record', () => {
	it.each(singles.filter((kind) => SERVICE[kind]?.record && kind !== 'uaa/users/me'))(
		'has the type that the contract has, and is what its list has: %s',
		async (kind) => {
			const { status, body } = await answerOf(await get(pathOf(kind, parameters)));
			expect(status).toBe(200);
			expect(complaints(typeOf(kind), body)).toEqual([]);
			const [, list = '', name = ''] = /^(.*)\/\{(\w+)\}$/.exec(kind) ?? [];
			if (!(list in SERVICE)) return;
			const { catalogue } = sandbox;
			expect(body).toEqual(catalogue.get(pathOf(list, parameters), parameters[name] ?? ''));
		},
	);
});

describe('a request is refused with a code of the contract', () => {
	it('without its scope', async () => {
		const closed = await startSandbox({ ...options, scopes: [] });
		const asking = await authorized(closed);
		for (const kind of kinds) {
			const { scope = '', errors } = SERVICE[kind] ?? {};
			const url = `${closed.baseUrl}/api/v2/${pathOf(kind, parameters)}`;
			const { status, body } = await answerOf(await fetch(url, { headers: asking }));
			const message = `The scope ${scope} is missing`;
			expect([kind, status, body]).toMatchObject([kind, 403, { error: { message } }]);
			expect(errors?.['403']).toContain(codeOf(body));
		}
		await closed.stop();
	});

	it.each(kinds.filter((kind) => kind.includes('{')))('with an unknown ID: %s', async (kind) => {
		for (const name of SERVICE[kind]?.ids ?? []) {
			if (typeof name !== 'string' || name === 'externalId') continue;
			for (const id of [NO_ID, 'x', 'a/b?']) {
				const path = pathOf(kind, { ...parameters, [name]: id });
				const { status, body } = await answerOf(await get(path));
				expect([name, SERVICE[kind]?.errors[status]]).toEqual([
					name,
					expect.arrayContaining([codeOf(body)]),
				]);
			}
		}
	});
});

describe('the records', () => {
	it('are the same for the same seed, and others for another', async () => {
		// Dates of the last days follow the day.
		jest.spyOn(Date, 'now').mockReturnValue(Date.UTC(2026, 6, 1));
		const one = await startSandbox({ seed: 7 });
		const same = await startSandbox({ seed: 7 });
		const other = await startSandbox({ seed: 8 });
		jest.restoreAllMocks();
		const contents = ({ catalogue }: Sandbox) =>
			lists.filter((kind) => !kind.includes('{')).map((kind) => catalogue.list(kind).slice(0, 40));
		expect(contents(same)).toEqual(contents(one));
		expect(contents(other)).not.toEqual(contents(one));
		for (const each of [one, same, other]) await each.stop();
	});

	it('refer to records that there are', () => {
		const { catalogue } = sandbox;
		const recordsOf = (kind: RoutePath) => catalogue.list(pathOf(kind, parameters));
		const users = catalogue.list('users').map(({ _id }) => `users/${_id}/certificates`);
		const known = [...lists.flatMap(recordsOf), ...users.flatMap((path) => catalogue.list(path))];
		const ids = new Set(known.map(({ _id }) => _id));
		const ofNoList = /^(library|media|resource)|Image|external/i;
		for (const kind of lists) {
			const references = recordsOf(kind).flatMap((record) =>
				Object.entries(record).filter(([name]) => /[a-z]Ids?$/.test(name) && !ofNoList.test(name)),
			);
			const lost = references.filter(([, value]) =>
				[value].flat().some((id) => !ids.has(String(id))),
			);
			expect([kind, lost]).toEqual([kind, []]);
		}
	});

	it.each(lists)('have dates in order: %s', (kind) => {
		const dates = sandbox.catalogue
			.list(pathOf(kind, parameters))
			.map((record) => IN_ORDER.flatMap((name) => record[name] ?? []) as string[]);
		expect(dates).toEqual(dates.map((one) => [...one].sort()));
	});
});

const IN_ORDER = ['createdAt', 'queuedAt', 'startedAt', 'completedAt', 'endedAt', 'modifiedAt'];

/** What a filter can compare in a value. */
const textsOf = (value: unknown): string[] =>
	[value].flat().flatMap((one) => (one === undefined ? [] : String(one as string | boolean)));

function codeOf(body: unknown): unknown {
	const { error } = body as { error: string | { code: string } };
	return typeof error === 'string' ? error : error.code;
}

/** Everything that records of a type can be: each variant, each field that may be missing, both ways. */
function casesOf(type: ContractType, path: string): string[] {
	const { oneOf, items, fields = {}, required = [] } = type;
	if (oneOf) return oneOf.flatMap((one, at) => [`${path}|${at}`, ...casesOf(one, `${path}|${at}`)]);
	if (items) return casesOf(items, `${path}[]`);
	return Object.entries(fields).flatMap(([name, field]) => {
		const at = `${path}.${name}`;
		const both = required.includes(name) ? [] : [`${at} there`, `${at} missing`];
		return [...both, ...casesOf(field, at)];
	});
}

/** Notes which of them a value is. */
function note(type: ContractType, value: unknown, path: string, seen: Set<string>): void {
	const { oneOf, items, fields = {} } = type;
	oneOf?.forEach((variant, at) => {
		if (complaints(variant, value).length > 0) return;
		seen.add(`${path}|${at}`);
		note(variant, value, `${path}|${at}`, seen);
	});
	if (items) for (const entry of value as unknown[]) note(items, entry, `${path}[]`, seen);
	for (const [name, field] of Object.entries(fields)) {
		const isThere = Object.hasOwn(value as object, name);
		seen.add(`${path}.${name} ${isThere ? 'there' : 'missing'}`);
		if (isThere) note(field, (value as Record<string, unknown>)[name], `${path}.${name}`, seen);
	}
}
