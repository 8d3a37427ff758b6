import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { nameLookup } from '../../../nodes/LearningPlatform/names/lookup';
import { oneByOne } from '../../../nodes/LearningPlatform/names/oneByOne';

type Facts = ConstructorParameters<typeof UserFacingError>[2];

const idsFrom = (first: number, count: number) =>
	new Set(Array.from({ length: count }, (_, index) => `id${first + index}`));

const ids = (count: number) => idsFrom(0, count);

const NOT_FOUND: Facts = { reason: '404' };
const NOT_ALLOWED: Facts = { reason: '403', lacks: 'scope' };
const BROKEN: Facts = { reason: '500', isTransient: true };
const UNKNOWN_ADDRESS: Facts = { reason: '404', lacks: 'list' };

const error = (facts: Facts) => new UserFacingError('Not this way', '', facts);

/**
 * A service, and what it was asked for.
 *
 * @param single what it answers for an ID: a name, or how it fails
 * @param list the IDs that are in its list, or how that fails
 */
function serviceWith(
	single: (id: string) => string | Facts,
	list: string[] | Facts | (() => string[] | Facts) = [],
	{ pageSize = 500 } = {},
) {
	const asked: string[] = [];
	let pages = 0;
	const lookup = nameLookup(
		async (id) => {
			asked.push(id);
			const answer = single(id);
			if (typeof answer === 'string') {
				return await Promise.resolve<IDataObject>({ _id: id, name: answer });
			}
			throw error(answer);
		},
		async function* () {
			const listed = typeof list === 'function' ? list() : list;
			if (!Array.isArray(listed)) throw error(listed);
			for (let at = 0; at === 0 || at < listed.length; at += pageSize) {
				pages += 1;
				const records = listed
					.slice(at, at + pageSize)
					.map((_id) => ({ _id, name: `Listed ${_id}` }));
				yield await Promise.resolve({ records });
			}
		},
	);
	const nameOf = (id: string) => lookup.get(id)?.name;
	return { asked, lookup, nameOf, pagesRead: () => pages };
}

describe('of IDs that are not in the list of names', () => {
	it('all are asked for, however many there are before one that the service knows', async () => {
		const { asked, lookup, nameOf } = serviceWith((id) => (id === 'id2999' ? 'Added' : NOT_FOUND));
		await lookup.lookUp(ids(3_000));
		expect(asked).toEqual([...ids(3_000)]);
		expect(['id0', 'id2999'].map(nameOf)).toEqual([undefined, 'Added']);
		expect(lookup.failureOf('id0')).toBe('404');
	});

	it('each is asked for once, by whoever needs it at the same time or later', async () => {
		const { asked, lookup } = serviceWith(() => NOT_FOUND);
		await Promise.all([lookup.lookUp(ids(60)), lookup.lookUp(ids(70))]);
		await lookup.lookUp(ids(70));
		expect(asked.sort()).toEqual([...ids(70)].sort());
	});
});

