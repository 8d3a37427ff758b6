import { type ContractType, type Operator, SERVICE, WRITES } from '../../contract';
import { complaints } from '../../contract/check';
import { type ListRecord, type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
import { answerOf, authorized, nextOf } from './client';
import { exampleParameters, NO_ID, pathOf } from '../../sandbox/examplePaths';

const kinds = Object.keys(SERVICE) as RoutePath[];
const lists = kinds.filter((kind) => SERVICE[kind]?.list);
const singles = kinds.filter((kind) => !SERVICE[kind]?.list);
const typeOf = (kind: RoutePath): ContractType => SERVICE[kind]?.record ?? {};

const options = { courses: 40, groups: 3, users: 60, writesPerSecond: 1_000 };

let sandbox: Sandbox;
let headers: Record<string, string>;
let parameters: Record<string, string>;

beforeAll(async () => {
	sandbox = await startSandbox(options);
	headers = await authorized(sandbox);
	parameters = exampleParameters(sandbox.catalogue);
});

afterAll(() => sandbox.stop());

function get(path: string): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
}

/** Reads all pages of a list. */
async function read(path: string): Promise<ListRecord[]> {
	let response = await get(path);
	const records = (await response.json()) as ListRecord[];
	for (let next = nextOf(response); next !== undefined; next = nextOf(response)) {
		response = await fetch(next, { headers });
		records.push(...((await response.json()) as ListRecord[]));
	}
	return records;
}

it.each(lists)('records match the contract: %s', async (kind) => {
	const path = pathOf(kind, parameters);
	const records = await read(path);
	expect(records).toEqual(sandbox.catalogue.shown(path));
	expect(records.length).toBeGreaterThan(0);
	expect(records.flatMap((record) => complaints(typeOf(kind), record))).toEqual([]);
	expect(new Set(records.map((record) => JSON.stringify(record))).size).toBe(records.length);
});

describe('a filter', () => {
	/** For each operator, compares a record's values with a filter value, as strings or as times. */
	const passes: Record<Operator, (actual: unknown[], value: string) => boolean> = {
		eq: (actual, value) => actual.includes(value),
		in: (actual, value) => actual.includes(value),
		ne: (actual, value) => !actual.includes(value),
		nin: (actual, value) => !actual.includes(value),
		lt: ([actual], value) => Date.parse(String(actual)) < secondsOnly(value),
		gte: ([actual], value) => Date.parse(String(actual)) >= secondsOnly(value),
	};
	const secondsOnly = (time: string): number => Math.floor(Date.parse(time) / 1000) * 1000;
	/** Filterable fields that records do not contain, except an enrollment's status. */
	const hidden: Record<string, (record: ListRecord) => unknown> = {
		'courses.originalAuthorId': ({ authorId }) => authorId,
		'courses.tagIds': ({ _id }) =>
			sandbox.catalogue.list(`courses/${_id}/tags`).map(({ tagId }) => tagId),
		'external-ids.type': ({ targetType }) => targetType,
		'paths/sessions.sessionId': ({ _id }) => _id,
	};
	const filtersOf = (kind: RoutePath) =>
		Object.entries(SERVICE[kind]?.filters ?? {}).filter(
			([field]) => `${kind}.${field}` !== 'paths/stats.status',
		);

	it.each(lists.filter((kind) => filtersOf(kind).length > 0))(
		'finds the right records for every field and operator: %s',
		async (kind) => {
			const { catalogue } = sandbox;
			const path = pathOf(kind, parameters);
			for (const [field, types] of filtersOf(kind)) {
				const valueIn = hidden[`${kind}.${field}`] ?? ((record) => record[field]);
				const values = catalogue
					.list(path)
					.map((record) => ({ _id: record._id, actual: textsOf(valueIn(record)) }));
				const known = values.flatMap(({ actual }) => actual);
				const value = known[known.length >> 1] ?? '';
				for (const operator of Object.keys(types) as Operator[]) {
					const index = ['in', 'nin'].includes(operator) ? '[0]' : '';
					const query = `${field}[${operator}]${index}=${encodeURIComponent(value)}`;
					const found = await read(`${path}?${query}`);
					const wanted = values.filter(({ actual }) => passes[operator](actual, value));
					const ids = [found, wanted].map((records) => records.map(({ _id }) => _id));
					expect([query, ids[0]]).toEqual([query, ids[1]]);
				}
			}
		},
	);
});

