import { Failure } from '../../../nodes/LearningPlatform/failures/failure';
import { NOTHING } from '../../../nodes/LearningPlatform/trigger/changes';
import { changesToAskFor, datesOf } from '../../../nodes/LearningPlatform/trigger/changesSince';
import { shownFor } from '../worded';
import type { State } from '../../../nodes/LearningPlatform/trigger/state';
import { queryOf } from '../../../nodes/LearningPlatform/list';
import { filtersIn } from '../list/virtualTime';

const HOUR_MS = 3_600_000;
const NOW_MS = Date.parse('2026-01-31T12:00:00Z');
const NOON_S = Date.parse('2026-01-28T12:00:00Z') / 1_000;
const settings = {
	readWholeList: HOUR_MS,
	changedBy: 'modifiedAt',
	findsColumns: true,
};

/** Returns the state of a list that was last read in full this many hours ago. */
const readAgo = (hours: number, isMissing = false): State => ({
	polledAt: 0,
	latest: NOON_S,
	columns: [],
	remembered: { ...NOTHING, records: new Map([['a', { hash: '1', isMissing }]]) },
	wholeAt: new Date(NOW_MS - hours * HOUR_MS).toISOString(),
});

/** The changes to request after a poll that knew all changes up to noon. */
const sinceNoon = (seen?: number) => {
	const changes = changesToAskFor(settings, { ...readAgo(0), seen }, false);
	if (!changes) throw new Error('The poll would read the whole list');
	return changes;
};

beforeEach(() => {
	jest.useFakeTimers({ now: NOW_MS });
});

afterEach(() => {
	jest.useRealTimers();
});

it.each<
	[what: string, before: State | undefined, hours: number, isWhole: boolean, fails?: boolean]
>([
	['changes for up to an hour', readAgo(0.99), 1, false],
	['changes for up to six hours with Every Six Hours', readAgo(5.99), 6, false],
	['changes if the whole list could not be read', readAgo(1), 1, false, true],
	['the whole list the first time', undefined, 1, true],
	['the whole list with Every Poll', readAgo(0), 0, true],
	['the whole list with Every Poll, even after a failure', readAgo(0), 0, true, true],
	['the whole list after an hour', readAgo(1), 1, true],
	['the whole list after six hours with Every Six Hours', readAgo(6), 6, true],
	['the whole list after a day with Every Day', readAgo(24), 24, true],
	["the whole list after n8n's clock was set back", readAgo(-1), 1, true],
	['the whole list if no record has a date', { ...readAgo(0), latest: undefined }, 1, true],
	['the whole list to find columns for rows', { ...readAgo(0), columns: undefined }, 1, true],
	['the whole list to look for a missing record', readAgo(0, true), 1, true],
])('a poll asks for %s', (_, before, hours, isWhole, ...[fails = false]) => {
	const asked = changesToAskFor({ ...settings, readWholeList: hours * HOUR_MS }, before, fails);
	// A request for changes starts ten minutes before the latest change.
	expect([asked?.field, asked?.from]).toEqual(
		isWhole ? [undefined, undefined] : ['modifiedAt', NOON_S - 600],
	);
});

const bound = 'modifiedAt[gte]=2026-01-28T11%3A50%3A00.000Z';
const earlier = 'modifiedAt[gte]=2026-01-28T11:49:59.900Z';
const later = 'modifiedAt[gte]=2026-01-28T13%3A00%3A00.5%2B01%3A00';

it.each([
	['are alone if the user has no filters', '', bound],
	['come after filters on other fields', 'tagIds[in][0]=a', `tagIds[in][0]=a&${bound}`],
	['replace an earlier bound', earlier, bound],
	['keep a later bound as entered', later, later],
	['keep an upper bound as entered', `modifiedAt[lt]=a&${earlier}`, `modifiedAt[lt]=a&${bound}`],
])('the filters for changes %s', (_, query, expected) => {
	const { filters, bound } = sinceNoon().boundOf(filtersIn(query));
	expect(queryOf([...filters, bound])).toBe(expected);
});

