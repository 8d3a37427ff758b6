import type { IDataObject } from 'n8n-workflow';

import { knownLists, listAt } from '../../../nodes/LearningPlatform/catalog/knownLists';
import type { Filter } from '../../../nodes/LearningPlatform/values/filter';
import {
	asPublished,
	filterCheck,
	mistakesIn,
	searchIn,
	splitFilters,
} from '../../../nodes/LearningPlatform/list/filters';
import { shownFor } from '../worded';
import { filtersIn } from './virtualTime';

/** Returns the error, if any, from checking a page that contains only this record. */
function failureOf(path: string, filters: Filter[], record: IDataObject): unknown {
	try {
		filterCheck(path, filters).page(2, [record], 7);
		return undefined;
	} catch (error) {
		return shownFor(error);
	}
}

it('only these filters have no matching record field', () => {
	const hidden = knownLists.flatMap(({ path }) =>
		listAt(path).filters.flatMap(({ name, shownIn }) =>
			shownIn === '' ? [`${path} ${name}`] : [],
		),
	);
	expect(hidden).toEqual(['courses originalAuthorId', 'courses tagIds', 'paths/stats status']);
});

const bound = '2024-01-31T00%3A00%3A00.000Z';

const now = () => new Date().toISOString();

describe('the service ignored a filter if a record has', () => {
	it.each<[what: string, path: string, query: string, record: IDataObject]>([
		['a different value for a published filter', 'paths/sessions', 'sessionId[eq]=a', { _id: 'b' }],
		['a different kind', 'external-ids', 'type[eq]=user', { targetType: 'course' }],
		['a different value for an unpublished filter', 'groups', 'public[eq]=true', { public: false }],
		['an excluded user', 'groups/1/roles', 'userId[nin][0]=a&userId[nin][1]=b', { userId: 'b' }],
		['a recent creation date', 'courses', `createdAt[lt]=${bound}`, { createdAt: now() }],
		['a planned date', 'paths/sessions', `endDate[lt]=${bound}`, { endDate: now() }],
	])('%s: %s?%s', (_what, path, query, record) => {
		expect(failureOf(path, filtersIn(query), record)).toBeInstanceOf(Error);
	});

	it("and the error names the page and the record's ID but not the record's values", () => {
		const filters = filtersIn('mail[eq]=ana%40example.com');
		const failure = failureOf('users', filters, { _id: '7', mail: 'ben@example.com' });
		expect(failure).toMatchObject({
			message: 'The service ignored the filter on "mail": record "7" does not match it',
			description: expect.stringContaining('Remove the filter and put') as string,
		});
		expect(JSON.stringify(failure)).not.toContain('ben@');
	});
});

it.each<[what: string, query: string, records: IDataObject[], unchecked: string[]]>([
	['a missing field', 'color[eq]=red', [{ name: 'a' }], ['color']],
	['a language without its region', 'sourceLang[eq]=pt', [{ sourceLang: 'pt-BR' }], []],
	['a recent edit', `modifiedAt[lt]=${bound}`, [{ modifiedAt: now() }], ['modifiedAt']],
	['a field with a value in one record', 'score[gte]=80', [{ score: null }, { score: 90 }], []],
])('the filters that could not be checked: %s', (_what, query, records, unchecked) => {
	const check = filterCheck('paths/stats', filtersIn(query));
	check.page(1, records, 0);
	expect(check.unchecked()).toEqual(unchecked);
});

it.each([
	[0, false],
	[1, true],
])('an edit one hour and %d ms ago contradicts an earlier bound: %s', (ms, isContradiction) => {
	const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.parse('2026-01-31T12:00:00Z'));
	const modifiedAt = new Date(Date.now() - 3_600_000 - ms).toISOString();
	const failure = failureOf('courses', filtersIn(`modifiedAt[lt]=${bound}`), { modifiedAt });
	clock.mockRestore();
	expect(failure !== undefined).toBe(isContradiction);
});

describe('a service with published filters', () => {
	const sent = (path: string, query: string) => asPublished(path, filtersIn(query));

	it.each([
		['the published spelling', 'courses', 'type[eq]=E-Learning Standard', 'elearning standard'],
		['true for Yes', 'courses', 'collaborativeLearning[eq]=Yes', 'true'],
		['any word for an unpublished filter', 'groups', 'status[eq]=late', 'late'],
		['any word for an unknown list', 'lessons', 'status[eq]=late', 'late'],
	])('gets %s', (_what, path, query, value) => {
		expect(sent(path, query)).toMatchObject([{ values: [value] }]);
	});

	it.each([
		['a wrong status', 'courses', 'status[eq]=draft', 'only archived, deleted, and published, not'],
		['a question mark', 'courses', 'collaborativeLearning[eq]=?', 'only false and true, not'],
	])('does not get %s', (_what, path, query, message) => {
		expect(() => sent(path, query)).toThrow(message);
	});
});

const ID = '5f0c1a2b3c4d5e6f70819203';
const NO_ID = 'contains a name instead of an ID. Choose From List, or enter the ID.';
const USE_FILTER = ". To filter it another way, put n8n's Filter node after this one.";

