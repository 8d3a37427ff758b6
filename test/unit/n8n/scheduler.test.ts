import { pollBudgetMs } from '../../../nodes/LearningPlatform/n8n/scheduler';

it.each<[what: string, getPollBudgetMs: (() => number) | undefined, expected: number | undefined]>([
	['there is none in n8n 1', undefined, undefined],
	["nobody enforces n8n 2's constant of 5 minutes", () => 300_000, undefined],
	["the scheduler's is enforced", () => 36_000, 36_000],
	['the scheduler may be set to a longer one', () => 480_000, 480_000],
])('%s', (_, getPollBudgetMs, expected) => {
	expect(pollBudgetMs({ ...(getPollBudgetMs && { getPollBudgetMs }) })).toBe(expected);
});
