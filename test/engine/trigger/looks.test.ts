import type { INodeParameters } from 'n8n-workflow';

import { n8nGlobal, startService } from '../service';
import { courseIdAt, Poller } from './poller';

const MINUTE_MS = 60_000;

/** Polls of a list that lacks a record, unless `has`: when publishing, on schedule, or in n8n 2's scheduler. */
type Look = readonly [
	how: 'published' | 'scheduled' | 'inScheduler',
	minutesLater: number,
	finds?: 'has',
];

const [published, scheduled, inScheduler] = ['published', 'scheduled', 'inScheduler'] as const;

const every = (value: number, unit: 'hours' | 'minutes') => ({ mode: 'everyX', value, unit });

/** Publishes a trigger and, an interval later, lets it look at a list. @returns the look that reports the removal */
async function reportedBy(looks: readonly Look[], pollTimes?: INodeParameters['item']) {
	const sandbox = await startService({ courses: 5 });
	let minutes = 0;
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => minutes * MINUTE_MS);
	const poller = new Poller(sandbox, {
		triggerOn: ['removed'],
		...(pollTimes && { pollTimes: { item: pollTimes } as INodeParameters }),
	});
	const workflowId = JSON.stringify([looks, pollTimes ?? '']);
	let cursor = {};
	expect((await poller.run({ workflowId })).items).toBeNull();
	minutes += 40 * 24 * 60;
	const id = courseIdAt(sandbox, 2);
	const body = sandbox.catalogue.list('courses').filter(({ _id }) => _id !== id);
	for (const [at, [how, minutesLater, finds]] of looks.entries()) {
		minutes += minutesLater;
		if (finds === undefined) {
			sandbox.faults.add({ on: { kind: 'courses' }, body, linkHeader: null });
		}
		if (how === 'published') poller.publish();
		const budget = how === 'inScheduler' ? { cursor, getPollBudgetMs: () => 36_000 } : {};
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

it.each<[looks: readonly Look[], reported: number | undefined]>([
	// Two scheduled polls, however soon they follow each other.
	[
		[
			[scheduled, 0],
			[scheduled, 15],
		],
		1,
	],
	[
		[
			[scheduled, 0],
			[scheduled, 0.1],
		],
		1,
	],
	[
		[
			[inScheduler, 0],
			[inScheduler, 1],
		],
		1,
	],
	// The poll that publishing runs comes at any moment.
	[
		[
			[scheduled, 0],
			[published, 0.1],
		],
		undefined,
	],
	[
		[
			[scheduled, 0],
			[published, 7],
		],
		undefined,
	],
	[
		[
			[scheduled, 0],
			[published, 8],
		],
		1,
	],
	[
		[
			[scheduled, 0],
			[published, 0.1],
			[published, 0.1],
			[published, 0.1],
		],
		undefined,
	],
	[
		[
			[scheduled, 0],
			[published, 1],
			[scheduled, 14],
		],
		2,
	],
	[
		[
			[scheduled, 0],
			[published, 1, 'has'],
			[scheduled, 14],
		],
		undefined,
	],
	// It may also come first.
	[
		[
			[published, 0],
			[scheduled, 1],
		],
		undefined,
	],
	[
		[
			[published, 0],
			[scheduled, 1],
			[scheduled, 15],
		],
		2,
	],
	[
		[
			[published, 0],
			[scheduled, 8],
		],
		1,
	],
	[
		[
			[published, 0],
			[published, 7],
		],
		undefined,
	],
	[
		[
			[published, 0],
			[published, 7],
			[published, 7],
		],
		2,
	],
	[
		[
			[published, 0],
			[inScheduler, 1],
		],
		undefined,
	],
	[
		[
			[published, 0],
			[inScheduler, 1],
			[inScheduler, 15],
		],
		2,
	],
	// A record that is back was not removed.
	[
		[
			[scheduled, 0],
			[scheduled, 15, 'has'],
			[scheduled, 15],
		],
		undefined,
	],
	[
		[
			[published, 0],
			[scheduled, 1, 'has'],
			[scheduled, 15],
		],
		undefined,
	],
])(
	'two looks are two scheduled polls or half an interval apart: after %j, look %s reports the removal',
	async (looks, reported) => {
		expect(await reportedBy(looks)).toBe(reported);
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
	expect(
		await reportedBy(
			[
				[scheduled, 0],
				[published, isTooSoon],
			],
			pollTimes,
		),
	).toBeUndefined();
	expect(
		await reportedBy(
			[
				[scheduled, 0],
				[published, isApart],
			],
			pollTimes,
		),
	).toBe(1);
});
