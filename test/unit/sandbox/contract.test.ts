import { type ContractType, SERVICE } from '../../contract';
import { complaints } from '../../contract/check';
import { type RoutePath, type Sandbox, startSandbox } from '../../sandbox';
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
		for (const record of catalogue.shown(path)) {
			expect(complaints(typeOf(kind), record)).toEqual([]);
			note(typeOf(kind), record, '', seen);
		}
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

	it.each(lists.filter((kind) => !SERVICE[kind]?.paged))('comes whole: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		while (growing.catalogue.count(path) < 600) growing.catalogue.add(path);
		const pages = await pagesOf(growing, path);
		expect(pages.map((page) => page.length)).toEqual([600]);
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

	it('can be a file', async () => {
		const response = await get(
			pathOf(singles.find((kind) => kind.endsWith('pdf')) ?? '', parameters),
		);
		expect(response.headers.get('content-type')).toBe('application/pdf');
		expect(await response.text()).toMatch(/^%PDF-1\.4\n[^]*%%EOF\n$/);
	});

	it('needs a token that belongs to a user, to be oneself', async () => {
		const body = { error: { code: 'userNotAuthorized' } };
		expect(await answerOf(await get('uaa/users/me'))).toMatchObject({ status: 403, body });
	});
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
			if (typeof name !== 'string') continue;
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

	it.each([
		['paths/{pathId}/sessions/{sessionId}', 'pathId', 'paths', 400, 'sessionNotBelongToPath'],
		[
			'classroom-slots/{classroomSlotId}/attendance-sheets/{attendanceSheetId}/attendances',
			'classroomSlotId',
			'classrooms/{classroomId}/slots',
			400,
			'attendanceSheetNotBelongToClassroomSlot',
		],
		[
			'integrations/{integrationId}/courses/{externalId}',
			'integrationId',
			'integrations',
			400,
			'courseNotBelongToIntegration',
		],
		[
			'users/{userId}/certificates/{certificateId}/pdf',
			'userId',
			'users',
			404,
			'certificateNotFound',
		],
	])('below another record: %s with another %s', async (kind, name, list, status, code) => {
		const others = sandbox.catalogue.list(pathOf(list, parameters)).map(({ _id }) => _id);
		const other = others.find((id) => id !== parameters[name]) ?? '';
		const { body, ...answer } = await answerOf(
			await get(pathOf(kind, { ...parameters, [name]: other })),
		);
		expect({ ...answer, code: codeOf(body) }).toEqual({ status, code });
	});

	it('while an operation is pending', async () => {
		const operations = sandbox.catalogue.list('bulk/operations');
		const { _id = '' } = operations.find(({ status }) => status === 'pending') ?? {};
		const { status, body } = await answerOf(await get(`bulk/operations/${_id}/results`));
		expect([status, codeOf(body)]).toEqual([400, 'bulkOperationNotRun']);
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

	it.each(lists)('refer to records that there are: %s', (kind) => {
		const { catalogue } = sandbox;
		for (const record of catalogue.list(pathOf(kind, parameters))) {
			for (const [field, list] of REFERENCES) {
				for (const id of [record[field] ?? []].flat() as string[]) {
					expect([field, catalogue.has(list, id)]).toEqual([field, true]);
				}
			}
		}
	});

	it.each(lists)('have dates in order, some of them of the last days: %s', (kind) => {
		const records = sandbox.catalogue.list(pathOf(kind, parameters));
		const dates = records.map(
			(record) => IN_ORDER.flatMap((name) => record[name] ?? []) as string[],
		);
		for (const one of dates) expect(one).toEqual([...one].sort());
		const lastDays = Date.now() - 11 * 86_400_000;
		const latest = dates.flat().sort().at(-1);
		const isDated = records.some(({ modifiedAt, completedAt }) => modifiedAt ?? completedAt);
		if (isDated && kind !== 'courses' && records.length > 2) {
			expect(Date.parse(latest ?? '')).toBeGreaterThan(lastDays);
		}
	});
});

const IN_ORDER = ['createdAt', 'queuedAt', 'startedAt', 'completedAt', 'endedAt', 'modifiedAt'];

const REFERENCES = new Map([
	...['authorId', 'userId', 'coAuthorIds', 'instructorIds', 'trainerIds', 'volunteerIds'].map(
		(field) => [field, 'users'] as const,
	),
	...['groupId', 'primaryGroupId', 'parentId'].map((field) => [field, 'groups'] as const),
	...['sessionId', 'pathSessionId', 'rootSessionId'].map(
		(field) => [field, 'paths/sessions'] as const,
	),
	['certificateOutlineId', 'certificate-outlines'],
	['classroomId', 'classrooms'],
	['courseId', 'courses'],
	['customFieldId', 'custom-fields'],
	['customLinkId', 'custom-links'],
	['pathId', 'paths'],
	['skillId', 'skills'],
	['tagId', 'tags'],
]);

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