describe('a single record', () => {
	it.each(singles.filter((kind) => SERVICE[kind]?.record && kind !== 'uaa/users/me'))(
		'matches the contract and the same record in the list: %s',
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

describe('a request is rejected with a code from the contract', () => {
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

describe('the sandbox rejects what the contract forbids', () => {
	/** Returns a value of another type, or undefined if the type allows any string. */
	const wrongFor = ({ type, format, enum: values }: ContractType): string | undefined =>
		values || format || type === 'boolean' ? 'no such value' : undefined;

	it.each(lists.filter((kind) => Object.keys(SERVICE[kind]?.filters ?? {}).length > 0))(
		'other operators and values in filters of %s',
		async (kind) => {
			const operators: Operator[] = ['eq', 'ne', 'lt', 'gte', 'in', 'nin'];
			for (const [field, types] of Object.entries(SERVICE[kind]?.filters ?? {})) {
				for (const operator of operators) {
					const type = types[operator];
					const value = type ? wrongFor(type.items ?? type) : NO_ID;
					if (value === undefined) continue;
					const index = ['in', 'nin'].includes(operator) ? '[0]' : '';
					const query = `${field}[${operator}]${index}=${value}`;
					const { status } = await get(`${pathOf(kind, parameters)}?${query}`);
					expect([query, status]).toEqual([query, 400]);
				}
			}
		},
	);

	it.each(Object.entries(WRITES))('other fields and values in %s', async (kind, route) => {
		const [method = '', path = ''] = kind.split(' ');
		const ids = { ...parameters, managerId: NO_ID, mappingId: NO_ID, role: 'learner' };
		const refusalOf = async (query: string, body: unknown): Promise<string> => {
			const response = await fetch(`${sandbox.baseUrl}/api/v2/${pathOf(path, ids)}?${query}`, {
				method,
				headers: { ...headers, 'content-type': 'application/json' },
				body: JSON.stringify(body),
			});
			const { status, body: refused } = await answerOf(response);
			return `${status} ${JSON.stringify(refused)}`;
		};
		const asked = Object.keys(route.parameters).filter((name) => !path.includes(`{${name}}`));
		const types = Object.entries(route.body?.fields ?? {});
		const wrong = types.map(([name, type]) => [name, wrongFor(type.oneOf?.[0] ?? type) ?? 7]);
		const parts = [
			'colour: unknown',
			...asked.map((name) => `${name}: expected`),
			...(route.body ? ['hue: unknown'] : ['must not have a body']),
			...types.map(([name]) => `${name}: expected`),
		];
		const query = ['colour', ...asked].map((name) => `${name}=maybe`).join('&');
		const refused = await refusalOf(query, Object.fromEntries([['hue', 1], ...wrong]));
		expect(refused).toMatch(/^400 .*invalidRequest/);
		expect(parts.filter((part) => !refused.includes(part))).toEqual([]);
		const without = await refusalOf('', {});
		for (const name of route.body?.required ?? []) expect(without).toContain(`${name}: missing`);
	});
});

/** Returns a value as the strings that a filter compares. */
const textsOf = (value: unknown): string[] =>
	[value].flat().flatMap((one) => (one === undefined ? [] : String(one as string | boolean)));

function codeOf(body: unknown): unknown {
	const { error } = body as { error: string | { code: string } };
	return typeof error === 'string' ? error : error.code;
}
