import { PassThrough } from 'node:stream';

import {
	parseJson,
	readBody,
	readErrorBody,
	type StreamedResponse,
} from '../../../nodes/LearningPlatform/service/body';

const quiet = new AbortController().signal;

const settled = async () => await new Promise((resolve) => setImmediate(resolve));

/** Creates a response with a body that the test writes. */
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

describe('reads an entire body', () => {
	it.each([
		['in one piece', ['[{"_id":"a"}]']],
		['in pieces of a single byte', Array.from(Buffer.from('["é🙂"]'), (byte) => Buffer.of(byte))],
		['that is empty', []],
	])('%s', async (_how, pieces) => {
		const { stream, state, streamed } = response();
		for (const piece of pieces) stream.write(piece);
		stream.end();
		const sent = Buffer.concat(pieces.map((piece) => Buffer.from(piece)));
		expect((await readBody(streamed)).equals(sent)).toBe(true);
		expect(state.closed).toBe(true);
	});

	it('of up to 128 MB but closes the connection if the body is longer', async () => {
		const longest = Buffer.alloc(128 * 1024 ** 2);
		const exact = response();
		exact.stream.end(longest);
		expect(await readBody(exact.streamed)).toHaveLength(longest.length);
		const { stream, state, streamed } = response();
		for (const piece of [longest, Buffer.alloc(1), longest]) stream.write(piece);
		await expect(readBody(streamed)).rejects.toMatchObject({
			kind: 'bodyTooLong',
			isTransient: false,
		});
		expect(state.closed).toBe(true);
	});
});

it.each([
	['ECONNRESET', 'ECONNRESET'],
	[undefined, 'ERR_BODY_INCOMPLETE'],
	['Z_DATA_ERROR', 'Z_DATA_ERROR'],
])('a request whose response is cut off with code %s is worth retrying', async (code, reason) => {
	const { stream, state, streamed } = response();
	const reading = readBody(streamed);
	stream.write('[');
	await settled();
	stream.destroy(Object.assign(new Error('broken'), code && { code }));
	await expect(reading).rejects.toMatchObject({ reason, isTransient: true });
	expect(state.closed).toBe(true);
});

it.each([
	['nothing arrives', 0],
	['single bytes keep arriving', 100],
])('a body times out even if %s', async (_what, bytes) => {
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

it("reads about 64 kB of an error response's body and closes the connection", async () => {
	const { stream, state, streamed } = response();
	const piece = 'x'.repeat(1_024);
	for (let sent = 0; sent < 200; sent += 1) stream.write(piece);
	const text = await readErrorBody(streamed);
	expect(text.length).toBeGreaterThanOrEqual(64 * 1024);
	expect(text.length).toBeLessThan(128 * 1024);
	expect(state.closed).toBe(true);
});

it('an error response whose body is interrupted has no text', async () => {
	const { stream, streamed } = response();
	const reading = readErrorBody(streamed);
	stream.write('{');
	await settled();
	stream.destroy(new Error('reset'));
	expect(await reading).toBe('');
});

it.each([
	['a page', readBody],
	['an error', readErrorBody],
])("aborting stops reading %s and throws the signal's reason", async (_, read) => {
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

describe('numbers', () => {
	const long = '9007199254740993';

	it.each([
		['beyond 2^53 become text', `[${long},-${long}]`, [long, `-${long}`]],
		['up to 2^53 stay numbers', '[9007199254740991,-9007199254740991]', [2 ** 53 - 1, 1 - 2 ** 53]],
		['beyond 2^53 with a fraction become text', `[-${long}.5]`, [`-${long}.5`]],
		['with a long fraction stay numbers', `[0.${long}]`, [0.9007199254740993]],
		['beyond 1.8e308 become text', '[1e400,-2.5E+400, 10e308]', ['1e400', '-2.5E+400', '10e308']],
		['with an exponent stay numbers', `[${long}e2,1E21]`, [9007199254740993e2, 1e21]],
		[
			'in strings stay the same',
			`["a ${long}, \\\\",${long},"\\"${long}"]`,
			[`a ${long}, \\`, long, `"${long}`],
		],
		['in names stay the same', `{"${long}":${long}}`, { [long]: long }],
	])('%s', (_which, json, value) => {
		expect(parsed(json)).toEqual(value);
	});

	it.each([`0${long}`, '01e400'])('that violate the JSON grammar are rejected: %s', (text) => {
		expect(() => parsed(`[${text}]`)).toThrow('bodyInvalid');
	});

	it('are parsed in linear time, even after long strings', () => {
		const text = `[${long},"${'\\\\\\"'.repeat(500_000)}",${'"a",'.repeat(100_000)}${long}]`;
		const before = process.cpuUsage();
		expect(parsed(text)).toHaveLength(100_003);
		expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
	});
});

it.each<[where: string, body: string | Buffer]>([
	['inside a letter', Buffer.from('[{"a":"Caf\xC3', 'latin1')],
	['inside a long string, in linear time', `[{"a":"${'\\"'.repeat(100_000)}`],
	['after a string that would overflow a stack', `[{"a":"${'\\"'.repeat(5_000_000)}",`],
])('a body is rejected if it was cut off %s', (_where, body) => {
	const before = process.cpuUsage();
	expect(() => parsed(body)).toThrow('bodyInvalid');
	expect(process.cpuUsage(before).user).toBeLessThan(10_000_000);
});

it('text that is not UTF-8 is rejected', () => {
	expect(() => parsed(Buffer.from('["Café"]', 'latin1'))).toThrow('bodyNotUtf8');
});
