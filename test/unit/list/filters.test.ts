import type { IDataObject } from 'n8n-workflow';

import {
	knownFiltersOf,
	knownLists,
	type KnownFilter,
} from '../../../nodes/LearningPlatform/catalog/knownLists';
import type { Filter } from '../../../nodes/LearningPlatform/list';
import {
	asPublished,
	explainRefusal,
	filterCheck,
	splitFilters,
} from '../../../nodes/LearningPlatform/list/filters';
import { searchIn } from '../../../nodes/LearningPlatform/list/search';
import { SERVICE } from '../../contract';
import { filtersIn, pagesOf, pass, useVirtualTime, virtualService } from './virtualTime';

useVirtualTime();

/** Checks a page. @returns what is wrong with it */
function failureOf(path: string, filters: Filter[], ...records: IDataObject[]): unknown {
	try {
		filterCheck({ path, filters }).page({ number: 2, records }, 7);
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
	if (kind === 'text') return ['ana', 'ana.silva'];
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
					description: expect.stringMatching(
						/^It may not know this filter\. Remove it and/,
					) as string,
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
	it.each<[what: string, path: string, query: string, record: IDataObject]>([
		['a published field that is another one', 'paths/sessions', 'sessionId[eq]=a', { _id: 'b' }],
		['a field without a published filter', 'groups', 'public[eq]=true', { public: false }],
		['the name of another person', 'users', 'lastName[eq]=Silva', { lastName: 'Costa' }],
		['too low a score', 'courses/stats', 'score[gte]=80', { score: 12 }],
		['too much progress', 'paths/stats', 'progress[lt]=50', { progress: 50 }],
		[
			'a user that is not wanted',
			'groups/1/roles',
			'userId[nin][0]=a&userId[nin][1]=b',
			{ userId: 'b' },
		],
		['another role', 'users/1/roles', 'role[in][0]=admin', { role: 'learner' }],
		[
			'another answer, further in',
			'classroom-slots/1/registrations',
			'rsvp.going[eq]=true',
			{ rsvp: { going: false } },
		],
		[
			'another last login',
			'users',
			'lastLoginDate[gte]=2024-01-31',
			{ lastLoginDate: '2020-01-01T00:00:00Z' },
		],
		[
			'another status in a list that nobody knows',
			'lessons',
			'status[eq]=published',
			{ status: 'archived' },
		],
		['another field with a dot in its name', 'lessons', 'cost.center[ne]=7', { 'cost.center': 7 }],
		[
			'a date that is a second late',
			'courses',
			`createdAt[lt]=${bound}`,
			{ createdAt: '2024-01-31T00:00:01.000Z' },
		],
		['a date of creation, however new', 'courses', `createdAt[lt]=${bound}`, { createdAt: now() }],
		['a planned date, however near', 'paths/sessions', `endDate[lt]=${bound}`, { endDate: now() }],
	])('%s: %s?%s', (_what, path, query, record) => {
		expect(failureOf(path, filtersIn(query), record)).toBeInstanceOf(Error);
	});

	it('and no value of the record is in the error, which n8n logs', () => {
		const filters = filtersIn('mail[eq]=ana%40example.com');
		const failure = failureOf('users', filters, { _id: '7', mail: 'ben@example.com' }) as Error;
		expect(failure.message).toContain('record "7"');
		expect(JSON.stringify(failure)).not.toContain('ben@');
	});
});

it.each<[what: string, query: string, records: IDataObject[], unchecked: string[]]>([
	['a field that no record has', 'colour[eq]=red', [{ name: 'a' }], ['colour']],
	['a field that means something else', 'status[eq]=published', [{ status: 'late' }], ['status']],
	['an object', 'rsvp[eq]=a', [{ rsvp: {} }], ['rsvp']],
	[
		'an edit while the list is read',
		`modifiedAt[lt]=${bound}`,
		[{ modifiedAt: now() }],
		['modifiedAt'],
	],
	['nothing if one record shows it', 'score[gte]=80', [{ score: null }, { score: 90 }], []],
	['nothing without a filter', '', [{ status: 'archived' }], []],
])('what cannot be checked is %s', (_what, query, records, unchecked) => {
	const check = filterCheck({ path: 'paths/stats', filters: filtersIn(query) });
	check.page({ number: 1, records }, 0);
	expect(check.unchecked()).toEqual(unchecked);
});

