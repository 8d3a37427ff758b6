import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { courseIdAt, Poller } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 25, coursePageSize: 10 });
});

const manual = { mode: 'manual' } as const;

it('a manual run returns the first record as a sample, with one request', async () => {
	const { items } = await new Poller(sandbox, { triggerOn: ['removed'] }).run(manual);

	const [first] = sandbox.catalogue.list('courses');
	expect(items?.map(({ json }) => json._id)).toEqual([first?._id]);
	expect(items?.[0]?.json).toMatchObject({
		triggerEvent: 'added',
		triggerTime: expect.any(String) as string,
	});
	expect(sandbox.journal.of('courses')).toHaveLength(1);
});

it('a manual run leaves the state alone, before the first poll and after it', async () => {
	const poller = new Poller(sandbox);
	await poller.run(manual);
	expect(poller.staticData).toEqual({});

	await poller.emitted();
	const before = poller.staticData;
	const { _id } = sandbox.catalogue.add('courses');
	await poller.run(manual);
	expect(poller.staticData).toEqual(before);
	expect(await poller.events()).toEqual([['added', _id]]);
});

it('a sample matches Name Contains, on whatever page', async () => {
	const id = courseIdAt(sandbox, 24);
	sandbox.catalogue.update('courses', id, { name: 'Straße' });
	const { items } = await new Poller(sandbox, { filters: { nameContains: 'strasse' } }).run(manual);
	expect(items?.map(({ json }) => json._id)).toEqual([id]);
});

it('a sample is looked for after an empty page', async () => {
	sandbox.faults.add({ on: { kind: 'courses', page: 1 }, emptyPage: true });
	expect((await new Poller(sandbox).run(manual)).items).toHaveLength(1);
});

it('nothing is sampled from an empty list', async () => {
	sandbox.catalogue.clear('courses');
	const { items, error } = await new Poller(sandbox).run(manual);
	expect(error).toBeUndefined();
	expect(items).toBeNull();
});
