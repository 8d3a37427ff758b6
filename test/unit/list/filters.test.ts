import type { IDataObject } from 'n8n-workflow';

import {
	knownFiltersOf,
	knownLists,
	type KnownFilter,
} from '../../../nodes/LearningPlatform/catalog/knownLists';
import type { Filter } from '../../../nodes/LearningPlatform/list';
import { filterCheck, explainRefusal } from '../../../nodes/LearningPlatform/list/filters';
import { searchIn } from '../../../nodes/LearningPlatform/list/search';
import { SERVICE } from '../../contract';
import { filtersIn, pagesOf, pass, useVirtualTime, virtualService } from './virtualTime';

useVirtualTime();

/** Checks a page. @returns what is wrong with it */
function failureOf(path: string, filters: Filter[], ...records: IDataObject[]): unknown {
	try {
		filterCheck({ path, filters })({ number: 2, records }, 7);
		return undefined;
	} catch (error) {
		return error;
	}
}

/** Values of a field: one that is asked for, and another one. */
function valuesOf({
	kind,
	values: [one, other] = ['one', 'other'],
}: KnownFilter): [unknown, unknown] {
	if (kind === 'boolean') return [true, false];
	if (kind === 'date') return ['2024-01-31T00:00:00.000Z', '2024-01-31T00:00:00.000Z'];
	return kind === 'value' ? [one, other] : ['5f0c1a2b', '6a0b1c2d'];
}

/** Two records: one that the filter lets pass, and one that it leaves out; the value of the filter before them. */
function samples(filter: KnownFilter, operator: string): [string, IDataObject, IDataObject] {
	const { shownIn = filter.name } = filter;
	const [asked, other] = valuesOf(filter);
	const record = (value: unknown) => ({ [shownIn]: value }) as IDataObject;
	const isListed = filter.operators.join() === 'in';
	if (isListed) return [String(asked), record([other, asked]), record([other])];
	switch (operator) {
		case 'eq':
		case 'in':
			return [String(asked), record(asked), record(other)];
		case 'ne':
		case 'nin':
			return [String(asked), record(other), record(asked)];
		case 'gte':
			return [String(asked), record(asked), record('2024-01-30T23:59:58.900Z')];
		default:
			return [
				String(asked),
				record('2024-01-30T23:59:59.900Z'),
				record('2024-02-01T00:00:00.000Z'),
			];
	}
}

describe.each(knownLists.filter(({ filters }) => filters).map(({ path }) => path))(
	'of the list %s is checked',
	(path) => {
		const published = Object.entries(SERVICE[path]?.filters ?? {}).flatMap(([field, operators]) =>
			Object.keys(operators).map((operator) => [field, operator] as const),
		);

		it.each(published)('%s[%s]', (field, operator) => {
			const known = knownFiltersOf(path).find(({ name }) => name === field);
			if (!known) throw new Error('The filter is not known');
			const [value, passes, isLeftOut] = samples(known, operator);
			const filters = [{ field, operator, values: [value] }];
			expect(failureOf(path, filters, passes)).toBeUndefined();
			const failure = failureOf(path, filters, passes, { _id: 'b', ...isLeftOut });
			if (known.shownIn === '') expect(failure).toBeUndefined();
			else {
				const { _id: id } = { _id: 'b', ...isLeftOut };
				expect(failure).toMatchObject({
					name: 'UserFacingError',
					message: `The service ignored the filter on "${field}": record "${id}" does not match it`,
					page: { number: 2, recordsRead: 7 },
				});
			}
		});
	},
);

it('the filters that no record shows are these', () => {
	const hidden = knownLists.flatMap(({ path }) =>
		knownFiltersOf(path).flatMap(({ name, shownIn }) =>
			shownIn === '' ? [`${path} ${name}`] : [],
		),
	);
	expect(hidden).toEqual(['courses originalAuthorId', 'courses tagIds', 'paths/stats status']);
});

const bound = '2024-01-31T00%3A00%3A00.000Z';

const now = () => new Date().toISOString();

