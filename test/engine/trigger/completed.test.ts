import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller, polledOnce } from './poller';

const LIST = 'courses/stats';
const MONDAY = '2026-01-26T09:00:00.000Z';
const TUESDAY = '2026-01-27T09:00:00.000Z';

const id = (digit: string) => digit.repeat(24);
const [ana, ben, safety, privacy] = [id('a'), id('b'), id('5'), id('6')];

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courseStatistics: 0 });
});

/** An attempt of a learner at a course; without a date it is still open. */
const attempt = (userId: string, courseId: string, completedAt?: string) =>
	sandbox.catalogue.add(LIST, { userId, courseId, completedAt })._id;

const change = (attemptId: string, fields: IDataObject) =>
	sandbox.catalogue.update(LIST, attemptId, fields);

const watching = (options: IDataObject = {}, others: INodeParameters = {}): INodeParameters => ({
	resource: 'courseCompletion',
	options: options as INodeParameters,
	...others,
});

const otherList = {
	resource: 'other',
	listPath: { __rl: true, mode: 'list', value: LIST },
};

const watched = async (options: IDataObject = {}, others: INodeParameters = {}) =>
	await polledOnce(sandbox, watching(options, others));

describe('Completed', () => {
	it('reports an attempt when its date of completion appears, once, whatever changes after it', async () => {
		const open = attempt(ana, safety);
		attempt(ben, safety, MONDAY);
		const poller = await watched();
		change(open, { progress: 80 });
		expect(await poller.emitted()).toEqual([]);
		change(open, { completedAt: TUESDAY, progress: 100 });
		expect(await poller.emitted()).toMatchObject([
			{ _id: open, userId: ana, courseId: safety, completedAt: TUESDAY, triggerEvent: 'completed' },
		]);
		change(open, { score: 90, completedAt: '2026-01-28T09:00:00.000Z' });
		expect(await poller.emitted()).toEqual([]);
	});

	it.each([
		['learning paths', 'paths/stats', 'pathId', { resource: 'pathCompletion' }],
		['courses from Other List', LIST, 'courseId', { ...otherList, triggerOn: ['completed'] }],
	])('reports %s likewise', async (_, list, field, parameters) => {
		const add = (completedAt?: string) =>
			sandbox.catalogue.add(list, { userId: ana, [field]: safety, completedAt })._id;
		sandbox.catalogue.clear(list);
		const open = add();
		const poller = await polledOnce(sandbox, parameters);
		sandbox.catalogue.update(list, open, { completedAt: MONDAY });
		add(TUESDAY);
		expect(await poller.events()).toEqual([['completed', open]]);
		expect(await poller.events()).toEqual([]);
	});

	it('starts over when each attempt is to be reported and no longer each learner', async () => {
		attempt(ana, safety, MONDAY);
		const poller = await watched();
		poller.parameters = watching({ idField: '_id' });
		expect(await poller.emitted()).toEqual([]);
	});

	it('reports no second attempt of a learner at a course that was completed before the first poll', async () => {
		attempt(ana, safety, MONDAY);
		const poller = await watched();
		attempt(ana, safety, TUESDAY);
		const [other, another] = [attempt(ana, privacy, TUESDAY), attempt(ben, safety, TUESDAY)];
		expect(await poller.events()).toEqual([
			['completed', other],
			['completed', another],
		]);
	});

	it.each([
		['every attempt with the ID Field _id', '_id', 1],
		['every date of completion with _id and completedAt', '_id, completedAt', 2],
	])('reports %s', async (_, idField, told) => {
		const done = attempt(ana, safety, MONDAY);
		const poller = await watched({ idField });
		change(done, { completedAt: TUESDAY });
		attempt(ana, safety, TUESDAY);
		expect(await poller.events()).toHaveLength(told);
		expect(await poller.events()).toEqual([]);
	});

	it('reports everything that is completed, and nothing that is open', async () => {
		attempt(ben, safety);
		const known = attempt(ana, safety, MONDAY);
		const poller = await watched({}, { output: 'row' });
		poller.parameters = watching({ reportEverythingOnce: 'now' }, { output: 'row' });
		const done = attempt(ben, privacy, TUESDAY);
		const items = await poller.emitted();
		expect(items).toMatchObject([
			{ recordId: done, triggerEvent: 'completed', syncAction: 'upsert' },
			{ recordId: known, triggerEvent: 'refreshed', syncAction: 'upsert' },
		]);
		expect(new Set(items.map(({ syncRun }) => syncRun)).size).toBe(1);
		expect(await poller.emitted()).toMatchObject([{ syncAction: 'sweep', syncRows: 2 }]);
	});

	it('samples an attempt that is completed', async () => {
		attempt(ben, safety);
		const done = attempt(ana, safety, MONDAY);
		const { items } = await new Poller(sandbox, watching()).run({ mode: 'manual' });
		expect(items?.map(({ json }) => json)).toMatchObject([
			{ _id: done, triggerEvent: 'completed' },
		]);
	});
});

it.each([
	['courseCompletion', LIST, 'lastActivityAt', TUESDAY],
	['courseCompletion', LIST, 'timeSpent', 60],
	['pathCompletion', 'paths/stats', 'timeSpent', 60],
])('what a learner does is no update of a %s: %s, %s', async (resource, list, field, value) => {
	sandbox.catalogue.clear(list);
	const { _id } = sandbox.catalogue.add(list, { lastActivityAt: MONDAY, timeSpent: 1, score: 1 });
	const poller = await polledOnce(sandbox, { resource, triggerOn: ['updated'] });
	sandbox.catalogue.update(list, _id, { [field]: value });
	expect(await poller.events()).toEqual([]);
	sandbox.catalogue.update(list, _id, { score: 2 });
	expect(await poller.events()).toEqual([['updated', _id]]);
});

it('Completed for a list without completions is an error that names the field', async () => {
	const { error } = await new Poller(sandbox, { triggerOn: ['completed'] }).run();
	expect(error).toMatchObject({
		message:
			'Trigger On cannot be Completed for the list courses, whose records have no date of completion',
		description:
			'Choose another event in Trigger On, or the resource Course Completion or Path Completion.',
	});
});
