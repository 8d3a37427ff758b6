import {
	Failure,
	type FailureFacts,
	type FailureKind,
} from '../../../nodes/LearningPlatform/failures/failure';
import { batchLoader } from '../../../nodes/LearningPlatform/labels/loader';

type Facts = FailureFacts & { kind: FailureKind };

const idsFrom = (first: number, count: number) =>
	new Set(Array.from({ length: count }, (_, index) => `id${first + index}`));

const ids = (count: number) => idsFrom(0, count);

const NOT_FOUND: Facts = { kind: 'recordNotFound', status: 404 };
const NOT_ALLOWED: Facts = { kind: 'forbidden', status: 403 };
const BROKEN: Facts = { kind: 'serverError', status: 500, isTransient: true };
const UNKNOWN_ADDRESS: Facts = { kind: 'listNotFound', status: 404 };
const REJECTED: Facts = { kind: 'rejected', status: 400 };

const failureOf = ({ kind, ...facts }: Facts) => new Failure(kind, facts);

const reasonOf = (facts: Facts) => failureOf(facts).reason;

/**
 * Creates a loader and records its requests.
 *
 * @param single returns the name for an ID or, on failure, the facts about the error
 * @param list the IDs in the list of names or, on failure, the facts about the error
 */
function serviceWith(
	single: (id: string) => string | Facts,
	list: string[] | Facts | (() => string[] | Facts) = [],
	{ pageSize = 500 } = {},
) {
	const asked: string[] = [];
	let pages = 0;
	const lookup = batchLoader({
		readOne: async (id) => {
			asked.push(id);
			const answer = single(id);
			if (typeof answer === 'string') return await Promise.resolve(answer);
			throw failureOf(answer);
		},
		readPages: async function* () {
			const listed = typeof list === 'function' ? list() : list;
			if (!Array.isArray(listed)) throw failureOf(listed);
			for (let at = 0; at === 0 || at < listed.length; at += pageSize) {
				pages += 1;
				const page = listed.slice(at, at + pageSize);
				yield await Promise.resolve(page.map((id) => [id, `Listed ${id}`] as const));
			}
		},
	});
	const nameOf = (id: string) => lookup.get(id);
	return { asked, lookup, nameOf, pagesRead: () => pages };
}

describe('IDs outside the list of names', () => {
	it('are all requested, even if only the last has a record', async () => {
		const { asked, lookup, nameOf } = serviceWith((id) => (id === 'id2999' ? 'Added' : NOT_FOUND));
		await lookup.load(ids(3_000));
		expect(asked).toEqual([...ids(3_000)]);
		expect(['id0', 'id2999'].map(nameOf)).toEqual([undefined, 'Added']);
		expect(lookup.failureOf('id0')).toBe('404');
	});

	it('are requested only once, even by concurrent or later lookups', async () => {
		const { asked, lookup } = serviceWith(() => NOT_FOUND);
		await Promise.all([lookup.load(ids(60)), lookup.load(ids(70))]);
		await lookup.load(ids(70));
		expect(asked.sort()).toEqual([...ids(70)].sort());
	});
});

describe('an unreadable record does not affect the names of other records', () => {
	const others = (id: string) => `Name of ${id}`;

	it.each<[string, Facts, string[], number]>([
		['not found', NOT_FOUND, [], 0],
		['not permitted, unlike the others', NOT_ALLOWED, [], 0],
		['rejected', REJECTED, [], 1],
		['broken even after the last retry', BROKEN, [], 1],
	])('if it is %s', async (_how, facts, listed, pages) => {
		const { lookup, nameOf, pagesRead } = serviceWith(
			(id) => (id === 'id1' ? facts : others(id)),
			listed,
		);
		await lookup.load(ids(1));
		await lookup.load(ids(3));
		expect([...ids(3)].map(nameOf)).toEqual(['Name of id0', undefined, 'Name of id2']);
		expect(lookup.failureOf('id1')).toBe(reasonOf(facts));
		expect(pagesRead()).toBe(pages);
	});

	it('even if access to hundreds of records is not permitted but access to their list is', async () => {
		const { lookup, nameOf, pagesRead } = serviceWith(() => NOT_ALLOWED, ['id7'], { pageSize: 1 });
		await lookup.load(ids(50));
		await lookup.load(idsFrom(100, 400));
		expect(['id6', 'id7'].map(nameOf)).toEqual([undefined, 'Listed id7']);
		expect(lookup.failureOf('id499')).toBe('403');
		expect(pagesRead()).toBe(1);
	});

	it.each<[string, number, Facts]>([
		['alone', 1, BROKEN],
		['with many others from a service that has only lists', 9, UNKNOWN_ADDRESS],
	])('if it is requested %s and not in the list', async (_how, count, facts) => {
		const { lookup } = serviceWith(() => facts);
		await lookup.load(ids(count));
		expect(lookup.failureOf('id0')).toBe(reasonOf(facts));
	});

	it('if it is requested again together with other failures', async () => {
		const { lookup } = serviceWith((id) => (id < 'id5' ? BROKEN : others(id)));
		await lookup.load(ids(9));
		await lookup.load(ids(5));
		expect(lookup.failureOf('id4')).toBe('500');
	});

	it.each<[string, Facts]>([
		['does not offer single records', UNKNOWN_ADDRESS],
		['rejects the request', REJECTED],
	])('and its name is taken from the list if the service %s', async (_why, facts) => {
		const { lookup, nameOf, pagesRead } = serviceWith(() => facts, ['id0']);
		await lookup.load(ids(2));
		expect([...ids(2)].map(nameOf)).toEqual(['Listed id0', undefined]);
		expect(pagesRead()).toBe(1);
	});
});

