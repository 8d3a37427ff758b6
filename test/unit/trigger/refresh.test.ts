import { NOTHING_KNOWN } from '../../../nodes/LearningPlatform/trigger/changes';
import { startRun } from '../../../nodes/LearningPlatform/trigger/refresh';
import type { State } from '../../../nodes/LearningPlatform/trigger/state';

/** A Wednesday. */
const NOON = '2026-01-28T12:00:00.000Z';
const NEXT_DAY = '2026-01-29T12:00:00.000Z';

interface Given {
	every?: 'never' | 'day' | 'week' | 'month';
	request?: string;
	timeZone?: string;
	shape?: string;
	before?: Partial<State>;
	isRestarted?: boolean;
}

/** A poll at some time, after a refresh at noon that has ended. */
function pollAt(now: string, { every = 'day', before, isRestarted = false, ...given }: Given = {}) {
	jest.useFakeTimers({ now: Date.parse(now) });
	const { request, timeZone = 'UTC', shape } = given;
	const state = { syncRun: NOON, shape: 'as before', ...before };
	const settings = { refresh: { every, request, timeZone }, shape };
	return startRun(settings, state, Date.parse(NOON), isRestarted);
}

afterEach(() => {
	jest.useRealTimers();
});

const marked = (missing: string, due: string) => ({
	isRefreshing: true,
	known: { ...NOTHING_KNOWN, missing: new Set(missing), due: new Set(due) },
});

it.each<[what: string, now: string, given: Given, refresh: string]>([
	['is there later that day', '2026-01-28T23:59:59Z', {}, 'none'],
	['begins on the next day', '2026-01-29T00:00:00Z', {}, 'begins'],
	['is there on Sunday', '2026-02-01T23:59:59Z', { every: 'week' }, 'none'],
	['begins on Monday', '2026-02-02T00:00:00Z', { every: 'week' }, 'begins'],
	['is there on the last of a month', '2026-01-31T23:59:59Z', { every: 'month' }, 'none'],
	['begins on the first of a month', '2026-02-01T00:00:00Z', { every: 'month' }, 'begins'],
	['never begins', '2027-01-28T12:00:00Z', { every: 'never' }, 'none'],
	['begins at midnight in Paris', '2026-01-28T23:30:00Z', { timeZone: 'Europe/Paris' }, 'begins'],
	['begins where there was none', NOON, { before: { syncRun: undefined } }, 'begins'],
	['begins where its stamp was edited', NOON, { before: { syncRun: 'last week' } }, 'begins'],
	['begins for a text', NOON, { every: 'never', request: 'new' }, 'begins'],
	['begins for another text', NOON, { request: 'new', before: { request: 'old' } }, 'begins'],
	['does not for the same text', NOON, { request: 'old', before: { request: 'old' } }, 'none'],
	['does not for an empty text', NOON, { before: { request: 'old' } }, 'none'],
	['begins for other columns', NOON, { shape: 'another' }, 'begins'],
	['does not where it is not regular', NOON, { shape: 'another', every: 'never' }, 'none'],
	['goes on until all is reported', NEXT_DAY, { before: marked('a', 'ab') }, 'goesOn'],
	['goes on until a poll has agreed', NEXT_DAY, { before: marked('', '') }, 'goesOn'],
	['does not wait for missing records', NEXT_DAY, { before: marked('ab', 'a') }, 'begins'],
	['begins over after a restart', NOON, { before: marked('', ''), isRestarted: true }, 'begins'],
	['had ended before a restart', NOON, { isRestarted: true }, 'none'],
	[
		'began on the day that n8n showed',
		NOON,
		{ before: { refreshedAt: '2026-01-27T09:00:00Z' } },
		'begins',
	],
])('a refresh %s', (_, now, given, refresh) => {
	expect(pollAt(now, given).refresh).toBe(refresh);
});

it.each<[what: string, now: string, every: 'never' | 'day', stamps: object]>([
	[
		'of a poll that follows is of its beginning',
		'2026-01-28T13:00:00.000Z',
		'never',
		{ time: '2026-01-28T13:00:00.000Z', syncRun: NOON },
	],
	['of a refresh is of its beginning', NEXT_DAY, 'day', { time: NEXT_DAY, syncRun: NEXT_DAY }],
	[
		"does not decrease when n8n's clock is set back",
		'2026-01-27T12:00:00.000Z',
		'never',
		{ time: NOON, syncRun: NOON },
	],
	[
		"of a refresh increases even when n8n's clock is set back",
		'2026-01-27T12:00:00.000Z',
		'day',
		{
			...{ time: '2026-01-28T12:00:00.001Z', syncRun: '2026-01-28T12:00:00.001Z' },
			refreshedAt: '2026-01-27T12:00:00.000Z',
		},
	],
])('the stamp %s', (_, now, every, stamps) => {
	expect(pollAt(now, { every })).toMatchObject(stamps);
});

it('the stamps of two refreshes in one millisecond differ', () => {
	expect(pollAt(NOON, { request: 'new' }).syncRun).toBe('2026-01-28T12:00:00.001Z');
});
