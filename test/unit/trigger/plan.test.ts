import { explained, planPoll } from '../../../nodes/LearningPlatform/trigger/plan';
import type { State } from '../../../nodes/LearningPlatform/trigger/state';
import { rememberedAs } from './words';

const HOUR_MS = 3_600_000;
const LATEST = 1_000_000;

const settings = {
	readWholeList: 'hour' as 'poll' | 'hour' | 'sixHours' | 'day',
	target: { path: 'courses', changedBy: 'modifiedAt' },
	findsColumns: true,
	emitOnFirstRun: false,
	triggerOn: new Set(['added' as const]),
};

/** A list that was read whole some hours ago. */
const readAgo = (hours: number, list = 'a1'): State => ({
	remembered: rememberedAs(list),
	...{ latest: LATEST, columns: [] },
	wholeAt: new Date(Date.now() - hours * HOUR_MS).toISOString(),
});

beforeEach(() => {
	jest.useFakeTimers();
});

afterEach(() => {
	jest.useRealTimers();
});

type Period = typeof settings.readWholeList;

it.each<[what: string, before: State, every: Period]>([
	['within an hour', readAgo(0.99), 'hour'],
	['within six hours with Every Six Hours', readAgo(5.99), 'sixHours'],
	['within a day with Every Day', readAgo(23.99), 'day'],
	[
		'when the missing records are beyond Removal Limit',
		{ ...readAgo(0, '(a1) (b1)'), doubted: 2 },
		'hour',
	],
])('a poll asks for changes %s, from ten minutes before the latest', (_, before, every) => {
	const plan = planPoll('trigger', { ...settings, readWholeList: every }, before);
	const since = { field: 'modifiedAt', from: LATEST - 600 };
	expect(plan).toMatchObject({ mode: 'changes', before, since });
});

it.each<[what: string, before: State, every: Period]>([
	['at every poll', readAgo(0), 'poll'],
	['after an hour', readAgo(1), 'hour'],
	['after six hours with Every Six Hours', readAgo(6), 'sixHours'],
	['after a day with Every Day', readAgo(24), 'day'],
	["after n8n's clock was set back", readAgo(-1), 'hour'],
	['where no record has a date', { ...readAgo(0), latest: undefined }, 'hour'],
	['for the columns of rows', { ...readAgo(0), columns: undefined }, 'hour'],
	['to look for a missing record', readAgo(0, '(a1)'), 'hour'],
	['to look for one more than are doubted', { ...readAgo(0, '(a1) (b1)'), doubted: 1 }, 'hour'],
])('a poll reads the whole list %s', (_, before, every) => {
	const plan = planPoll('trigger', { ...settings, readWholeList: every }, before);
	expect([plan.mode, plan.since]).toEqual(['whole', undefined]);
});

it.each([
	['only remembers', false, []],
	['tells what is asked for with Emit on First Run', true, ['added']],
])('a first poll %s', (_, emitOnFirstRun, wanted) => {
	const plan = planPoll('trigger', { ...settings, emitOnFirstRun }, undefined);
	expect([plan.mode, [...plan.wanted]]).toEqual(['first', wanted]);
});

it('after the whole list could not be read, one poll asks for changes', () => {
	const due = readAgo(1);
	const plan = planPoll('failing', settings, due);
	explained(new Error('503'), 'failing', settings, plan);
	const modes = [1, 2].map(() => planPoll('failing', settings, due).mode);
	expect(modes).toEqual(['changes', 'whole']);
});
