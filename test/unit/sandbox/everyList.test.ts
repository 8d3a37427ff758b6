import { campaign } from '../../campaign';
import { LISTS, type ListKind, type ListRecord, type Sandbox, startSandbox } from '../../sandbox';
import { answerFrom, answerOf, authorized, nextOf, pagesOf } from './client';
import { exampleParameters, NO_ID, pathOf } from './examplePaths';

let sandbox: Sandbox;
let headers: Record<string, string>;
let parameters: Record<string, string>;

const kinds = Object.keys(LISTS) as ListKind[];
const pagedKinds = kinds.filter((kind) => 'pageSize' in LISTS[kind]);
const sizeOf = (kind: ListKind): number => (LISTS[kind] as { pageSize: number }).pageSize;

beforeEach(async () => {
	// One group, so that all contents belong to it.
	sandbox = await startSandbox({ courses: 20, groups: 1 });
	headers = await authorized(sandbox);
	parameters = exampleParameters(sandbox.catalogue);
});

afterEach(() => sandbox.stop());

function get(path: string): Promise<Response> {
	return fetch(`${sandbox.baseUrl}/api/v2/${path}`, { headers });
}

it('there are 45 lists, of which 7 come whole', () => {
	expect(kinds).toHaveLength(45);
	expect(pagedKinds).toHaveLength(38);
});

describe('a list', () => {
	it.each(kinds)('is an array of what the catalogue shows: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		const entries = (await pagesOf(sandbox, path)).flat();
		expect(entries).toEqual(sandbox.catalogue.shown(path));
		expect(entries.length).toBeGreaterThan(0);
		for (const entry of entries) {
			if (LISTS[kind].entries === 'texts') expect(entry).toEqual(expect.any(String));
			else expect('_id' in entry).toBe(LISTS[kind].entries === 'records');
		}
	});

	it.each(pagedKinds)('has pages of the size documented: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		while (sandbox.catalogue.count(path) <= sizeOf(kind)) sandbox.catalogue.add(path);
		const first = await get(path);
		expect(await first.json()).toHaveLength(sizeOf(kind));
		const next = nextOf(first) ?? '';
		expect(next.startsWith(`${sandbox.baseUrl}/api/v2/${path}?next=`)).toBe(true);
		expect(sandbox.journal.entries.at(-1)).toMatchObject({ kind, page: 1 });
		expect((await fetch(next, { headers })).status).toBe(200);
		expect(sandbox.journal.entries.at(-1)).toMatchObject({ kind, page: 2 });
	});

	it.each(kinds.filter((kind) => !pagedKinds.includes(kind)))('comes whole: %s', async (kind) => {
		const path = pathOf(kind, parameters);
		const records = campaign(1_100, 11_000);
		while (sandbox.catalogue.count(path) < records) sandbox.catalogue.add(path);
		const response = await get(path);
		expect(response.headers.get('link')).toBeNull();
		expect(await response.json()).toHaveLength(records);
	});

	it.each(kinds)('needs its scope: %s', async (kind) => {
		const { scope } = LISTS[kind];
		const others = kinds.map((one) => LISTS[one].scope).filter((one) => one !== scope);
		const path = pathOf(kind, parameters);
		const [allowed, refused] = await Promise.all(
			[[scope], others].map((scopes) => answerFrom({ courses: 20, groups: 1, scopes }, path)),
		);
		expect(allowed).toMatchObject({ status: 200 });
		const error = { code: 'invalid_scope', message: `The scope ${scope} is missing` };
		expect(refused).toEqual({ status: 403, body: JSON.stringify({ error }) });
	});

	it.each(kinds.filter((kind) => kind.includes('{')))('has no unknown parent: %s', async (kind) => {
		for (const name of Object.keys(parameters)) {
			if (name === 'contentType' || !kind.includes(`{${name}}`)) continue;
			const path = pathOf(kind, { ...parameters, [name]: NO_ID });
			expect(await answerOf(await get(path))).toMatchObject({
				status: 404,
				body: { error: { code: expect.stringMatching(/NotFound$/) as string } },
			});
		}
	});
});

describe('pages', () => {
	it('can be made smaller, so that a few records fill several', async () => {
		const { body } = await answerFrom({ pageSizes: { tags: 25 } }, 'tags');
		expect(JSON.parse(body)).toHaveLength(25);
	});

	it('of one list are not those of the same list below another record', async () => {
		const list = (position: number): string =>
			`users/${sandbox.catalogue.records('users').at(position)._id}/custom-links`;
		while (sandbox.catalogue.count(list(0)) <= 1000) sandbox.catalogue.add(list(0));
		const next = nextOf(await get(list(0))) ?? '';
		const elsewhere = next.replace(list(0), list(1));
		expect(await answerOf(await fetch(elsewhere, { headers }))).toMatchObject({ status: 400 });
	});

	it('of any list can fail by script', async () => {
		const { catalogue, faults } = sandbox;
		const path = `groups/${parameters.groupId ?? ''}/roles`;
		while (catalogue.count(path) <= 1000) catalogue.add(path);
		faults.add({ on: { kind: 'groups/{groupId}/roles', page: 2 }, status: 503 });
		await expect(pagesOf(sandbox, path)).rejects.toThrow('503');
		expect(faults.pending()).toEqual([]);
	});
});

describe('lists that refer to each other agree', () => {
	it('on who is in a group', async () => {
		const { catalogue } = sandbox;
		const users = catalogue.list('users').map(({ _id }) => _id);
		const memberships = users.flatMap((userId) =>
			catalogue.shown(`users/${userId}/roles`).map((role) => ({ userId, ...(role as object) })),
		);
		const roles = (await pagesOf(sandbox, `groups/${parameters.groupId ?? ''}/roles`)).flat();
		const { groupId } = parameters;
		expect(roles.map((role) => ({ ...role, groupId }))).toEqual(memberships);
		expect(new Set(memberships.map(({ userId }) => userId)).size).toBeLessThan(memberships.length);
	});

	it('on who manages whom', () => {
		const { catalogue } = sandbox;
		for (const { _id } of catalogue.list('users').slice(0, 50)) {
			for (const subordinate of catalogue.shown(`users/${_id}/subordinates`)) {
				expect(catalogue.shown(`users/${String(subordinate)}/managers`)).toEqual([_id]);
			}
		}
	});

	it.each([
		['a library of courses', 'library/course-ids', 'courses', () => true],
		['a library of paths', 'library/path-ids', 'paths', () => true],
		['a catalog of courses', 'catalog/course-ids', 'courses', isPublished],
	])('on %s', (_what, below, list, belongs) => {
		const { catalogue } = sandbox;
		const ids = catalogue
			.list(list)
			.filter(belongs)
			.map(({ _id }) => _id);
		expect(catalogue.shown(`groups/${parameters.groupId ?? ''}/${below}`)).toEqual(ids);
	});

	it('on the sessions of a path, whose translations only the path shows', () => {
		const { catalogue } = sandbox;
		const sessions = catalogue.list(`paths/${parameters.pathId ?? ''}/sessions`);
		const all = catalogue.list('paths/sessions');
		for (const { translations, ...session } of sessions) {
			expect(translations).toEqual([expect.any(Object)]);
			expect(all).toContainEqual(session);
		}
	});

	it('on the tags of a course', () => {
		const { catalogue } = sandbox;
		for (const { tagId } of catalogue.list(`courses/${parameters.courseId ?? ''}/tags`)) {
			expect(catalogue.has('tags', String(tagId))).toBe(true);
		}
	});
});

function isPublished({ status }: ListRecord): boolean {
	return status === 'published';
}