describe('a service has ignored a filter when a record has', () => {
	it.each<[string, string, IDataObject]>([
		['another ID that is a number', 'authorId[eq]=12', { authorId: 7 }],
		['none of the languages', 'sourceLang[in][0]=fr&sourceLang[in][1]=de', { sourceLang: 'en' }],
		[
			'a later date in another zone',
			`createdAt[lt]=${bound}`,
			{ createdAt: '2024-01-31T02:00:02+01:00' },
		],
		['a date of creation, however new', `createdAt[lt]=${bound}`, { createdAt: now() }],
		['a list without the ID', 'groupId[eq]=5f0c', { groupId: ['6a0b'] }],
		[
			'one of several that are not wanted',
			'status[nin][0]=draft&status[nin][1]=deleted',
			{ status: 'deleted' },
		],
		['an ID that is not wanted, as a number', 'authorId[ne]=12', { authorId: 12 }],
	])('%s', (_what, query, record) => {
		expect(failureOf('courses', filtersIn(`x[eq]=y&${query}`), record)).toBeInstanceOf(Error);
	});

	it('a planned date, however near', () => {
		const filters = filtersIn(`endDate[lt]=${bound}`);
		expect(failureOf('paths/sessions', filters, { endDate: now() })).toBeInstanceOf(Error);
	});

	it('and no value of the record is in the error, which n8n logs', () => {
		const filters = filtersIn('mail[eq]=ana%40example.com');
		const failure = failureOf('users', filters, { _id: '7', mail: 'ben@example.com' }) as Error;
		expect(failure.message).toContain('record "7"');
		expect(JSON.stringify(failure)).not.toContain('ben@');
	});
});

describe('nothing is shown by', () => {
	it.each<[string, string, IDataObject]>([
		['its case', 'status[eq]=published', { status: 'PUBLISHED' }],
		['its hyphens', 'type[eq]=elearning%20standard', { type: 'E-Learning_Standard' }],
		['the region of a language', 'sourceLang[eq]=pt', { sourceLang: 'pt-BR' }],
		['one of the languages', 'sourceLang[in][0]=fr&sourceLang[in][1]=de', { sourceLang: 'de' }],
		['a field that is missing', 'status[eq]=published', {}],
		['a field that is missing, where it must not be something', 'status[ne]=undefined', {}],
		['null', 'groupId[eq]=5f0c', { groupId: null }],
		['an empty text', 'groupId[eq]=5f0c', { groupId: '' }],
		['an object', 'status[eq]=published', { status: { type: 'late' } }],
		['a code in place of the word', 'status[eq]=published', { status: 3 }],
		['a word in place of true', 'status[eq]=published', { status: false }],
		['the same number', 'authorId[eq]=12', { authorId: 12 }],
		[
			'IDs that are said in other ways than as a list',
			'coAuthorIds[in][0]=a',
			{ coAuthorIds: 'b, a' },
		],
		['the same second', `createdAt[gte]=${bound}`, { createdAt: '2024-01-30T23:59:59.500Z' }],
		['the end itself', `createdAt[lt]=${bound}`, { createdAt: '2024-01-31T00:00:00.999Z' }],
		['a time without a zone', `createdAt[gte]=${bound}`, { createdAt: '2024-01-30T00:00:00' }],
		['a day', `createdAt[lt]=${bound}`, { createdAt: '2024-02-01' }],
		['a number in place of a date', `createdAt[lt]=${bound}`, { createdAt: 1769817600 }],
		['an edit while the list is read', `modifiedAt[lt]=${bound}`, { modifiedAt: now() }],
		['another case of what it must not be', 'status[ne]=Deleted', { status: 'deleted' }],
		['a field without a filter', 'name[eq]=a', { name: 'b' }],
		['no filter', '', { status: 'archived' }],
	])('%s', (_what, query, record) => {
		expect(failureOf('courses', filtersIn(query), record)).toBeUndefined();
	});

	it('records of lists that nobody knows', () => {
		const filters = filtersIn('status[eq]=published');
		expect(failureOf('lessons', filters, { status: 'archived' })).toBeUndefined();
	});
});

const ID = '5f0c1a2b3c4d5e6f70819203';
const NO_ID = 'has a name in place of an ID: choose From List, or enter the ID.';

