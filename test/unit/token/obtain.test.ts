/** @jest-environment node */
import type { IHttpRequestHelper } from 'n8n-workflow';

import {
	fingerprintOf,
	obtainAccessToken,
	parseToken,
	readCredentialFields,
} from '../../../nodes/LearningPlatform/token';
import { deferred } from '../../../nodes/LearningPlatform/values/promises';

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

const grant = (accessToken: string) => ({
	statusCode: 200,
	headers: {},
	body: { access_token: accessToken, expires_in: 3_600 },
});

/** A token endpoint that is answered by the test; it counts how often it was asked. */
function endpoint() {
	const sent: ReturnType<typeof deferred<unknown>>[] = [];
	const httpRequest = async () => {
		const answer = deferred<unknown>();
		sent.push(answer);
		return await answer.promise;
	};
	return { sent, http: { httpRequest } as unknown as IHttpRequestHelper['helpers'] };
}

const fieldsOf = (clientId: string) => ({
	baseUrl: 'https://service.example',
	clientId,
	clientSecret: 'secret',
});

/** As n8n stores a token of a credential. */
const stored = (clientId: string, accessToken: string) => ({
	accessToken: JSON.stringify({
		accessToken,
		staleAt: 3_540_000,
		fingerprint: fingerprintOf(readCredentialFields(fieldsOf(clientId))),
	}),
});

/** Asks as a credential test does, or another node after a 401. */
const ask = async (clientId: string, http: IHttpRequestHelper['helpers'], refused?: string) => {
	const token = refused === undefined ? {} : stored(clientId, refused);
	const fields = await obtainAccessToken(http, { ...fieldsOf(clientId), ...token });
	return parseToken(fields.accessToken)?.accessToken;
};

/** A token endpoint whose first exchange for a client has ended with this answer. */
async function endpointAfter(clientId: string, answer: unknown) {
	const { sent, http } = endpoint();
	const first = ask(clientId, http).catch(() => undefined);
	await settled();
	sent[0]?.resolve(answer);
	await first;
	return { sent, http };
}

beforeEach(() => {
	jest.useFakeTimers({ now: 0, doNotFake: ['setImmediate'] });
});

afterEach(() => {
	jest.useRealTimers();
});

it('twenty who ask together share one exchange', async () => {
	const { sent, http } = endpoint();
	const asked = Promise.all(Array.from({ length: 20 }, async () => await ask('together', http)));
	await settled();
	expect(sent).toHaveLength(1);
	sent[0]?.resolve(grant('a'));
	expect(new Set(await asked)).toEqual(new Set(['a']));
});

it('credentials have their own exchanges', async () => {
	const { sent, http } = endpoint();
	const asked = Promise.all([ask('mine', http), ask('yours', http)]);
	await settled();
	sent[0]?.resolve(grant('a'));
	sent[1]?.resolve(grant('b'));
	expect(await asked).toEqual(['a', 'b']);
});

it.each([
	['just after takes its result', 4_999, 1, 'a'],
	['later makes a new one', 5_000, 2, 'b'],
])('who asks %s', async (_when, afterMs, exchanges, expected) => {
	const key = `after ${afterMs}`;
	const { sent, http } = await endpointAfter(key, grant('a'));
	jest.advanceTimersByTime(afterMs);
	const second = ask(key, http);
	await settled();
	expect(sent).toHaveLength(exchanges);
	sent[1]?.resolve(grant('b'));
	expect(await second).toBe(expected);
});

describe('when the token of the last exchange is the one that failed', () => {
	it('there is another exchange, one for all who ask', async () => {
		const { sent, http } = await endpointAfter('failed', grant('a'));
		const asked = Promise.all([1, 2, 3].map(async () => await ask('failed', http, 'a')));
		await settled();
		expect(sent).toHaveLength(2);
		sent[1]?.resolve(grant('b'));
		expect(await asked).toEqual(['b', 'b', 'b']);
	});

	it('those who waited for it go on together', async () => {
		const { sent, http } = endpoint();
		const first = ask('waited', http);
		await settled();
		const others = Promise.all([1, 2].map(async () => await ask('waited', http, 'a')));
		await settled();
		sent[0]?.resolve(grant('a'));
		expect(await first).toBe('a');
		await settled();
		expect(sent).toHaveLength(2);
		sent[1]?.resolve(grant('b'));
		expect(await others).toEqual(['b', 'b']);
	});
});

describe('a failure', () => {
	const refusal = { statusCode: 401, headers: {}, body: {} };
	const refused = 'The service rejected the client ID or the client secret';

	it('that will last is shared, so that a wrong secret is not sent for every item', async () => {
		const { sent, http } = endpoint();
		const asked = [1, 2, 3].map(async () => await ask('wrong', http));
		await settled();
		sent[0]?.resolve(refusal);
		for (const one of asked) await expect(one).rejects.toThrow(refused);
		await expect(ask('wrong', http)).rejects.toThrow(refused);
		expect(sent).toHaveLength(1);
	});

	it.each([
		['so that a person can try again', 5_000],
		['even when the clock is set back meanwhile', -3_600_000],
	])('that lasted is forgotten, %s', async (why, clock) => {
		const { sent, http } = await endpointAfter(why, refusal);
		jest.advanceTimersByTime(5_000);
		jest.setSystemTime(clock);
		const second = ask(why, http);
		await settled();
		sent[1]?.resolve(grant('a'));
		expect(await second).toBe('a');
	});

	it.each([
		['that may pass', { statusCode: 503, headers: {}, body: {} }, 3],
		['of another kind', undefined, 1],
	])('%s is not kept for who asks next', async (kind, failure, attempts) => {
		const { sent, http } = endpoint();
		const first = expect(ask(kind, http)).rejects.toThrow();
		for (let attempt = 0; attempt < attempts; attempt += 1) {
			await jest.advanceTimersByTimeAsync(1_000);
			sent[attempt]?.resolve(failure);
		}
		await first;
		const second = ask(kind, http);
		await settled();
		sent[attempts]?.resolve(grant('a'));
		expect(await second).toBe('a');
	});
});