describe('a single record that cannot be read leaves others their names,', () => {
	const others = (id: string) => `Name of ${id}`;

	it.each<[string, Facts, string[], number]>([
		['not found', NOT_FOUND, [], 0],
		['not allowed, after another was', NOT_ALLOWED, [], 0],
		['refused', { reason: '400' }, [], 1],
		['broken for longer than Max Retries', BROKEN, [], 1],
		['unreachable', { reason: 'ECONNRESET', isTransient: true }, [], 1],
		['not a record', { reason: 'none' }, [], 1],
	])('as it is %s', async (_how, facts, listed, pages) => {
		const { lookup, nameOf, pagesRead } = serviceWith(
			(id) => (id === 'id1' ? facts : others(id)),
			listed,
		);
		await lookup.lookUp(ids(1));
		await lookup.lookUp(ids(3));
		expect([...ids(3)].map(nameOf)).toEqual(['Name of id0', undefined, 'Name of id2']);
		expect(lookup.failureOf('id1')).toBe(facts?.reason);
		expect(pagesRead()).toBe(pages);
	});

	it('and so do hundreds that may not be read, as long as their list may be', async () => {
		const { lookup, nameOf, pagesRead } = serviceWith(() => NOT_ALLOWED, ['id7'], { pageSize: 1 });
		await lookup.lookUp(ids(50));
		await lookup.lookUp(idsFrom(100, 400));
		expect(['id6', 'id7'].map(nameOf)).toEqual([undefined, 'Listed id7']);
		expect(lookup.failureOf('id499')).toBe('403');
		expect(pagesRead()).toBe(1);
	});

	it.each<[string, number, Facts]>([
		['alone', 1, BROKEN],
		['with many others, where the service knows its list alone', 9, UNKNOWN_ADDRESS],
	])('also where it is asked for %s, and is not in the list', async (_how, count, facts) => {
		const { lookup } = serviceWith(() => facts);
		await lookup.lookUp(ids(count));
		expect(lookup.failureOf('id0')).toBe(facts?.reason);
	});

	it('also where it is asked for again with others that have failed', async () => {
		const single = oneByOne(
			async (id) => await Promise.resolve(id < 'id5' ? error(BROKEN) : undefined),
		);
		await single.lookUp([...ids(9)]);
		await single.lookUp([...ids(5)]);
		expect(single.failureOf('id4')).toBe('500');
	});

	it.each<[string, Facts]>([
		['it knows no single records', UNKNOWN_ADDRESS],
		['it refuses the request', { reason: '400' }],
		['single records are out of order', BROKEN],
	])('and is taken from the list of a service where %s', async (_why, facts) => {
		const { lookup, nameOf, pagesRead } = serviceWith(() => facts, ['id0']);
		await lookup.lookUp(ids(2));
		expect([...ids(2)].map(nameOf)).toEqual(['Listed id0', undefined]);
		expect(pagesRead()).toBe(1);
	});
});

describe('it is an error', () => {
	it.each<[string, Facts, Facts | string[], number, string]>([
		['that nothing may be read', NOT_ALLOWED, NOT_ALLOWED, 1, '403'],
		['that nothing works', BROKEN, BROKEN, 1, '500'],
		['that five in a row fail, and are in no list', BROKEN, [], 5, '500'],
		['that there are too many requests', { reason: '429', isTransient: true }, [], 1, '429'],
		['that the token is refused', { reason: '401' }, [], 1, '401'],
		[
			'that no token can be had',
			{ reason: '404', schedulerCause: 'credential-invalid' },
			[],
			1,
			'404',
		],
	])('%s', async (_what, single, list, count, reason) => {
		const { lookup } = serviceWith(() => single, list);
		await expect(lookup.lookUp(ids(count))).rejects.toMatchObject({ reason });
	});

	it('that passes, for whoever asks again', async () => {
		let isDown = true;
		const { lookup, nameOf } = serviceWith((id) => (isDown ? BROKEN : `Name of ${id}`));
		await expect(lookup.lookUp(ids(5))).rejects.toThrow();
		isDown = false;
		await lookup.lookUp(ids(5));
		expect([...ids(5)].map(nameOf)).toEqual([...ids(5)].map((id) => `Name of ${id}`));
	});

	it('that passes, for whoever needs the list again', async () => {
		const answers = [BROKEN, ['id59']];
		const { lookup, nameOf } = serviceWith(
			() => NOT_FOUND,
			() => answers.shift() ?? [],
		);
		await expect(lookup.lookUp(ids(60))).rejects.toThrow();
		await lookup.lookUp(ids(60));
		expect(nameOf('id59')).toBe('Listed id59');
	});

	it('unless another of them is answered', async () => {
		const { lookup, nameOf } = serviceWith((id) => (id === 'id8' ? 'Here' : BROKEN));
		await lookup.lookUp(ids(20));
		expect(nameOf('id8')).toBe('Here');
	});
});

it('nothing is asked for what is no ID', async () => {
	const { asked, lookup } = serviceWith(() => NOT_FOUND);
	await lookup.lookUp(new Set(['..', 'a/b']));
	expect(asked).toEqual([]);
});
