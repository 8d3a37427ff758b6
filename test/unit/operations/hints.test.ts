import { hintsAbout, type ReadFigures } from '../../../nodes/LearningPlatform/operations/hints';

const list = (changes: Partial<ReadFigures> = {}): ReadFigures => ({
	itemIndex: 0,
	list: 'courses',
	request: '',
	records: 1,
	searched: undefined,
	excelDays: [],
	retriedPages: [],
	missingFields: [],
	emptyLabels: [],
	...changes,
});

const file = (
	changes: Partial<ReadFigures & NonNullable<ReadFigures['file']>> = {},
): ReadFigures => ({
	...list(changes),
	file: {
		fileName: 'courses.csv',
		format: 'csv' as const,
		columns: [],
		otherFields: [],
		records: 1,
		pages: 1,
		bytes: 1_000,
		isInDatabase: false,
		...changes,
	},
});

const messages = (...facts: ReadFigures[]) =>
	hintsAbout(facts, false).map(({ message }) => message);

it('a file without problems has no hints', () => {
	expect(messages(file(), file({ format: 'jsonl' }))).toEqual([]);
});

it.each([
	[{ records: 0 }, 'info', 'courses.csv: no records'],
	[{ records: 0, searched: 3_000 }, 'info', 'courses.csv: none of 3,000 records match'],
	[{ records: 2, searched: 5_000 }, 'info', 'courses.csv: 2 of 5,000 records match'],
	[{ excelDays: ['46387 as 2026-12-31'] }, 'info', 'courses.csv: 46387 as 2026-12-31'],
	[{ records: 1_048_576 }, 'warning', 'courses.csv: 1,048,577 rows'],
	[{ isInDatabase: true, bytes: 1_234_400_000 }, 'warning', 'courses.csv: 1,234 MB'],
	[{ missingFields: ['nmae', 'author.name'] }, 'warning', 'courses.csv: nmae, author.name'],
	[{ emptyLabels: ['users 65a1 403'] }, 'info', 'courses.csv: users 65a1 403'],
	[{ otherFields: ['rating', 'language'] }, 'info', 'courses.csv: rating, language'],
	[{ format: 'xlsx' as const, cutCells: 1_200 }, 'warning', 'courses.csv: 1,200 truncated'],
	[{ longCells: 1_200 }, 'warning', 'courses.csv: 1,200 too long'],
	[{ retriedPages: ['12', '3'] }, 'info', 'courses.csv: page 12, 3'],
])('a file with %j has a hint of type %s', (changes, type, ending) => {
	const hints = hintsAbout([file(changes)], false);
	expect(hints).toEqual([
		{ type, location: 'outputPane', message: expect.stringContaining(ending) as string },
	]);
	expect(hints[0]?.message).toMatch(new RegExp(`^\\w.+[.] ${ending}$`));
});

it.each([
	['as many rows as a spreadsheet can open', { records: 1_048_575 }],
	['many lines of JSON', { format: 'jsonl' as const, records: 2_000_000 }],
	['a large size outside the database', { bytes: 2e9 }],
	['200 MB in the database', { isInDatabase: true, bytes: 200e6 }],
	['no truncated workbook cells', { format: 'xlsx' as const, cutCells: 0 }],
	['no text too long for a cell', { longCells: 0 }],
	['a match found by a search', { records: 1, searched: 4_999 }],
	['new fields in JSON Lines', { format: 'jsonl' as const, otherFields: ['rating'] }],
])('a file with %s has no hint', (_what, changes) => {
	expect(messages(file(changes))).toEqual([]);
});

it('several files share one hint', () => {
	const files = [2, 3].map((page) => file({ fileName: `${page}.csv`, retriedPages: [`${page}`] }));
	expect(messages(file(), ...files)).toEqual([
		expect.stringMatching(/ 2\.csv: page 2; 3\.csv: page 3$/),
	]);
});

it('names are escaped because n8n renders HTML', () => {
	const [message] = messages(file({ fileName: 'R&D.csv', otherFields: ['<a href="x">'] }));
	expect(message).toMatch(/R&amp;D\.csv: &lt;a href="x"&gt;$/);
});

it.each<[what: string, facts: ReadFigures[], ending: string]>([
	['one item', [list({ itemIndex: 3, records: 0 })], ' no records'],
	[
		'several items',
		[list(), list({ itemIndex: 3, records: 0 }), list({ itemIndex: 4, records: 0, searched: 7 })],
		' item 3: no records; item 4: none of 7 records match',
	],
])('a hint about lists names the input items if there are several: %s', (_what, facts, ending) => {
	expect(messages(...facts)).toEqual([expect.stringMatching(new RegExp(`\\w[.]${ending}$`))]);
});

it('a hint advises against reading the same thing several times', () => {
	expect(hintsAbout([list(), list({ records: 2 })], true)).toEqual([
		{
			type: 'info',
			location: 'outputPane',
			message:
				'The node did the same for each of the 2 input items because none of its fields depend on the item. To run it only once, turn on Execute Once under Settings.',
		},
	]);
});
