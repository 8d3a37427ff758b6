import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { setClock, startService } from '../service';
import { Poller, polledOnce } from './poller';

const [MONDAY, TUESDAY] = ['2026-01-26T09:00:00.000Z', '2026-01-27T09:00:00.000Z'];

const id = (digit: string) => digit.repeat(24);
const [ana, safety] = [id('a'), id('5')];

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courseStatistics: 0 });
	sandbox.catalogue.clear('paths/stats');
});

/** An attempt at a course; without a date it is still open. */
const attempt = (fields: IDataObject = {}) =>
	sandbox.catalogue.add('courses/stats', {
		...{ userId: ana, courseId: safety, score: null, completedAt: undefined },
		...fields,
	})._id;

/** An enrollment in a path, by the word of the service. */
const enrollment = (type: string, fields: IDataObject = {}) =>
	sandbox.catalogue.add('paths/stats', {
		...{ userId: ana, pathId: safety, status: { type }, completedAt: undefined },
		...fields,
	})._id;

const changeEnrollment = (_id: string, type: string) =>
	sandbox.catalogue.update('paths/stats', _id, { status: { type }, completedAt: TUESDAY });

const courses = (options: IDataObject = {}, others: INodeParameters = {}): INodeParameters => ({
	resource: 'courseCompletion',
	options: options as INodeParameters,
	...others,
});

const paths = (options: IDataObject = {}): INodeParameters => ({
	resource: 'pathCompletion',
	triggerOn: ['completed', 'failed', 'late'],
	options: options as INodeParameters,
});

describe('a course', () => {
	it('is completed when the date of completion of an attempt appears, once, whatever changes after it', async () => {
		const open = attempt();
		attempt({ completedAt: MONDAY });
		const poller = await polledOnce(sandbox, courses());
		const change = (fields: IDataObject) => sandbox.catalogue.update('courses/stats', open, fields);
		change({ progress: 80 });
		expect(await poller.emitted()).toEqual([]);
		change({ completedAt: TUESDAY, progress: 100 });
		expect(await poller.emitted()).toMatchObject([
			{ _id: open, userId: ana, courseId: safety, completedAt: TUESDAY, triggerEvent: 'completed' },
		]);
		change({ score: 90, completedAt: '2026-01-28T09:00:00.000Z' });
		expect(await poller.emitted()).toEqual([]);
	});

	it.each<[what: string, options: IDataObject, scores: (number | null)[], told: number[]]>([
		['each attempt', {}, [20, 95], [20, 95]],
		[
			'the attempt that passes, with Passing Score',
			{ passingScore: 80 },
			[20, null, 95, 100],
			[95, 100],
		],
		['the first attempt, with Only the First', { onlyFirst: true }, [20, 95], [20]],
		[
			'the first that passes, with both',
			{ onlyFirst: true, passingScore: 80 },
			[20, 95, 100],
			[95],
		],
		['each attempt, with the ID Field _id', { idField: '_id' }, [20, 95], [20, 95]],
	])('is told of %s', async (_, options, scores, told) => {
		const poller = await polledOnce(sandbox, courses(options));
		const heard: unknown[] = [];
		for (const score of scores) {
			attempt({ score, completedAt: TUESDAY });
			heard.push(...(await poller.emitted()).map((item) => item.score));
		}
		expect(heard).toEqual(told);
	});

	it('is told once it has a score, with Passing Score', async () => {
		const waiting = attempt({ completedAt: MONDAY });
		const poller = await polledOnce(sandbox, courses({ passingScore: 80 }));
		sandbox.catalogue.update('courses/stats', waiting, { score: 80 });
		expect(await poller.events()).toEqual([['completed', waiting]]);
	});
});

