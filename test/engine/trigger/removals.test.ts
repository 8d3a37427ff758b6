import type { INodeParameters } from 'n8n-workflow';

import { n8nGlobal, startService } from '../service';
import { courseIdAt, Poller } from './poller';

const MINUTE_MS = 60_000;

const every = (value: number, unit: 'hours' | 'minutes') => ({ mode: 'everyX', value, unit });

/**
 * Publishes a trigger and, much later, lets it check a list that lacks a record.
 *
 * @param checks such as "scheduled, 15 published, 1 scheduled has": on schedule, 15 minutes later when publishing, and a
 * minute later on schedule with the record in the list. `in scheduler` means n8n 2's scheduler.
 * @returns the number of the check that reports the removal
 */
async function reportedBy(checks: string, pollTimes?: INodeParameters['item']) {
	const sandbox = await startService({ courses: 5 });
	let minutes = 0;
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => minutes * MINUTE_MS);
	const poller = new Poller(sandbox, {
		triggerOn: ['removed'],
		...(pollTimes && { pollTimes: { item: pollTimes } as INodeParameters }),
	});
	const workflowId = JSON.stringify([checks, pollTimes ?? '']);
	let cursor = {};
	expect((await poller.run({ workflowId })).items).toBeNull();
	minutes += 40 * 24 * 60;
	const id = courseIdAt(sandbox, 2);
	const body = sandbox.catalogue.list('courses').filter(({ _id }) => _id !== id);
	for (const [at, check] of checks.split(', ').entries()) {
		minutes += Number.parseFloat(check) || 0;
		if (!check.endsWith('has')) {
			sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null });
		}
		if (check.includes('published')) poller.publish();
		const budget = check.includes('in scheduler') ? { cursor, getPollBudgetMs: () => 36_000 } : {};
		const run = await poller.run({ workflowId, ...budget });
		expect(run.error).toBeUndefined();
		cursor = run.cursor ?? cursor;
		if (run.items) {
			expect(run.items.map(({ json }) => json._id)).toEqual([id]);
			return at;
		}
	}
	return undefined;
}

it.each([
	// Two scheduled polls, however soon they follow each other.
	['scheduled, 15 scheduled', 1],
	['scheduled, 0.1 scheduled', 1],
	['in scheduler, 1 in scheduler', 1],
	// The poll that publishing runs comes at any moment.
	['scheduled, 0.1 published', undefined],
	['scheduled, 7 published', undefined],
	['scheduled, 8 published', 1],
	['scheduled, 0.1 published, 0.1 published, 0.1 published', undefined],
	['scheduled, 1 published, 14 scheduled', 2],
	['scheduled, 1 published has, 14 scheduled', undefined],
	// It may also come first.
	['published, 1 scheduled', undefined],
	['published, 1 scheduled, 15 scheduled', 2],
	['published, 8 scheduled', 1],
	['published, 7 published', undefined],
	['published, 7 published, 7 published', 2],
	['published, 1 in scheduler', undefined],
	['published, 1 in scheduler, 15 in scheduler', 2],
	// A record that is back was not removed.
	['scheduled, 15 scheduled has, 15 scheduled', undefined],
	['published, 1 scheduled has, 15 scheduled', undefined],
])(
	'two checks are two scheduled polls or half an interval apart: after %s, check %s reports the removal',
	async (checks, reported) => {
		expect(await reportedBy(checks)).toBe(reported);
	},
);

it.each<[what: string, times: object[], isTooSoon: number, isApart: number]>([
	['every minute', [{ mode: 'everyMinute' }], 0.4, 0.6],
	['every hour', [{ mode: 'everyHour', minute: 0 }], 29, 31],
	['every 6 hours', [every(6, 'hours')], 179, 181],
	['every 30 minutes', [every(30, 'minutes')], 14, 16],
	['every day', [{ mode: 'everyDay', hour: 3, minute: 0 }], 719, 721],
	['every week', [{ mode: 'everyWeek', hour: 3, minute: 0, weekday: 1 }], 5_039, 5_041],
	['every month', [{ mode: 'everyMonth', hour: 3, minute: 0, dayOfMonth: 1 }], 21_599, 21_601],
	['at several times', [every(6, 'hours'), every(30, 'minutes'), { mode: 'everyDay' }], 14, 16],
	[
		'by a cron expression, which counts as daily',
		[{ mode: 'custom', cronExpression: '0 * * * *' }],
		719,
		721,
	],
])('half an interval follows from the poll times: %s', async (_, times, isTooSoon, isApart) => {
	const pollTimes = times as INodeParameters['item'];
	expect(await reportedBy(`scheduled, ${isTooSoon} published`, pollTimes)).toBeUndefined();
	expect(await reportedBy(`scheduled, ${isApart} published`, pollTimes)).toBe(1);
});