describe('for a platform with published filters', () => {
	const sent = (path: string, query: string) => asPublished(path, filtersIn(query));

	it.each([
		['a word as it is published', 'courses', 'status[eq]=Published', 'published'],
		['a word with a hyphen', 'courses', 'type[eq]=E-Learning Standard', 'elearning standard'],
		['on or off', 'courses', 'collaborativeLearning[eq]=Yes', 'true'],
		['any ID', 'courses', 'groupId[eq]=a-1', 'a-1'],
		['any language', 'courses', 'sourceLang[eq]=pt-BR', 'pt-BR'],
		['any word of a field without a published filter', 'groups', 'status[eq]=late', 'late'],
		['any word of a list that nobody knows', 'lessons', 'status[eq]=late', 'late'],
	])('%s is sent', (_what, path, query, value) => {
		expect(sent(path, query)).toMatchObject([{ values: [value] }]);
	});

	it.each([
		[
			'a status of the learner',
			'paths/stats',
			'status[eq]=late',
			'accepts only archived and published, not "late"',
		],
		[
			'another status',
			'courses',
			'status[eq]=draft',
			'accepts only archived, deleted, and published, not',
		],
		[
			'a status of courses',
			'users',
			'status[ne]=published',
			'accepts only active, deleted, and invited, not',
		],
		['another type', 'courses', 'type[eq]=video', 'elearning standard, external, and native'],
		[
			'a status of an enrollment',
			'paths/1/enrollments',
			'status[eq]=onTime',
			'archived and published',
		],
		[
			'neither on nor off',
			'courses',
			'collaborativeLearning[eq]=maybe',
			'accepts only false and true, not',
		],
		[
			'a part of a word',
			'courses',
			'status[eq]=publish',
			'accepts only archived, deleted, and published, not',
		],
		[
			'a word with spaces beside it',
			'paths',
			'status[eq]=published late',
			'archived and published',
		],
	])('%s is refused', (_what, path, query, message) => {
		expect(() => sent(path, query)).toThrow(message);
	});

	it('the filter that takes the word is named', () => {
		expect(() => sent('paths/stats', 'status[eq]=late')).toThrow(
			expect.objectContaining({
				description: expect.stringContaining(
					'The filter Learner Status accepts other words.',
				) as string,
			}) as Error,
		);
	});
});

const ID = '5f0c1a2b3c4d5e6f70819203';
const NO_ID = 'has a name instead of an ID: choose From List, or enter the ID.';

describe('of a request that was refused it is known that', () => {
	it.each<[what: string, path: string, query: string, known: string[], id?: string]>([
		[
			'the list cannot filter by a field',
			'courses/stats',
			'progress[eq]=100',
			[
				"This list can be filtered only by completedAt, courseId, and userId: use n8n's Filter node after this one for the rest.",
			],
		],
		[
			'the list has no filters',
			'groups',
			'name[eq]=a&public[eq]=true',
			["This list has no filters: use n8n's Filter node after this one for the rest."],
		],
		[
			'a field takes other operators',
			'courses',
			'status[ne]=deleted',
			['The filter on "status" accepts only the operators eq.'],
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

describe('the node itself', () => {
	const split = (query: string) => splitFilters('paths/stats', filtersIn(query));

	it.each<[what: string, query: string, matches: IDataObject[], others: IDataObject[]]>([
		[
			'finds one of several words in an object',
			'learnerStatus[in][0]=late&learnerStatus[in][1]=On Time',
			[{ status: { type: 'late' } }, { status: { type: 'onTime' } }],
			[{ status: { type: 'successful' } }, { status: {} }, { status: 'late' }, {}],
		],
		[
			'finds all but some words',
			'learnerStatus[nin][0]=late',
			[{ status: { type: 'onTime' } }],
			[{ status: { type: 'late' } }, { status: {} }, {}],
		],
		[
			'finds dates from a time on',
			`dueDate[gte]=${bound}`,
			[{ dueDate: '2024-01-31T00:00:00.000Z' }],
			[{ dueDate: '2024-01-30T23:59:59.999Z' }, { dueDate: null }, {}],
		],
	])('%s', (_what, query, matches, others) => {
		const { sent, own } = split(query);
		const search = searchIn('paths/stats', '', own, true);
		expect(search?.keep({ number: 1, records: [...others, ...matches] }, 0)).toEqual(matches);
		expect(sent).toEqual([]);
	});

	it('leaves the other filters to the service', () => {
		const { sent, own } = split('completedAt[gte]=2024&learnerStatus[eq]=late&a[eq]=b');
		expect(sent.map(({ field }) => field)).toEqual(['completedAt', 'a']);
		expect(own).toEqual([{ field: 'status.type', operator: 'eq', values: ['late'] }]);
	});

	it.each([
		['another word', 'learnerStatus[ne]=completed', 'awaitingCorrection, late, notYetStarted'],
		['another operator', 'dueDate[eq]=2026-01-31', 'accepts only the operators gte and lt'],
	])('refuses %s', (_what, query, message) => {
		expect(() => split(query)).toThrow(message);
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