describe('loading fails', () => {
	it.each<[string, Facts, Facts | string[], number, string]>([
		['if no request is permitted', NOT_ALLOWED, NOT_ALLOWED, 1, '403'],
		['if five unlisted IDs fail', BROKEN, [], 5, '500'],
		[
			'after too many requests',
			{ kind: 'rateLimited', status: 429, isTransient: true },
			[],
			1,
			'429',
		],
		['if the token is rejected', { kind: 'tokenRejected', status: 401 }, [], 1, '401'],
		['without a token', { kind: 'tokenEndpointNotFound', status: 404 }, [], 1, '404'],
	])('%s', async (_what, single, list, count, reason) => {
		const { lookup } = serviceWith(() => single, list);
		await expect(lookup.load(ids(count))).rejects.toMatchObject({ reason });
	});

	it('but succeeds later', async () => {
		let isDown = true;
		const { lookup, nameOf } = serviceWith((id) => (isDown ? BROKEN : `Name of ${id}`));
		await expect(lookup.load(ids(5))).rejects.toThrow();
		isDown = false;
		await lookup.load(ids(5));
		expect([...ids(5)].map(nameOf)).toEqual([...ids(5)].map((id) => `Name of ${id}`));
	});

	it('but reads the list later', async () => {
		const answers = [BROKEN, ['id59']];
		const { lookup, nameOf } = serviceWith(
			() => NOT_FOUND,
			() => answers.shift() ?? [],
		);
		await expect(lookup.load(ids(60))).rejects.toThrow();
		await lookup.load(ids(60));
		expect(nameOf('id59')).toBe('Listed id59');
	});

	it('unless at least one ID has a name', async () => {
		const { lookup, nameOf } = serviceWith((id) => (id === 'id8' ? 'Here' : BROKEN));
		await lookup.load(ids(20));
		expect(nameOf('id8')).toBe('Here');
	});
});

describe('without a list', () => {
	const oneByOne = (single: (id: string) => string | Facts) =>
		batchLoader({
			readOne: async (id) => {
				const answer = single(id);
				if (typeof answer === 'string') return await Promise.resolve(answer);
				throw failureOf(answer);
			},
		});

	it.each<[string, Facts]>([
		['replaced by a web page', { kind: 'webPageInstead' }],
		['blocked by a firewall', { kind: 'blocked', status: 403 }],
		['requested from an address unknown to the service', UNKNOWN_ADDRESS],
	])('loading fails if all records are %s', async (_how, facts) => {
		const nobody = oneByOne(() => facts);
		await expect(nobody.load(ids(2))).rejects.toMatchObject({ reason: reasonOf(facts) });
		const somebody = oneByOne((id) => (id === 'id1' ? 'Here' : facts));
		await somebody.load(ids(2));
		expect([somebody.get('id0'), somebody.get('id1')]).toEqual([undefined, 'Here']);
		await somebody.load(['id7']);
		expect(somebody.failureOf('id7')).toBe(reasonOf(facts));
	});

	it.each([NOT_FOUND, NOT_ALLOWED])('names are empty if each read fails with %j', async (facts) => {
		const loader = oneByOne(() => facts);
		await loader.load(ids(7));
		expect(loader.failureOf('id0')).toBe(reasonOf(facts));
	});
});

it('a string that cannot be an ID is not requested', async () => {
	const { asked, lookup } = serviceWith(() => NOT_FOUND);
	await lookup.load(new Set(['..', 'a/b']));
	expect(asked).toEqual([]);
});
