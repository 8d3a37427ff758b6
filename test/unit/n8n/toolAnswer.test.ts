import type { IDataObject } from 'n8n-workflow';

import { boundedItem, ToolAnswer } from '../../../nodes/LearningPlatform/n8n/toolAnswer';

/** A record that is too long for an answer by itself. */
const LONG = 'x'.repeat(40_000);

/**
 * What an agent gets of a list on pages with these names.
 *
 * @param found of a search: the names that match
 * @returns the names it gets, a note as its last entry, and how many pages were read
 */
function answerTo(pages: string[][], { limit = 10, found }: { limit?: number; found?: string[] }) {
	const answer = new ToolAnswer(limit, found !== undefined);
	const records: IDataObject[] = [];
	let read = 0;
	for (const names of pages) {
		const sent = names.map((name) => ({ name }));
		const matching = sent.filter(({ name }) => found?.includes(name) ?? true);
		const wanted = matching.slice(0, limit - records.length);
		records.push(...wanted);
		read += 1;
		const next = { kind: read < pages.length ? 'page' : 'end' };
		if (answer.isFull({ records: matching, sent, next }, wanted)) break;
	}
	const items = answer.finish(
		records.map((json) => ({ json })),
		'courses',
	);
	return { listed: items.map(({ json }) => json.name ?? json.note), pages: read };
}

/** Pages of one record each, whose names are their numbers. */
const single = (pages: number) => Array.from({ length: pages }, (_, at) => [`${at + 1}`]);

const names = (count: number) => single(count).flat();

const leftOut = (count: number) => `${count} or more courses are not listed here`;

const raise = 'Narrow the filters or raise the limit.';

const NOTE = 'Too long for an answer, so these fields are left out: ';

const SEARCHED = 'Only the first 60 courses were searched; there may be more. Narrow the filters.';

it.each<[what: string, pages: string[][], options: object, listed: string[], pages: number]>([
	['ends at the limit', single(10), {}, names(10), 10],
	['ends before the limit', single(7), {}, names(7), 7],
	['goes on after it', single(30), {}, [...names(10), `${leftOut(1)}. ${raise}`], 11],
	['goes on within a page', [names(25)], {}, [...names(10), `${leftOut(15)}. ${raise}`], 1],
	['is empty', [[]], {}, ['No courses match.'], 1],
	[
		'is too long for a model',
		[['a', LONG], ['b']],
		{ limit: Infinity },
		['a', `${leftOut(1)}: the answer would be too long. Narrow the filters.`],
		1,
	],
	[
		'has a first record that is too long for a model, alone',
		[[LONG, 'b']],
		{},
		[`${NOTE}name`, `${leftOut(1)}: the answer would be too long. Narrow the filters.`],
		1,
	],
	['has 70 pages, and is not searched', single(70), { limit: 100 }, names(70), 70],
	['has what was searched for', single(22), { found: ['8', '21'] }, ['8', '21'], 22],
	[
		'has more of what was searched for than the limit',
		single(22),
		{ limit: 2, found: ['8', '9', '21'] },
		['8', '9', `${leftOut(1)}. ${raise}`],
		21,
	],
	[
		'has 60 pages, and the last one what was searched for',
		single(60),
		{ found: ['60'] },
		['60'],
		60,
	],
	[
		'was searched for 60 pages, and goes on',
		single(70),
		{ found: ['8', '60', '61'] },
		['8', '60', SEARCHED],
		60,
	],
	[
		'was searched for 60 pages without a match, and goes on',
		single(70),
		{ found: ['61'] },
		[SEARCHED],
		60,
	],
])(
	'an agent is told what it needs to know of a list that %s',
	(_what, pages, options, listed, read) => {
		expect(answerTo(pages, options)).toEqual({ listed, pages: read });
	},
);

it('a list that was read no further, and is shorter in the end than its pages, may have more', () => {
	const answer = new ToolAnswer(Infinity, false);
	const records = [{ name: 'a' }, { name: LONG }];
	expect(answer.isFull({ records, sent: records }, records)).toBe(true);
	const items = [{ json: { name: 'a' } }, { json: { name: 'b' } }];
	expect(answer.finish(items, 'courses')).toEqual([
		...items,
		{ json: { note: SEARCHED.replace('60', '2') } },
	]);
});

describe('a record that is too long for a model', () => {
	const bounded = (json: IDataObject) => boundedItem({ json }).json;

	it('lacks its longest fields, and a note names them', () => {
		const short = { _id: '7', name: 'Fire Safety' };
		const long = { description: LONG, translations: [{ text: LONG }] };
		expect(bounded({ ...long, ...short })).toEqual({
			...short,
			note: `${NOTE}description, translations`,
		});
	});

	it('fits, however many fields it has and however they are called', () => {
		const fields = Array.from({ length: 5_000 }, (_, at) => [`"${at}"`.repeat(30), at]);
		const json = bounded(Object.fromEntries(fields) as IDataObject);
		expect(JSON.stringify(json).length).toBeLessThanOrEqual(40_000);
		expect(Object.keys(json).length).toBeGreaterThan(100);
	});

	it('is whole up to 40,000 characters', () => {
		const json = { name: LONG.slice(20) };
		expect(bounded(json)).toBe(json);
	});
});