describe('a path', () => {
	it.each<[what: string, begins: string, then: string[], told: string[]]>([
		[
			'fails, and passes at last',
			'onTime',
			['unsuccessful', 'toRetake', 'successful'],
			['failed', 'completed'],
		],
		['is late, and is completed', 'onTime', ['late', 'successful'], ['late', 'completed']],
		['was late, and is completed', 'late', ['successful'], ['completed']],
		['is late twice', 'onTime', ['late', 'onTime', 'late'], ['late']],
		['is corrected', 'onTime', ['awaitingCorrection', 'successful'], ['completed']],
	])('that %s is told so', async (_, begins, then, told) => {
		const _id = enrollment(begins);
		const poller = await polledOnce(sandbox, paths());
		const heard: unknown[] = [];
		for (const status of then) {
			changeEnrollment(_id, status);
			heard.push(...(await poller.events()).map(([event]) => event));
		}
		expect(heard).toEqual(told);
	});

	it.each([
		['is told when it is renewed', {}, 1],
		['is told once with Only the First', { onlyFirst: true }, 0],
	])('%s', async (_, options, told) => {
		enrollment('successful');
		const poller = await polledOnce(sandbox, paths(options));
		enrollment('successful');
		expect(await poller.emitted()).toHaveLength(told);
		expect(await poller.emitted()).toEqual([]);
	});

	it('without a status is completed by its date', async () => {
		const poller = await polledOnce(sandbox, paths());
		const [done] = [MONDAY, undefined].map((completedAt) =>
			sandbox.catalogue.add('paths/stats', { userId: ana, status: undefined, completedAt }),
		);
		expect(await poller.events()).toEqual([['completed', done?._id]]);
	});

	it('that fails or is late without a date is found when the whole list is read', async () => {
		let now = Date.parse(TUESDAY);
		setClock(() => now);
		sandbox = await startService({ clock: () => now });
		sandbox.catalogue.clear('paths/stats');
		enrollment('successful', { completedAt: MONDAY });
		const [late, failed] = [enrollment('onTime'), enrollment('onTime')];
		const poller = await polledOnce(sandbox, paths({ readWholeList: 'hour' }));
		sandbox.catalogue.update('paths/stats', late, { status: { type: 'late' } });
		sandbox.catalogue.update('paths/stats', failed, { status: { type: 'unsuccessful' } });
		expect(await poller.emitted()).toEqual([]);
		now += 3_600_000;
		expect(await poller.events()).toEqual([
			['failed', failed],
			['late', late],
		]);
	});
});

it('a session of a path has milestones, too, from Other List', async () => {
	const pathId = sandbox.catalogue.records('paths').at(0)._id;
	const session = sandbox.catalogue.records(`paths/${pathId}/sessions`).at(0)._id;
	const path = `paths/${pathId}/sessions/${session}/user-stats`;
	sandbox.catalogue.clear(path);
	const poller = await polledOnce(sandbox, {
		...{ resource: 'other', triggerOn: ['late'] },
		listPath: { __rl: true, mode: 'path', value: path },
	});
	const { _id } = sandbox.catalogue.add(path, { status: { type: 'late' } });
	expect(await poller.events()).toEqual([['late', _id]]);
});

describe('beside milestones', () => {
	const everything = { triggerOn: ['added', 'completed', 'removed', 'updated'] };

	it('a record that comes completed is also added, and one that is completed also updated', async () => {
		const open = attempt();
		const poller = await polledOnce(sandbox, courses({}, everything));
		sandbox.catalogue.update('courses/stats', open, { completedAt: TUESDAY });
		const done = attempt({ completedAt: TUESDAY });
		expect(await poller.events()).toEqual([
			['updated', open],
			['added', done],
			['completed', open],
			['completed', done],
		]);
	});

	it('a record that is gone is removed, and its milestone stays told', async () => {
		const done = attempt({ completedAt: MONDAY });
		const record = sandbox.catalogue.get('courses/stats', done);
		const poller = await polledOnce(sandbox, courses({}, everything));
		sandbox.catalogue.remove('courses/stats', done);
		expect(await poller.eventsInTwo()).toEqual([['removed', done]]);
		sandbox.catalogue.add('courses/stats', record);
		expect(await poller.events()).toEqual([['added', done]]);
	});
});

it('for milestones alone a poll remembers nothing of other records', async () => {
	attempt();
	attempt({ completedAt: MONDAY });
	const poller = await polledOnce(sandbox, courses());
	expect(poller.state).toMatchObject({
		records: '',
		milestones: expect.stringMatching(/^.{9}$/) as string,
	});
});

it.each([
	['one that is completed', courses(), () => attempt({ completedAt: MONDAY }), 'completed'],
	[
		'one that passes',
		courses({ passingScore: 80 }),
		() => attempt({ completedAt: MONDAY, score: 80 }),
		'completed',
	],
	['one that is late', paths(), () => enrollment('late'), 'late'],
])('a test run samples %s', async (_, parameters, make, event) => {
	attempt();
	enrollment('onTime');
	attempt({ score: 20 });
	const _id = make();
	const { items } = await new Poller(sandbox, parameters).run({ mode: 'manual' });
	expect(items?.map(({ json }) => [json.triggerEvent, json._id])).toEqual([[event, _id]]);
});

it.each([
	['courseCompletion', 'courses/stats', 'lastActivityAt', TUESDAY],
	['courseCompletion', 'courses/stats', 'timeSpent', 60],
	['pathCompletion', 'paths/stats', 'timeSpent', 60],
])('what a learner does is no update of a %s: %s, %s', async (resource, list, field, value) => {
	const { _id } = sandbox.catalogue.add(list, { lastActivityAt: MONDAY, timeSpent: 1, score: 1 });
	const poller = await polledOnce(sandbox, { resource, triggerOn: ['updated'] });
	sandbox.catalogue.update(list, _id, { [field]: value });
	expect(await poller.events()).toEqual([]);
	sandbox.catalogue.update(list, _id, { score: 2 });
	expect(await poller.events()).toEqual([['updated', _id]]);
});
