import { NOTHING_KNOWN } from '../../../nodes/LearningPlatform/trigger/changes';
import type { State } from '../../../nodes/LearningPlatform/trigger/state';
import { sinceFor } from '../../../nodes/LearningPlatform/trigger/wholeList';

const HOUR_MS = 3_600_000;
const LATEST = 1_000_000;

const settings = {
	readWholeList: 'hour' as 'poll' | 'hour' | 'sixHours' | 'day',
	target: { path: 'courses', changedBy: 'modifiedAt' },
	shape: 'columns',
};

/** A list that was read whole some hours ago, of which some records are missing or due. */
const readAgo = (hours: number, marks: { missing?: string; due?: string } = {}): State => ({
	known: { ...NOTHING_KNOWN, missing: new Set(marks.missing), due: new Set(marks.due) },
	...{ latest: LATEST, shape: 'columns' },
	wholeAt: new Date(Date.now() - hours * HOUR_MS).toISOString(),
});

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

interface Run {
	every?: typeof settings.readWholeList;
	refresh?: 'none' | 'begins' | 'goesOn';
}

it.each<[what: string, before: State | undefined, run: Run]>([
	['within an hour', readAgo(0.99), {}],
	['within six hours with Every Six Hours', readAgo(5.99), { every: 'sixHours' }],
	['within a day with Every Day', readAgo(23.99), { every: 'day' }],
	[
		'when missing records are beyond Removal Limit',
		{ ...readAgo(0, { missing: 'ab' }), doubted: 2 },
		{},
	],
	[
		'when only such records are still to be reported',
		{ ...readAgo(0, { missing: 'ab', due: 'a' }), doubted: 2 },
		{ refresh: 'goesOn' },
	],
])('a poll asks for changes %s, from ten minutes before the latest', (_, before, run) => {
	const { every: readWholeList = 'hour', refresh = 'none' } = run;
	const since = sinceFor('trigger', { ...settings, readWholeList }, before, { refresh });
	expect(since).toEqual({ field: 'modifiedAt', from: LATEST - 600 });
});

it.each<[what: string, before: State | undefined, run: Run]>([
	['at first', undefined, {}],
	['at every poll', readAgo(0), { every: 'poll' }],
	['after an hour', readAgo(1), {}],
	['after six hours with Every Six Hours', readAgo(6), { every: 'sixHours' }],
	['after a day with Every Day', readAgo(24), { every: 'day' }],
	["after n8n's clock was set back", readAgo(-1), {}],
	['as long as events are left of it', { ...readAgo(0), wholeAt: undefined }, {}],
	['where no record has a date', { ...readAgo(0), latest: undefined }, {}],
	['for another output', { ...readAgo(0), shape: 'others' }, {}],
	['to look for a missing record', readAgo(0, { missing: 'a' }), {}],
	['to look for one more than are doubted', { ...readAgo(0, { missing: 'ab' }), doubted: 1 }, {}],
	['to report everything', readAgo(0), { refresh: 'begins' }],
	['to go on with it', readAgo(0, { due: 'a' }), { refresh: 'goesOn' }],
	[
		'to go on with it beside doubted records',
		{ ...readAgo(0, { missing: 'a', due: 'b' }), doubted: 1 },
		{ refresh: 'goesOn' },
	],
])('a poll reads the whole list %s', (_, before, run) => {
	const { every: readWholeList = 'hour', refresh = 'none' } = run;
	const since = sinceFor('trigger', { ...settings, readWholeList }, before, { refresh });
	expect(since).toBeUndefined();
});
