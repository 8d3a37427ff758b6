import { PassThrough } from 'node:stream';

import {
	readBody,
	readErrorBody,
	type StreamedResponse,
} from '../../../nodes/LearningPlatform/service/responseBody';

const quiet = new AbortController().signal;

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** A response whose body the test sends; `closed` says whether its connection was given up. */
function response({ timeoutMs = 60_000, signal = quiet } = {}) {
	const stream = new PassThrough();
	const state = { closed: false };
	const close = () => {
		state.closed = true;
		if (!stream.writableFinished) stream.destroy(new Error('The connection was closed'));
	};
	const streamed: StreamedResponse = { headers: {}, body: stream, close, timeoutMs, signal };
	return { stream, state, streamed };
}

const textRead = async (streamed: StreamedResponse) => (await readBody(streamed)).toString();

describe('a body is read to its end', () => {
	it('in one piece', async () => {
		const { stream, state, streamed } = response();
		stream.end('[{"_id":"a"}]');
		expect(await textRead(streamed)).toBe('[{"_id":"a"}]');
		expect(state.closed).toBe(true);
	});

	it('in pieces that cut a character in two', async () => {
		const { stream, streamed } = response();
		const bytes = Buffer.from('["é🙂"]');
		for (const byte of bytes) stream.write(Buffer.of(byte));
		stream.end();
		expect(await textRead(streamed)).toBe('["é🙂"]');
	});

	it('without anything in it', async () => {
		const { stream, streamed } = response();
		stream.end();
		expect(await textRead(streamed)).toBe('');
	});

	it('up to its bound, and no further', async () => {
		const megabyte = Buffer.alloc(1024 ** 2);
		const exact = response();
		for (let sent = 0; sent < 128; sent += 1) exact.stream.write(megabyte);
		exact.stream.end();
		expect(await readBody(exact.streamed)).toHaveLength(128 * 1024 ** 2);
		const { stream, state, streamed } = response();
		for (let sent = 0; sent < 130; sent += 1) stream.write(megabyte);
		await expect(readBody(streamed)).rejects.toMatchObject({
			message: 'The service answered with more data than a page can have',
			isTransient: false,
		});
		expect(state.closed).toBe(true);
	});

	it('however long it is', async () => {
		const { stream, streamed } = response();
		const megabyte = 'x'.repeat(1_000_000);
		stream.end(megabyte);
		expect(await textRead(streamed)).toHaveLength(1_000_000);
	});
});

describe('a body that breaks', () => {
	it.each([
		[
			'with the system’s code',
			Object.assign(new Error('reset'), { code: 'ECONNRESET' }),
			'ECONNRESET',
		],
		['without a code', new Error('aborted'), 'ERR_BODY_INCOMPLETE'],
		[
			'damaged',
			Object.assign(new Error('incorrect header check'), { code: 'Z_DATA_ERROR' }),
			'Z_DATA_ERROR',
		],
	])('is an error that may pass, %s', async (_how, broken, reason) => {
		const { stream, state, streamed } = response();
		const reading = readBody(streamed);
		stream.write('[');
		await settled();
		stream.destroy(broken);
		await expect(reading).rejects.toMatchObject({ reason, isTransient: true });
		expect(state.closed).toBe(true);
	});

	it('because its reader was told to stop, fails with the reason for that', async () => {
		const stop = new AbortController();
		const { stream, streamed } = response({ signal: stop.signal });
		const reading = readBody(streamed);
		stream.write('[');
		await settled();
		stop.abort(new Error('stopped'));
		stream.destroy(new Error('aborted'));
		await expect(reading).rejects.toThrow('stopped');
	});
});

