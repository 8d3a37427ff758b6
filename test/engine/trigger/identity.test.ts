import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { allEvents, Poller } from './poller';

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 0, coursePageSize: 10 });
});

/** Makes `body` the list, for as many readings as a poll needs. */
const answer = (...body: object[]) => {
	sandbox.faults.clear();
	sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body, times: Infinity });
};

describe('the ID of a record', () => {
	it.each([
		['_id', { _id: 'a' }, 'a'],
		['the field that Options name', { id: 1, code: 'C-1' }, 'C-1', 'code'],
	])('is found in %s, and removals report it as it was', async (_, ids, id, idField = '') => {
		const poller = new Poller(sandbox, { ...allEvents, options: { idField } });
		const other = { name: 'Two', _id: 'b', id: 'b', uuid: 'b', code: 'b' };
		answer({ name: 'One', ...ids }, other);
		await poller.emitted();
		answer(other);

		const [removed] = await poller.emittedInTwo();

		expect(removed).toMatchObject({ triggerEvent: 'removed' });
		expect(Object.values(removed ?? {})).toContainEqual(id);
		expect(Object.keys(removed ?? {})).toHaveLength(3);
	});

	it('is another one as a number than as the same digits in text', async () => {
		const poller = new Poller(sandbox, { triggerOn: ['added'] });
		answer({ id: 1 });
		await poller.emitted();
		answer({ id: 1 }, { id: '1' });
		expect(await poller.events('id')).toEqual([['added', '1']]);
	});
});

describe('a record without an ID', () => {
	it.each([
		[
			'has none of the usual fields',
			'',
			{ name: 'No ID' },
			'has none of _id, id, uuid. It has name.',
		],
		['lacks the field that Options name', 'code', { _id: 'b' }, 'has no "code". It has _id.'],
		['is empty', '', {}, 'It has no fields at all.'],
		[
			'has more fields than are named',
			'',
			Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, 1])),
			'Record 2 of page 1 has no "_id". It has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9. Under',
		],
	])('is an error when it %s', async (_, idField, record, description) => {
		const poller = new Poller(sandbox, { ...allEvents, options: { idField } });
		const good = { _id: 'a', code: 'a' };
		answer(good);
		await poller.emitted();
		const before = poller.staticData;
		const isFirst = description.includes('none');
		if (isFirst) poller.staticData = {};

		answer(...(isFirst ? [record] : [good, record]));
		const { error, staticData } = await poller.run();

		expect(error?.message).toBe('A record of the list has no ID, so its changes cannot be tracked');
		expect(error).toHaveProperty('description', expect.stringContaining(description));
		expect(error).toHaveProperty('description', expect.stringContaining('set ID Field'));
		expect(staticData).toEqual(isFirst ? {} : before);
	});
});

it('a record that Name Contains leaves out counts for the place of one without an ID', async () => {
	answer({ _id: 'a', name: 'b' }, { name: 'Straße' });
	const { error } = await new Poller(sandbox, { filters: { nameContains: 'strasse' } }).run();
	expect(error).toHaveProperty(
		'description',
		expect.stringMatching(/^Record 2 of page 1 has none/),
	);
});

describe('two records with the same ID', () => {
	it('on one page are an error', async () => {
		const poller = new Poller(sandbox, { options: { idField: 'groupId' } });
		answer(
			{ groupId: 'g1', name: 'One' },
			{ groupId: 'g2', name: 'Two' },
			{ groupId: 'g1', name: 'Three' },
		);

		const { error } = await poller.run();

		expect(error).toMatchObject({
			message: 'Two records of the list have the same ID, so their changes cannot be told apart',
			description:
				'Record 3 of page 1 has the "groupId" of a record before it: "g1". Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.',
		});
	});

	it('on two pages are two records when another field identifies them', async () => {
		const options = { idField: 'code', emitOnFirstRun: true };
		const poller = new Poller(sandbox, { options });
		const codes = ['a', 'b'];
		const linkHeader = () =>
			codes.length > 0 ? `<${sandbox.origin}/api/v2/courses?next=b>; rel="next"` : '';
		const body = () => [{ id: 1, code: codes.shift() }];
		sandbox.faults.add({ on: { kind: 'courses' }, times: 2, status: 200, body, linkHeader });
		expect(await poller.events('code')).toEqual([
			['added', 'a'],
			['added', 'b'],
		]);
	});

	it('are one record when all else is the same, too', async () => {
		const poller = new Poller(sandbox, { options: { emitOnFirstRun: true } });
		answer({ id: 1, name: 'One' }, { name: 'One', id: 1 });
		expect(await poller.events('id')).toEqual([['added', 1]]);
	});
});