it.each<[what: string, path: string, query: string, sentences: string[], id?: string]>([
	[
		'an unknown filter',
		'courses/stats',
		'progress[eq]=100&score[eq]=1',
		[`This list can be filtered only by completedAt, courseId, and userId${USE_FILTER}`],
	],
	['a list without filters', 'groups', 'a[eq]=a', [`This list has no filters${USE_FILTER}`]],
	[
		'an unknown operator',
		'courses',
		'status[ne]=deleted',
		['The filter on "status" accepts only these operators: eq.'],
	],
	[
		'a name in a filter',
		'courses',
		'groupId[eq]=Sales%20Team%205%25',
		[`The filter on "groupId" ${NO_ID}`],
	],
	['a name in a path', 'groups/Sales/roles', '', [`The address of the list ${NO_ID}`]],
	['a name as an ID', 'courses', '', [`The entry for the record ${NO_ID}`], 'Fire%20Safety'],
	['an ID without digits in a path', `groups/${'f'.repeat(24)}/roles`, '', []],
	['nothing wrong', 'courses', `groupId[eq]=${ID}&createdAt[gte]=2026&status[eq]=published`, []],
	['a content type in a path', `groups/${ID}/library/course-ids`, '', []],
	['an unknown list', 'Kurse', 'a[eq]=b', []],
])('explains why a request with %s was rejected', (_what, path, query, sentences, ...[id = '']) => {
	expect(mistakesIn(path, filtersIn(query), id)).toEqual(sentences);
});

describe('the node itself', () => {
	const split = (query: string) => splitFilters('paths/stats', filtersIn(query));

	it.each<[query: string, matches: IDataObject[], others: IDataObject[]]>([
		[
			'learnerStatus[in][0]=late&learnerStatus[in][1]=On Time',
			[{ status: { type: 'late' } }, { status: { type: 'onTime' } }],
			[{ status: { type: 'successful' } }, { status: {} }, { status: 'late' }, {}],
		],
		[
			`dueDate[gte]=${bound}`,
			[{ dueDate: '2024-01-31T00:00:00.000Z' }],
			[{ dueDate: '2024-01-30T23:59:59.999Z' }, { dueDate: null }, {}],
		],
	])('applies %s', (query, matches, others) => {
		const search = searchIn('paths/stats', '', split(query).ownFilters, true);
		expect(search?.keep([...others, ...matches])).toEqual(matches);
	});

	it('leaves the other filters to the service', () => {
		const { serviceFilters, ownFilters } = split(
			'completedAt[gte]=2024&dueDate[lt]=2026-01-31&a[eq]=b',
		);
		expect(serviceFilters.map(({ field }) => field)).toEqual(['completedAt', 'a']);
		expect(ownFilters.map(({ field }) => field)).toEqual(['dueDate']);
	});

	describe('lists people who were unenrolled', () => {
		const unenrolledAt = '2026-06-30T09:00:00.000Z';
		const late = { status: { type: 'late' } };
		const successful = { status: { type: 'successful' } };

		it.each<[what: string, query: string, record: IDataObject, isListed: boolean]>([
			['not with Learner Status', 'learnerStatus[eq]=Late', { ...late, unenrolledAt }, false],
			['not with several statuses', 'learnerStatus[in][0]=late', { ...late, unenrolledAt }, false],
			[
				'with Enrolled Only off',
				'learnerStatus[eq]=late&enrolledOnly[eq]=false',
				{ ...late, unenrolledAt },
				true,
			],
			['not without a status', 'enrolledOnly[eq]=true', { unenrolledAt }, false],
			[
				'after they completed the path',
				'learnerStatus[eq]=successful',
				{ ...successful, unenrolledAt },
				true,
			],
			[
				'on an invalid date, because they were not',
				'learnerStatus[eq]=late',
				{ ...late, unenrolledAt: '0000-00-00' },
				true,
			],
			['with null, because they were not', 'enrolledOnly[eq]=true', { unenrolledAt: null }, true],
		])('%s', (_what, query, record, isListed) => {
			const search = searchIn('paths/stats', '', split(query).ownFilters, true);
			expect(search?.keep([record])).toEqual(isListed ? [record] : []);
		});

		it('without a filter, and reads no whole list for a filter that is off', () => {
			expect(split('enrolledOnly[eq]=false').ownFilters).toEqual([]);
		});
	});

	it.each([
		['an unknown status', 'learnerStatus[ne]=completed', 'awaitingCorrection, late, notYetStarted'],
		['an invalid operator', 'dueDate[eq]=2026-01-31', 'accepts only these operators: gte and lt'],
	])('rejects %s', (_what, query, message) => {
		const advice = 'Choose one of them under Field Filters.';
		const refusal = {
			message: expect.stringContaining(message) as string,
			description: expect.stringContaining(advice) as string,
		};
		expect(() => split(query)).toThrow(expect.objectContaining(refusal) as Error);
	});
});

describe('Name Contains', () => {
	/** Returns the page and position of each matching record. */
	function search(pages: IDataObject[][], path = 'lessons', isWhole = true): string[] {
		const names = searchIn(path, 'fire', [], isWhole);
		const found = pages.flatMap((page, number) =>
			(names?.keep(page) ?? []).map((record) => `${number}.${page.indexOf(record)}`),
		);
		names?.finish();
		return found;
	}

	it.each<[what: string, pages: IDataObject[][], found: string[], path?: string]>([
		['names', [[{ name: 'Fire' }, { name: 'Ice' }], [{ name: 'A FIRE' }]], ['0.0', '1.0']],
		['people by first and last name', [[{ firstName: 'Ada', lastName: 'Fire' }, {}]], ['0.0']],
		['nothing in an empty list', [[]], []],
		['nothing among people without names', [[{ mail: 'a' }], [{}]], [], 'users'],
	])('finds %s', (_what, pages, found, ...[path]) => {
		expect(search(pages, path)).toEqual(found);
	});

	it('causes an error if an entire list has no names, but not if only part of the list was read', () => {
		const pages = [[{ name: null }], [{ name: { en: 'Fire' } }]];
		expect(() => search(pages)).toThrow(
			'Name Contains cannot search this list because its records have no names',
		);
		expect(search(pages, 'lessons', false)).toEqual([]);
	});
});
