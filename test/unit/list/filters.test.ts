import type { IDataObject } from 'n8n-workflow';

import { pagesOf, pass, useVirtualTime, virtualService } from './virtualTime';

useVirtualTime();

/** Reads a list that has a record. @returns what was wrong with it */
async function failureOf(query: string, record: IDataObject, path?: string): Promise<unknown> {
	const page = { records: [{ _id: 'a' }, record] };
	const service = virtualService(
		() => page,
		() => ({ status: 200, afterMs: 1 }),
	);
	const list = pagesOf(service, { query, ...(path !== undefined && { path }) }).next();
	await pass(list);
	const [outcome] = await Promise.allSettled([list]);
	return outcome.status === 'rejected' ? outcome.reason : undefined;
}

const bound = '2024-01-31T00%3A00%3A00.000Z';

describe('a service has ignored a filter when a record has', () => {
	it.each<[string, string, IDataObject]>([
		['another status', 'status[eq]=published', { status: 'archived' }],
		['another type', 'type[eq]=elearning%20standard', { type: 'native' }],
		['another ID', 'groupId[eq]=5f0c', { groupId: '6a0b' }],
		['another ID that is a number', 'authorId[eq]=12', { authorId: 7 }],
		['none of the languages', 'sourceLang[in][0]=fr&sourceLang[in][1]=de', { sourceLang: 'en' }],
		['the other answer', 'collaborativeLearning[eq]=true', { collaborativeLearning: false }],
		['an earlier date', `createdAt[gte]=${bound}`, { createdAt: '2024-01-30T23:59:58.900Z' }],
		['a later date', `createdAt[lt]=${bound}`, { createdAt: '2024-01-31T02:00:02+01:00' }],
		['a later change', `modifiedAt[lt]=${bound}`, { modifiedAt: '2024-02-01T00:00:00.000Z' }],
	])('%s', async (_what, query, record) => {
		const failure = await failureOf(`x[eq]=y&${query}`, record);
		expect(failure).toMatchObject({
			name: 'UserFacingError',
			message: expect.stringMatching(
				/^The service ignored the filter on "\w+": a record has "[^"]+"$/,
			) as unknown,
			page: { number: 1, recordsRead: 0 },
		});
	});
});

describe('nothing is shown by', () => {
	it.each<[string, string, IDataObject]>([
		['the value that was asked for', 'status[eq]=published', { status: 'published' }],
		['its case', 'status[eq]=published', { status: 'PUBLISHED' }],
		['its hyphens', 'type[eq]=elearning%20standard', { type: 'E-Learning_Standard' }],
		['the region of a language', 'sourceLang[eq]=pt', { sourceLang: 'pt-BR' }],
		['one of the languages', 'sourceLang[in][0]=fr&sourceLang[in][1]=de', { sourceLang: 'de' }],
		['a field that is missing', 'status[eq]=published', {}],
		['null', 'groupId[eq]=5f0c', { groupId: null }],
		['an empty text', 'groupId[eq]=5f0c', { groupId: '' }],
		['a list', 'groupId[eq]=5f0c', { groupId: ['6a0b'] }],
		['an object', 'status[eq]=published', { status: { type: 'late' } }],
		['a code in place of the word', 'status[eq]=published', { status: 3 }],
		['a word in place of true', 'status[eq]=published', { status: false }],
		['the same number', 'authorId[eq]=12', { authorId: 12 }],
		['a list of IDs, which may be said in other ways', 'tagIds[in][0]=a', { tagIds: 'b' }],
		['the same second', `createdAt[gte]=${bound}`, { createdAt: '2024-01-30T23:59:59.500Z' }],
		['the end itself', `createdAt[lt]=${bound}`, { createdAt: '2024-01-31T00:00:00.999Z' }],
		['a time without a zone', `createdAt[gte]=${bound}`, { createdAt: '2024-01-30T00:00:00' }],
		['a day', `createdAt[lt]=${bound}`, { createdAt: '2024-02-01' }],
		['a number in place of a date', `createdAt[lt]=${bound}`, { createdAt: 1769817600 }],
		[
			'an edit while the list is read',
			`modifiedAt[lt]=${bound}`,
			{ modifiedAt: new Date().toISOString() },
		],
		['another operator', 'status[ne]=published', { status: 'published' }],
		['a field without a filter in the form', 'name[eq]=a', { name: 'b' }],
		['no filter', '', { status: 'archived' }],
	])('%s', async (_what, query, record) => {
		expect(await failureOf(query, record)).toBeUndefined();
	});

	it('records of other lists', async () => {
		const query = 'status[eq]=published';
		expect(await failureOf(query, { status: 'archived' }, 'skills')).toBeUndefined();
	});
});

describe('Name Contains', () => {
	/** Reads a list by name. @returns where the records that were found are, by page and place, or what was wrong */
	async function search(...pages: IDataObject[][]) {
		const service = virtualService(
			({ href, searchParams }) => {
				const page = Number(searchParams.get('page') ?? 1);
				const records = (pages[page - 1] ?? []).map((record, at) => ({
					_id: `${page}.${at}`,
					...record,
				}));
				const next = page < pages.length ? new URL(`?page=${page + 1}`, href).href : undefined;
				return { records, next };
			},
			() => ({ status: 200, afterMs: 1 }),
		);
		const list = (async () => {
			const found: unknown[] = [];
			for await (const { records } of pagesOf(service, { nameContains: 'fire' })) {
				found.push(...records.map(({ _id }) => _id));
			}
			return found;
		})();
		await pass(list);
		return await list.catch((error: unknown) => error);
	}

	it.each<[what: string, pages: IDataObject[][], found: string[]]>([
		[
			'records with the text',
			[[{ name: 'Fire' }, { name: 'Ice' }], [{ name: 'A FIRE' }]],
			['1.0', '2.0'],
		],
		['people by both names', [[{ firstName: 'Ada', lastName: 'Fire' }, {}]], ['1.0']],
		['nothing in an empty list', [[]], []],
		['records after a first page of empty names', [[{ name: '' }], [{ name: 'Fire' }]], ['2.0']],
	])('finds %s', async (_what, pages, found) => {
		expect(await search(...pages)).toEqual(found);
	});

	it.each<[what: string, pages: IDataObject[][], page: object]>([
		[
			'no field for a name on the first page',
			[[{}], [{ name: 'Fire' }]],
			{ number: 1, recordsRead: 0 },
		],
		[
			'no name on any page',
			[[{ name: null }], [{ name: { en: 'Fire' } }]],
			{ number: 2, recordsRead: 1 },
		],
	])('is an error where there is %s', async (_what, pages, page) => {
		expect(await search(...pages)).toMatchObject({
			message: 'Name Contains cannot search this list, because its records have no names',
			page,
		});
	});
});
