import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors/serviceError';
import { deferred, type Deferred } from '../../../../nodes/LearningPlatform/transport/promises';
import {
	shareExchange,
	type Exchange,
} from '../../../../nodes/LearningPlatform/transport/token/sharedExchange';
import type { StoredToken } from '../../../../nodes/LearningPlatform/transport/token/storedToken';

const token = (accessToken: string): StoredToken => ({ accessToken, staleAt: 1, fingerprint: 'f' });

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** An exchange that is answered by the test; it counts how often it was sent. */
function endpoint() {
	const sent: Deferred<StoredToken>[] = [];
	const exchange = async () => {
		const answer = deferred<StoredToken>();
		sent.push(answer);
		return await answer.promise;
	};
	return { sent, exchange };
}

const ask = async (
	key: string,
	exchange: () => Promise<StoredToken>,
	refused?: string,
): Promise<string> => {
	const accepts = (latest: StoredToken) => latest.accessToken !== refused;
	return (await shareExchange(exchanges, key, { exchange, accepts })).accessToken;
};

let exchanges: Map<string, Exchange>;

beforeEach(() => {
	exchanges = new Map();
	jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate'] });
});

afterEach(() => {
	jest.useRealTimers();
});

it('twenty who ask together share one exchange', async () => {
	const { sent, exchange } = endpoint();
	const asked = Promise.all(
		Array.from({ length: 20 }, async () => await ask('together', exchange)),
	);
	await settled();
	expect(sent).toHaveLength(1);
	sent[0]?.resolve(token('a'));
	expect(new Set(await asked)).toEqual(new Set(['a']));
});

it('credentials have their own exchanges', async () => {
	const { sent, exchange } = endpoint();
	const asked = Promise.all([ask('mine', exchange), ask('yours', exchange)]);
	await settled();
	sent[0]?.resolve(token('a'));
	sent[1]?.resolve(token('b'));
	expect(await asked).toEqual(['a', 'b']);
});

it('exchanges that nobody can share any more are forgotten, with whatever proxies they took', async () => {
	const exchange = async () => await Promise.resolve(token('a'));
	await ask('proxy 1', exchange);
	jest.setSystemTime(5_000);
	const { sent, exchange: pending } = endpoint();
	const asked = ask('proxy 2', pending);
	await ask('proxy 3', exchange);
	jest.setSystemTime(20_000);
	await ask('proxy 4', exchange);
	expect([...exchanges.keys()]).toEqual(['proxy 2', 'proxy 4']);
	sent[0]?.resolve(token('b'));
	await asked;
});

it.each([
	['just after takes its result', 4_999, 1, 'a'],
	['later makes a new one', 5_000, 2, 'b'],
])('who asks %s', async (_when, afterMs, exchanges, expected) => {
	const key = `after ${afterMs}`;
	const { sent, exchange } = endpoint();
	const first = ask(key, exchange);
	await settled();
	sent[0]?.resolve(token('a'));
	await first;
	jest.setSystemTime(afterMs);
	const second = ask(key, exchange);
	await settled();
	expect(sent).toHaveLength(exchanges);
	sent[1]?.resolve(token('b'));
	expect(await second).toBe(expected);
});

describe('when the token of the last exchange is the one that failed', () => {
	it('there is another exchange, one for all who ask', async () => {
		const { sent, exchange } = endpoint();
		const first = ask('failed', exchange);
		await settled();
		sent[0]?.resolve(token('a'));
		await first;
		const asked = Promise.all([1, 2, 3].map(async () => await ask('failed', exchange, 'a')));
		await settled();
		expect(sent).toHaveLength(2);
		sent[1]?.resolve(token('b'));
		expect(await asked).toEqual(['b', 'b', 'b']);
	});

	it('those who waited for it go on together', async () => {
		const { sent, exchange } = endpoint();
		const first = ask('waited', exchange);
		await settled();
		const others = Promise.all([1, 2].map(async () => await ask('waited', exchange, 'a')));
		await settled();
		sent[0]?.resolve(token('a'));
		expect(await first).toBe('a');
		await settled();
		expect(sent).toHaveLength(2);
		sent[1]?.resolve(token('b'));
		expect(await others).toEqual(['b', 'b']);
	});
});

describe('a failure', () => {
	const refusal = new ServiceError('The secret is wrong', 'Enter another one.');

	it('that will last is shared, so that a wrong secret is not sent for every item', async () => {
		const { sent, exchange } = endpoint();
		const asked = [1, 2, 3].map(async () => await ask('wrong', exchange));
		await settled();
		sent[0]?.reject(refusal);
		for (const one of asked) await expect(one).rejects.toBe(refusal);
		await expect(ask('wrong', exchange)).rejects.toBe(refusal);
		expect(sent).toHaveLength(1);
	});

	it('that lasted is forgotten, so that a person can try again', async () => {
		const { sent, exchange } = endpoint();
		const first = ask('repaired', exchange);
		await settled();
		sent[0]?.reject(refusal);
		await expect(first).rejects.toBe(refusal);
		jest.setSystemTime(5_000);
		const second = ask('repaired', exchange);
		await settled();
		sent[1]?.resolve(token('a'));
		expect(await second).toBe('a');
	});

	it.each([
		['that may pass', new ServiceError('Busy', 'Wait.', { isTransient: true })],
		['of another kind', new Error('Unforeseen')],
	])('%s is not kept for who asks next', async (kind, failure) => {
		const { sent, exchange } = endpoint();
		const first = ask(kind, exchange);
		await settled();
		sent[0]?.reject(failure);
		await expect(first).rejects.toBe(failure);
		const second = ask(kind, exchange);
		await settled();
		sent[1]?.resolve(token('a'));
		expect(await second).toBe('a');
	});
});
