import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { Poller, polledOnce } from './poller';

const MONDAY = '2026-01-26T09:00:00.000Z';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courseStatistics: 0 });
	sandbox.catalogue.clear('paths/stats');
});

/** Adds an attempt at a course; the attempt is open unless it has a date. */
const attempt = (fields: IDataObject = {}) =>
	sandbox.catalogue.add('courses/stats', {
		userId: 'a'.repeat(24),
		courseId: '5'.repeat(24),
		score: null,
		completedAt: undefined,
		...fields,
	})._id;

/** Adds an enrollment in a path with a status. */
const enrollment = (type: string) =>
	sandbox.catalogue.add('paths/stats', { status: { type }, completedAt: undefined })._id;

const courses = (options: INodeParameters = {}, others: INodeParameters = {}) => ({
	resource: 'courseCompletion',
	options,
	...others,
});

const paths = { resource: 'pathCompletion', triggerOn: ['completed', 'failed', 'late'] };

it('a path session in Other List has milestones', async () => {
	const pathId = sandbox.catalogue.records('paths').at(0)._id;
	const session = sandbox.catalogue.records(`paths/${pathId}/sessions`).at(0)._id;
	const path = `paths/${pathId}/sessions/${session}/user-stats`;
	sandbox.catalogue.clear(path);
	const poller = await polledOnce(sandbox, {
		resource: 'other',
		triggerOn: ['late'],
		listPath: { __rl: true, mode: 'path', value: path },
	});
	const { _id } = sandbox.catalogue.add(path, { status: { type: 'late' } });
	expect(await poller.events()).toEqual([['late', _id]]);
});

it.each<[what: string, parameters: INodeParameters, make: () => string, event: string]>([
	[
		'a course that was passed',
		courses({ passingScore: 80 }),
		() => attempt({ completedAt: MONDAY, score: 80 }),
		'completed',
	],
	['a learner who is late', paths, () => enrollment('late'), 'late'],
	[
		'the first learner with an event, whichever event it is',
		paths,
		() => {
			const _id = enrollment('late');
			enrollment('successful');
			return _id;
		},
		'late',
	],
])("a test run's sample is %s", async (_, parameters, make, event) => {
	attempt({ completedAt: MONDAY, score: 20 });
	enrollment('onTime');
	const _id = make();
	const { items } = await new Poller(sandbox, parameters).run({ mode: 'manual' });
	expect(items?.map(({ json }) => [json.triggerEvent, json._id])).toEqual([[event, _id]]);
});
