import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { nameLookup } from '../../../nodes/LearningPlatform/names/lookup';

type Facts = ConstructorParameters<typeof UserFacingError>[2];

const ids = (count: number) => new Set(Array.from({ length: count }, (_, index) => `id${index}`));

/** A service whose list of names is empty, and what it was asked for one by one. */
function serviceWith(records: Record<string, string> = {}) {
	const asked: string[] = [];
	const lookup = nameLookup({
		one: async (id) => {
			asked.push(id);
			const name = records[id];
			if (name !== undefined) return await Promise.resolve<IDataObject>({ _id: id, name });
			throw new UserFacingError('The service has no such record', '', { reason: '404' });
		},
		all: async function* () {
			yield await Promise.resolve({ records: [] });
		},
	});
	return { asked, lookup };
}

it('a list is read on when one of two lists that need it has ended, and not when both have', async () => {
	const signals: AbortSignal[] = [];
	let goOn: () => void = () => undefined;
	const isClosed = new Promise<void>((resolve) => (goOn = resolve));
	const lookup = nameLookup({
		one: () => Promise.reject(new Error('Asked for one record')),
		all: async function* ({ stopSignal }) {
			signals.push(stopSignal);
			await isClosed;
			stopSignal.throwIfAborted();
			yield { records: [...ids(60)].map((_id) => ({ _id, name: `Name of ${_id}` })) };
		},
	});
	const close = [lookup.open(), lookup.open()];
	const known = lookup.lookUp(ids(60));
	close[0]?.();
	goOn();
	await known;
	expect(lookup.get('id7')).toEqual({ name: 'Name of id7', mail: '' });
	expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
	close[1]?.();
	expect(signals.map(({ aborted }) => aborted)).toEqual([true]);
});

describe('of IDs that are not in the list of names', () => {
	it('a thousand in a row are asked for, and then the list is believed', async () => {
		const { asked, lookup } = serviceWith();
		await lookup.lookUp(ids(3_000));
		await lookup.lookUp(new Set(['another']));
		expect(asked).toEqual([...ids(1_000)]);
		expect(lookup.get('id2999')).toBeUndefined();
	});

	it('more are asked for when the service knows one of them', async () => {
		const { asked, lookup } = serviceWith({ id900: 'Added since' });
		await lookup.lookUp(ids(1_500));
		expect(asked).toEqual([...ids(1_500)]);
		expect(lookup.get('id900')).toEqual({ name: 'Added since', mail: '' });
	});

	it('each is asked for once, by whoever needs it at the same time', async () => {
		const { asked, lookup } = serviceWith();
		await Promise.all([lookup.lookUp(ids(60)), lookup.lookUp(ids(70))]);
		expect(asked.sort()).toEqual([...ids(70)].sort());
	});
});

describe('of a few IDs', () => {
	/** A service that answers for single records with an error, and has one of two groups in its list. */
	const serviceWithout = (facts: Facts) => {
		const refused = new UserFacingError('Not this way', '', facts);
		let lists = 0;
		const lookup = nameLookup({
			one: async () => await Promise.reject(refused),
			all: async function* () {
				lists += 1;
				yield await Promise.resolve({ records: [{ _id: 'id0', name: 'Sales' }] });
			},
		});
		return { lookup, refused, listsRead: () => lists };
	};

	it.each<[string, Facts]>([
		['it knows no single records', { reason: '404', lacks: 'list' }],
		['it refuses the request', { reason: '400' }],
	])(
		'those that a service does not tell one by one, as %s, are taken from the list',
		async (_why, facts) => {
			const { lookup, listsRead } = serviceWithout(facts);
			await lookup.lookUp(ids(1));
			expect(lookup.get('id0')).toEqual({ name: 'Sales', mail: '' });
			expect(listsRead()).toBe(1);
		},
	);

	it('one that is in neither has no name where the address is unknown, and else is an error', async () => {
		const unknown = serviceWithout({ reason: '404', lacks: 'list' });
		await unknown.lookup.lookUp(ids(2));
		expect(unknown.lookup.get('id1')).toBeUndefined();
		const { lookup, refused } = serviceWithout({ reason: '400' });
		await expect(lookup.lookUp(ids(2))).rejects.toBe(refused);
	});

	it('nothing is asked for what is no ID', async () => {
		const { asked, lookup } = serviceWith();
		await lookup.lookUp(new Set(['']));
		await lookup.lookUp(new Set(['..', 'a/b']));
		expect(asked).toEqual([]);
	});
});
