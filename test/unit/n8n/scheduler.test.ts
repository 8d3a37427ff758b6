import { pollDeadline } from '../../../nodes/LearningPlatform/n8n/scheduler';

it.each<[what: string, getPollBudgetMs: (() => number) | undefined, expected: number | undefined]>([
	['n8n 1 (no limit)', undefined, undefined],
	['n8n 2 without the scheduler (no limit)', () => 300_000, undefined],
	['the scheduler', () => 36_000, 36_000],
	['the scheduler with a longer limit', () => 480_000, 480_000],
])('the time limit for a poll with %s', (_, getPollBudgetMs, expected) => {
	const timeout = jest.spyOn(AbortSignal, 'timeout');
	pollDeadline({ ...(getPollBudgetMs && { getPollBudgetMs }) }, 'courses');
	expect(timeout.mock.calls).toEqual(expected === undefined ? [] : [[expected]]);
	timeout.mockRestore();
});
