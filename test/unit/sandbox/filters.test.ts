import { startSandbox, type ListRecord, type Sandbox } from '../../sandbox';
import { recordsOf } from './client';

const RECORDS: Partial<ListRecord>[] = [
	{ name: 'Plain', status: 'published', duration: 60, tagIds: ['a', 'b'], sourceLang: 'en' },
	{ name: 'A&B=C+D [x] ü', status: 'archived', duration: 600, tagIds: ['b'], sourceLang: 'fr' },
	{ name: '', status: 'deleted', duration: 7, tagIds: [], sourceLang: null },
].map((record, index) => ({
	...record,
	collaborativeLearning: index === 0,
	createdAt: `2024-0${index + 1}-01T12:00:00.500Z`,
}));

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 0, groups: 0 });
	for (const record of RECORDS) sandbox.catalogue.add('courses', record);
	sandbox.catalogue.add('groups', { 'odd [field] & more': 'yes' });
});

afterAll(() => sandbox.stop());

describe('a filter', () => {
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
		['an equal time, milliseconds ignored', 'createdAt[eq]=2024-02-01T12:00:00Z', [1]],
		['a text before in the alphabet', 'sourceLang[lt]=f', [0]],
		['an entry of an array', 'tagIds[eq]=a', [0]],
		['no such entry of an array', 'tagIds[ne]=a', [1, 2]],
		['one of several', 'tagIds[in][0]=zzz&tagIds[in][1]=b', [0, 1]],
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
});
