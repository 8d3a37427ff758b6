import { PassThrough } from 'node:stream';

import {
	parseJson,
	readBody,
	readErrorBody,
	type StreamedResponse,
} from '../../../nodes/LearningPlatform/service/body';

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

describe('a body is read to its end', () => {
	it.each([
		['in one piece', ['[{"_id":"a"}]']],
		[
			'in pieces that cut a character in two',
			Array.from(Buffer.from('["é🙂"]'), (byte) => Buffer.of(byte)),
		],
		['without anything in it', []],
		['however long it is', ['x'.repeat(1_000_000)]],
	])('%s', async (_how, pieces) => {
		const { stream, state, streamed } = response();
		for (const piece of pieces) stream.write(piece);
		stream.end();
		const sent = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
		expect((await readBody(streamed)).equals(sent)).toBe(true);
		expect(state.closed).toBe(true);
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
});

describe('a body that breaks', () => {
	it.each([
		['with the system’s code', 'ECONNRESET', 'ECONNRESET'],
		['without a code', undefined, 'ERR_BODY_INCOMPLETE'],
		['damaged', 'Z_DATA_ERROR', 'Z_DATA_ERROR'],
	])('is an error that may pass, %s', async (_how, code, reason) => {
		const { stream, state, streamed } = response();
		const reading = readBody(streamed);
		stream.write('[');
		await settled();
		stream.destroy(Object.assign(new Error('broken'), code && { code }));
		await expect(reading).rejects.toMatchObject({ reason, isTransient: true });
		expect(state.closed).toBe(true);
	});
});

it.each([
	['nothing comes', 0],
	['a byte comes again and again', 100],
])('a body that is not whole within the timeout is given up: %s', async (_what, bytes) => {
	const timer = new AbortController();
	const timeout = jest.spyOn(AbortSignal, 'timeout').mockReturnValue(timer.signal);
	const { stream, state, streamed } = response({ timeoutMs: 500 });
	const reading = readBody(streamed);
	for (let sent = 0; sent < bytes; sent += 1) {
		stream.write('x');
		await settled();
	}
	expect(timeout.mock.calls).toEqual([[500]]);
	expect(state.closed).toBe(false);
	timer.abort(new Error('late'));
	timeout.mockRestore();
	await expect(reading).rejects.toMatchObject({ reason: 'ETIMEDOUT', isTransient: true });
	expect(state.closed).toBe(true);
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
});

it.each([
	['a page', readBody],
	['an error', readErrorBody],
])('a body whose reader is told to stop fails with the reason for that: %s', async (_, read) => {
	const stop = new AbortController();
	const { stream, streamed } = response({ signal: stop.signal });
	const reading = read(streamed);
	stream.write('[');
	await settled();
	stop.abort(new Error('stopped'));
	stream.destroy(new Error('aborted'));
	await expect(reading).rejects.toThrow('stopped');
});

const parsed = (json: string | Buffer) => parseJson(Buffer.from(json), 'a list');

describe('numbers of JSON', () => {
	const long = '9007199254740993';

	it.each([
		['beyond 2^53 are text', `[${long},-${long}]`, [long, `-${long}`]],
		['up to 2^53 are numbers', '[9007199254740991,-9007199254740991]', [2 ** 53 - 1, 1 - 2 ** 53]],
		[
			'with a fraction are numbers',
			`[0.${long},${long}.5]`,
			[0.9007199254740993, Number(`${long}.5`)],
		],
		['with an exponent are numbers', `[${long}e2,1E21]`, [9007199254740993e2, 1e21]],
		[
			'in texts are left alone',
			`["a ${long}, \\\\",${long},"\\"${long}"]`,
			[`a ${long}, \\`, long, `"${long}`],
		],
		['in names are left alone', `{"${long}":${long}}`, { [long]: long }],
		[
			'in records of many',
			`{"a":{"b":[${long}],"c":${long}},"d":1}`,
			{ a: { b: [long], c: long }, d: 1 },
		],
	])('%s', (_which, json, value) => {
		expect(parsed(json)).toEqual(value);
	});

	it('that break the grammar are no JSON, however long they are', () => {
		expect(() => parsed(`[0${long}]`)).toThrow('not JSON');
	});

	it('are found in linear time, behind texts of any length', () => {
		const text = `[${long},"${'\\\\\\"'.repeat(500_000)}",${'"a",'.repeat(100_000)}${long}]`;
		const before = process.cpuUsage();
		expect(parsed(text)).toHaveLength(100_003);
		expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
	});
});

it('letters that are no UTF-8 are an error', () => {
	expect(() => parsed(Buffer.from('["Café"]', 'latin1'))).toThrow(
		'The service sent text that is not UTF-8',
	);
});
