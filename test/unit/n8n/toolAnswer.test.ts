import type { IDataObject } from 'n8n-workflow';

import { boundedItem, ToolAnswer } from '../../../nodes/LearningPlatform/n8n/toolAnswer';

/** A name that is too long for an answer. */
const LONG = 'x'.repeat(40_000);

/**
 * Returns an agent tool's answer for a list whose pages have these names.
 *
 * @param found in a search, the matching names
 * @returns the names, with any note as the last entry, and the number of pages read
 */
function answerTo(pages: string[][], { limit = 10, found }: { limit?: number; found?: string[] }) {
	const answer = new ToolAnswer(limit, found !== undefined);
	const records: IDataObject[] = [];
	let read = 0;
	for (const names of pages) {
		const allRecords = names.map((name) => ({ name }));
		const matching = allRecords.filter(({ name }) => found?.includes(name) ?? true);
		const wanted = matching.slice(0, limit - records.length);
		records.push(...wanted);
		read += 1;
		const next = { state: read < pages.length ? 'page' : 'end' };
		if (answer.isFull({ records: matching, allRecords, next }, wanted)) break;
	}
	const items = answer.finish(
		records.map((json) => ({ json })),
		'courses',
	);
	return { listed: items.map(({ json }) => json.name ?? json.note), pages: read };
}

/** Returns pages with one record each, named by number. */
const single = (pages: number) => Array.from({ length: pages }, (_, at) => [`${at + 1}`]);

const names = (count: number) => single(count).flat();

const leftOut = (count: number) => `${count} or more courses are not listed here`;

const raise = 'Narrow the filters or raise the limit.';

const NOTE = 'These fields are left out because the response would be too long: ';

const SEARCHED = 'Only the first 60 courses were searched; there may be more. Narrow the filters.';

it.each<[what: string, pages: string[][], options: object, listed: string[], pages: number]>([
	['ends at the limit', single(10), {}, names(10), 10],
	['is longer than the limit', single(30), {}, [...names(10), `${leftOut(1)}. ${raise}`], 11],
	['is empty', [[]], {}, ['No courses match.'], 1],
	[
		'is too long for a model',
		[['a', LONG], ['b']],
		{ limit: Infinity },
		['a', `${leftOut(1)}: the response would be too long. Narrow the filters.`],
		1,
	],
	[
		'has a first record that is too long for a model',
		[[LONG, 'b']],
		{},
		[`${NOTE}name`, `${leftOut(1)}: the response would be too long. Narrow the filters.`],
		1,
	],
	['has 70 pages if it is not searched', single(70), { limit: 100 }, names(70), 70],
	['has two matches', single(22), { found: ['8', '21'] }, ['8', '21'], 22],
	[
		'has more matches than the limit',
		single(22),
		{ limit: 2, found: ['8', '9', '21'] },
		['8', '9', `${leftOut(1)}. ${raise}`],
		21,
	],
	['has a match on the last of 60 pages', single(60), { found: ['60'] }, ['60'], 60],
	['has a match past page 60', single(70), { found: ['8', '60', '61'] }, ['8', '60', SEARCHED], 60],
	['has its only match after 60 pages', single(70), { found: ['61'] }, [SEARCHED], 60],
])('answers an agent about a list that %s', (_what, pages, options, listed, read) => {
	expect(answerTo(pages, options)).toEqual({ listed, pages: read });
});

it('says that there may be more records if the pages, but not the shaped items, were too long', () => {
	const answer = new ToolAnswer(Infinity, false);
	const records = [{ name: 'a' }, { name: LONG }];
	expect(answer.isFull({ records, allRecords: records }, records)).toBe(true);
	const items = [{ json: { name: 'a' } }, { json: { name: 'b' } }];
	expect(answer.finish(items, 'courses')).toEqual([
		...items,
		{ json: { note: SEARCHED.replace('60', '2') } },
	]);
});

describe('a record that is too long for a model', () => {
	const bounded = (json: IDataObject) => boundedItem({ json }).json;

	it('loses its longest fields, which are named in a note', () => {
		const short = { _id: '7', name: 'Fire Safety' };
		const long = { description: LONG, translations: [{ text: LONG }] };
		const note = `${NOTE}description, translations`;
		expect(bounded({ ...long, ...short })).toEqual({ ...short, note });
	});

	it('is shortened to fit, no matter how many fields it has or how long their names are', () => {
		const fields = Array.from({ length: 5_000 }, (_, at) => [`"${at}"`.repeat(30), at]);
		const json = bounded(Object.fromEntries(fields) as IDataObject);
		expect(JSON.stringify(json).length).toBeLessThanOrEqual(40_000);
		expect(Object.keys(json).length).toBeGreaterThan(100);
	});

	it('stays unchanged up to 40,000 characters', () => {
		const json = { name: LONG.slice(20) };
		expect(bounded(json)).toBe(json);
	});
});