it.each(['2024-01-01', '2024-01-01T00:00:00', 'soon', '1704067200'])(
	'the ambiguous bound %s is rejected',
	(value) => {
		expect(() => sinceNoon().boundOf(filtersIn(`modifiedAt[gte]=${value}`))).toThrow(
			'The filter on "modifiedAt" cannot be combined with Read the Whole List',
		);
	},
);

const changedAt = (time: string) => ({ _id: time, modifiedAt: `2026-01-28T${time}Z` });

it.each([
	['changed in the requested second', changedAt('11:50:00'), true],
	['changed a second earlier', changedAt('11:49:59'), false],
	['without a date', { _id: 'a' }, false],
	['with a date but no time zone', { _id: 'a', modifiedAt: '2026-01-28T13:00:00' }, false],
])('a record %s is checked against the requested time', (_, record, isAsked) => {
	expect(sinceNoon().includesAll([changedAt('13:00:00'), record])).toBe(isAsked);
});

/** Returns the time up to which all changes are known. Each page includes its send time, in seconds after noon. */
const latestOf = (...pages: [times: string[], seconds: number][]) => {
	const dates = datesOf('modifiedAt');
	for (const [times, seconds] of pages) dates.add(times.map(changedAt), NOON_S + seconds);
	const latest = dates.latest();
	return latest && new Date(latest * 1_000).toISOString().slice(11, 19);
};

it.each<[what: string, pages: Parameters<typeof latestOf>, latest: string | undefined]>([
	['the latest date', [[['11:00:00', '11:30:00', '11:10:00'], 0]], '11:30:00'],
	['no date after the time when reading started', [[['11:30:00', '12:00:01'], 0.5]], '11:30:00'],
	[
		'the time when the earliest page was sent',
		[
			[['12:00:00'], 0],
			[[], -60],
		],
		'11:59:00',
	],
	['no date if no record has a date', [[[], 0]], undefined],
])('all changes are known up to %s', (_, pages, latest) => {
	expect(latestOf(...pages)).toBe(latest);
});

/** The latest change that a poll and the poll before it read, in seconds after noon. */
type Seen = [seen: number | undefined, before?: number];

it.each<[what: string, isSame: boolean, seen: Seen, pages: number, moved: number]>([
	['from the latest change', false, [5], 1, 5],
	['from the same time after several pages', false, [5], 2, 0],
	['from the latest change that was read before if it read several pages', false, [5, 3], 2, 3],
	['from no change that it did not read itself', false, [3, 5], 2, 3],
	['from the same time if no record has a date', false, [undefined], 1, 0],
	['from no earlier time', false, [-5], 1, 0],
	['from the same time if nothing was new', true, [600], 1, 0],
	['from a later time if the dates moved far ahead but nothing was new', true, [601], 2, 601],
])('the next poll asks for changes %s', (_, isSame, seen, pages, moved) => {
	const [latest, before] = seen.map((seconds) => seconds && NOON_S + seconds);
	expect(sinceNoon(before).latestAfter({ latest, pages }, isSame)).toBe(NOON_S + moved);
});

it.each<[what: string, status: number, page: number, isExplained: boolean]>([
	['a rejection', 400, 1, true],
	['a different failure', 503, 1, false],
	['the rejection of a later page that the service linked to', 400, 2, false],
])('%s is blamed on the date filter: %s, page %i, %s', (_, status, number, isExplained) => {
	const failure = new Failure('rejected', {
		status,
		page: { number, recordsRead: 0 },
		purpose: { action: 'readChanges', field: 'modifiedAt' },
	});
	const { message, description } = shownFor(failure);
	expect(message.includes('cannot list changes by "modifiedAt"')).toBe(isExplained);
	expect(description.startsWith('Under Options, set Read the Whole List')).toBe(isExplained);
});