describe('a body on which nothing comes', () => {
	/** Fires the timers of the reading, which are no timers of jest's. */
	function timers() {
		const started: { ms: number; fire: () => void }[] = [];
		jest.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
			const timer = new AbortController();
			started.push({
				ms,
				fire: () => {
					timer.abort();
				},
			});
			return timer.signal;
		});
		return started;
	}

	let now: number;

	beforeEach(() => {
		now = 0;
		jest.spyOn(performance, 'now').mockImplementation(() => now);
	});

	afterEach(() => {
		jest.restoreAllMocks();
	});

	it('is given up after the timeout, with an error that may pass', async () => {
		const started = timers();
		const { state, streamed } = response({ timeoutMs: 500 });
		const reading = readBody(streamed);
		now = 500;
		expect(started[0]?.ms).toBe(500);
		started[0]?.fire();
		expect(state.closed).toBe(true);
		await expect(reading).rejects.toMatchObject({ reason: 'ETIMEDOUT', isTransient: true });
	});

	it.each([
		['a moment before half of the timeout, stands still', 249, 'ETIMEDOUT'],
		['after half of the timeout, comes too slowly', 250, 'ERR_BODY_SLOW'],
	])('and that last brought something %s', async (_how, lastAt, reason) => {
		const started = timers();
		const { stream, streamed } = response({ timeoutMs: 500 });
		const reading = readBody(streamed);
		now = lastAt;
		stream.write('x');
		await settled();
		now = 500;
		started[0]?.fire();
		await expect(reading).rejects.toMatchObject({ reason });
	});

	it('is waited for as long as enough of it comes: a byte a millisecond', async () => {
		const started = timers();
		const { stream, state, streamed } = response({ timeoutMs: 500 });
		const reading = readBody(streamed);
		now = 300;
		stream.write('x'.repeat(500));
		await settled();
		now = 500;
		started[0]?.fire();
		expect(state.closed).toBe(false);
		expect(started[1]?.ms).toBe(300);
		now = 800;
		started[1]?.fire();
		expect(state.closed).toBe(true);
		await expect(reading).rejects.toMatchObject({ reason: 'ETIMEDOUT' });
	});

	it.each([
		['drips', 0],
		['drips after enough of it has come', 500],
	])('is given up when it %s, with the reason', async (_how, atOnce) => {
		const started = timers();
		const { stream, state, streamed } = response({ timeoutMs: 500 });
		const reading = readBody(streamed);
		stream.write('x'.repeat(atOnce));
		await settled();
		for (now = 0; now < 500; now += 10) {
			stream.write('x'.repeat(9));
			await settled();
		}
		started[0]?.fire();
		expect(state.closed).toBe(true);
		await expect(reading).rejects.toMatchObject({
			message: 'The answer of the service came too slowly',
			remedy: 'raiseTimeout',
			isTransient: true,
		});
	});

	it('cannot keep its connection open when no timer could be started', async () => {
		jest.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
			throw new RangeError('out of range');
		});
		const { stream, state, streamed } = response();
		stream.on('error', () => undefined);
		await expect(readBody(streamed)).rejects.toThrow('out of range');
		expect(state.closed).toBe(true);
	});

	it('leaves no timer behind when it was read', async () => {
		const started = timers();
		const { stream, state, streamed } = response({ timeoutMs: 500 });
		stream.end('[]');
		await readBody(streamed);
		state.closed = false;
		now = 500;
		started[0]?.fire();
		expect(state.closed).toBe(false);
	});
});

describe('the body of an error', () => {
	it('is read whole when it is short', async () => {
		const { stream, streamed } = response();
		stream.end('{"error":"x"}');
		expect(await readErrorBody(streamed)).toBe('{"error":"x"}');
	});

	it('is read no further than 64 kB and what is left, and its connection closed', async () => {
		const { stream, state, streamed } = response();
		const piece = 'x'.repeat(1_024);
		for (let sent = 0; sent < 200; sent += 1) stream.write(piece);
		const text = await readErrorBody(streamed);
		expect(text.length).toBeGreaterThanOrEqual(64 * 1024);
		expect(text.length).toBeLessThan(128 * 1024);
		expect(state.closed).toBe(true);
	});

	it('does not matter when it breaks', async () => {
		const { stream, streamed } = response();
		const reading = readErrorBody(streamed);
		stream.write('{');
		await settled();
		stream.destroy(new Error('reset'));
		expect(await reading).toBe('');
	});

	it('is not read to its end when the execution is stopped', async () => {
		const stop = new AbortController();
		const { stream, streamed } = response({ signal: stop.signal });
		const reading = readErrorBody(streamed);
		await settled();
		stop.abort(new Error('stopped'));
		stream.destroy(new Error('aborted'));
		await expect(reading).rejects.toThrow('stopped');
	});
});