describe('of a request that was refused it is known that', () => {
	it.each<[what: string, path: string, query: string, known: string[], id?: string]>([
		[
			'the list cannot filter by a field',
			'courses/stats',
			'progress[eq]=100',
			[
				"This list can filter by completedAt, courseId, and userId only: use n8n's Filter node behind this one for the rest.",
			],
		],
		[
			'the list has no filters',
			'groups',
			'name[eq]=a&public[eq]=true',
			["This list has no filters: use n8n's Filter node behind this one for the rest."],
		],
		[
			'a field takes other operators',
			'courses',
			'status[ne]=deleted',
			['The filter on "status" takes the operators eq only.'],
		],
		[
			'a name was typed as an ID of a filter',
			'courses',
			'groupId[eq]=Sales%20Team',
			[`The filter on "groupId" ${NO_ID}`],
		],
		[
			'a name was typed as an ID of the path',
			'groups/Sales/roles',
			'',
			[`The address of the list ${NO_ID}`],
		],
		['a name was typed as the ID of a record', 'courses', '', [`The ID ${NO_ID}`], 'Fire%20Safety'],
		['nothing is', 'courses', `groupId[eq]=${ID}&createdAt[gte]=2026`, []],
		['nothing is of content types', `groups/${ID}/library/course-ids`, '', []],
		['nothing is of a list that nobody knows', 'Kurse', 'a[eq]=b', []],
	])('%s', (_what, path, query, known, ...[id]) => {
		expect(explainRefusal({ path, filters: filtersIn(query) }, id)).toEqual(known);
	});
});

describe('the node itself finds', () => {
	const due = (date: string) => ({ dueDate: date });
	const at = '2024-01-31T00:00:00.000Z';

	it.each<[what: string, filter: Filter, matches: IDataObject[], others: IDataObject[]]>([
		[
			'one of several words in an object',
			{ field: 'status.type', operator: 'in', values: ['late', 'onTime'] },
			[{ status: { type: 'late' } }, { status: { type: 'onTime' } }],
			[{ status: { type: 'successful' } }, { status: {} }, { status: 'late' }, {}],
		],
		[
			'all but some words',
			{ field: 'status.type', operator: 'nin', values: ['late'] },
			[{ status: { type: 'onTime' } }],
			[{ status: { type: 'late' } }, { status: {} }, {}],
		],
		[
			'dates from a time on',
			{ field: 'dueDate', operator: 'gte', values: [at] },
			[due(at), due('2024-02-01T00:00:00Z')],
			[due('2024-01-30T23:59:59.999Z'), { dueDate: null }, {}],
		],
		[
			'dates before a time',
			{ field: 'dueDate', operator: 'lt', values: [at] },
			[due('2024-01-30T23:59:59.999Z')],
			[due(at), { dueDate: null }, {}],
		],
	])('%s', (_what, filter, matches, others) => {
		const search = searchIn('paths/stats', { ownFilters: [filter] }, true);
		const records = [...others, ...matches];
		expect(search?.keep({ number: 1, records }, 0)).toEqual(matches);
	});
});

describe('Name Contains', () => {
	/** Reads a list by name. @returns where the records that were found are, by page and place, or what was wrong */
	async function search(pages: IDataObject[][], path = 'lessons') {
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
			for await (const { records } of pagesOf(service, { nameContains: 'fire', path })) {
				found.push(...records.map(({ _id }) => _id));
			}
			return found;
		})();
		await pass(list);
		return await list.catch((error: unknown) => error);
	}

	it.each<[what: string, pages: IDataObject[][], found: string[], path?: string]>([
		[
			'records with the text',
			[[{ name: 'Fire' }, { name: 'Ice' }], [{ name: 'A FIRE' }]],
			['1.0', '2.0'],
		],
		['people by both names', [[{ firstName: 'Ada', lastName: 'Fire' }, {}]], ['1.0']],
		['nothing in an empty list', [[]], []],
		['nothing among people of whom none has a name', [[{ mail: 'a' }], [{}]], [], 'users'],
		['records after a first page of empty names', [[{ name: '' }], [{ name: 'Fire' }]], ['2.0']],
	])('finds %s', async (_what, pages, found, ...[path]) => {
		expect(await search(pages, path)).toEqual(found);
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
		expect(await search(pages)).toMatchObject({
			message: 'Name Contains cannot search this list, because its records have no names',
			page,
		});
	});
});
