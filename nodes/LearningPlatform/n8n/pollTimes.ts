import type { INodeProperties, IPollFunctions, TriggerTime } from 'n8n-workflow';

import { DAY_MS } from '../values/dates';

/** Changes the default of one poll per minute: n8n adds its own field, but uses the default of the last such field. */
export const pollTimes: INodeProperties = {
	displayName: 'Poll Times',
	name: 'pollTimes',
	type: 'hidden',
	default: { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] },
};

/** n8n 2 returns this limit if its scheduler is off, but does not enforce it. */
const UNENFORCED_BUDGET_MS = 5 * 60_000;

/** Returns the time limit for a poll in n8n 2: the scheduler silently drops the items of a poll that takes longer. */
export function pollBudgetMs(context: object): number | undefined {
	const budgetMs = (context as Partial<IPollFunctions>).getPollBudgetMs?.();
	return budgetMs === UNENFORCED_BUDGET_MS ? undefined : budgetMs;
}

/** The contexts that have polled. Except in n8n 2's scheduler, polls share a context until the workflow is republished. */
const polled = new WeakSet();

/** Returns false for the poll that n8n runs when it publishes a workflow or starts. Call it once for each poll. */
export function isScheduledPoll(context: object): boolean {
	const isFirst = !polled.has(context);
	polled.add(context);
	return !isFirst || pollBudgetMs(context) !== undefined;
}

const HOUR_MS = 3_600_000;

/** The intervals between polls by mode. Cron expressions are not read: they count as daily. */
const INTERVALS_MS: Readonly<Record<string, number>> = {
	everyMinute: 60_000,
	everyHour: HOUR_MS,
	everyWeek: 7 * DAY_MS,
	everyMonth: 30 * DAY_MS,
	minutes: 60_000,
	hours: HOUR_MS,
};

/** Returns the shortest interval among the poll times. */
export function pollIntervalMs(context: Pick<IPollFunctions, 'getNodeParameter'>): number {
	const { item = [] } = context.getNodeParameter('pollTimes', {}) as { item?: TriggerTime[] };
	const intervals = item.map((time) => {
		const [unit, count] = time.mode === 'everyX' ? [time.unit, time.value] : [time.mode, 1];
		return (INTERVALS_MS[unit] ?? DAY_MS) * count;
	});
	return Math.min(...intervals);
}
