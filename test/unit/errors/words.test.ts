import { neverQuote, quoteLink, serviceMessage } from '../../../nodes/LearningPlatform/errors';

describe('the service’s words are read from', () => {
	it.each([
		['a code', '{"error":"invalid_token"}', { code: 'invalid_token' }],
		[
			'a code and a message inside an error',
			'{"error":{"code":"invalid_scope","message":"Scope courses:read is missing"}}',
			{ code: 'invalid_scope', text: 'Scope courses:read is missing' },
		],
		[
			'a code and a message beside each other',
			'{"code":"courseNotFound","message":"No such course"}',
			{ code: 'courseNotFound', text: 'No such course' },
		],
		[
			'an OAuth error with a description',
			'{"error":"invalid_request","error_description":"client_id is missing"}',
			{ code: 'invalid_request', text: 'client_id is missing' },
		],
		['only a message', '{"message":"Broken"}', { text: 'Broken' }],
		['an error without a code', '{"error":{"message":"Broken"}}', { text: 'Broken' }],
		['an error that is empty, with a code', '{"error":"","code":"x"}', { code: 'x' }],
		['JSON text', '"Not allowed"', { text: 'Not allowed' }],
		['plain text', ' Bad gateway\n', { text: 'Bad gateway' }],
		['text with control characters', 'Bad\u0000\u0007gateway', { text: 'Bad gateway' }],
		['text with tags in it', '{"message":"<b>Bad</b> gateway"}', { text: 'Bad gateway' }],
		['broken JSON', '{"error":', { text: '{"error":' }],
	])('%s', (_where, body, said) => {
		expect(serviceMessage(body)).toEqual(said);
	});
});

describe('there is nothing to read in', () => {
	it.each([
		['an empty body', ''],
		['a web page behind spaces', '\n  <html></html>'],
		['JSON of another kind', '{"status":"broken","details":[1]}'],
		['JSON that is null', 'null'],
		['a JSON list', '[{"error":"x"}]'],
		['codes and messages that are no text', '{"code":7,"message":{"a":1}}'],
	])('%s', (_where, body) => {
		expect(serviceMessage(body)).toEqual({});
	});
});

it.each([
	[
		'a token in a message',
		'{"message":"Bad token abcdefghijklmnopqrstuvwxyz0123456789"}',
		'Bad token [removed]',
	],
	[
		'a token with dots and dashes',
		`Refused: eyJhbGciOi.eyJzdWIiOiIx-MjM0_NTY3.ODkwIiwi`,
		'Refused: [removed]',
	],
	['a secret in base64', 'secret YWJjZGVmZ2hpamtsbW5vcHFy+c3R1dg==', 'secret [removed]'],
])('%s is taken out', (_what, body, text) => {
	expect(serviceMessage(body).text).toBe(text);
});

it.each([
	['attendanceSheetNotBelongToClassroomSlot', 'attendanceSheetNotBelongToClassroomSlot'],
	['a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4', '[removed]'],
	[`a1b2c3d4${'e'.repeat(32)}`, '[removed]'],
	['a'.repeat(201), '[removed]'],
])('of long codes only those of letters are no secrets: %s', (code, expected) => {
	expect(serviceMessage(JSON.stringify({ error: { code, message: code } }))).toEqual({
		code: expected,
		text: '[removed]',
	});
});

it('the secrets and tokens in use are taken out, however short they are, and the rest is kept', () => {
	neverQuote('s3cret');
	neverQuote('lettersOnly');
	expect(serviceMessage('{"error":"lettersOnly"}').code).toBe('[removed]');
	neverQuote('is');
	expect(serviceMessage('s3cret is wrong: s3cret').text).toBe('[removed] is wrong: [removed]');
	expect(serviceMessage(`${'word '.repeat(39)}s3cret`).text).not.toContain('s3');
	neverQuote('s3cret2');
	expect(serviceMessage('s3cret2 is wrong').text).toBe('[removed] is wrong');
});

it('words of normal length are left alone', () => {
	const text = 'Rindfleischetikettierungsgesetz at 2026-01-31T00:00:00.000Z';
	expect(serviceMessage(text).text).toBe(text);
});

it('a long text is cut to one line of 200 characters', () => {
	const long = 'word '.repeat(100);
	expect(serviceMessage(long).text).toBe(`${long.slice(0, 200)}...`);
	const fits = 'word '.repeat(40).replace(/ $/, 's');
	expect(serviceMessage(fits).text).toBe(fits);
});

it('64 kB without a space are read at once', () => {
	const before = process.cpuUsage();
	expect(serviceMessage('<'.padStart(32_000, 'a').repeat(2)).text).toMatch(/^.removed/);
	expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

describe('a text with an escape in it is not quoted, since a secret may be behind it:', () => {
	it.each([
		['of JSON', '\\"'],
		['of JSON in ASCII', '\\u0022'],
		['of JSON within JSON', '\\\\"'],
		['of C', '\\x22'],
		['in octal digits', '\\042'],
		['of CSS', '\\22 '],
		['of an address', '%22'],
		['of an address within an address', '%2522'],
		['of the query of an address', ' https://s.example/?a=%22'],
		['of JavaScript', '%u0022'],
		['of HTML, by name', '&quot;'],
		['of HTML, in capitals', '&QUOT;'],
		['of HTML, without its end', '&quot'],
		['of HTML, by number', '&#34;'],
		['of HTML, in hexadecimal digits', '&#x22;'],
		['of HTML within HTML', '&amp;quot;'],
	])('%s', (_whose, escape) => {
		const message = `Bad: pass${escape}word`;
		const expected = { code: 'x', text: '[removed]' };
		expect(serviceMessage(JSON.stringify({ error: 'x', message }))).toEqual(expected);
		expect(serviceMessage(`{"error":"${message}`)).toEqual({ text: '[removed]' });
	});

	it('nor is a link with one in its path', () => {
		expect(quoteLink('<https://s.example/pass%22word>')).toBe('[removed]');
	});

	it('even if the text is too long to be quoted whole', () => {
		const text = `${'word '.repeat(39)}pass%2Fword`;
		expect(serviceMessage(text)).toEqual({ text: '[removed]' });
	});

	it('but a secret as it is does not hide the rest', () => {
		const secret = `p"a&s<s>'w\\d/%7 é+1`;
		neverQuote(secret);
		const message = `Bad: ${secret}. Q & A, 100 %, R&`;
		expect(serviceMessage(JSON.stringify({ message }))).toEqual({
			text: 'Bad: [removed]. Q & A, 100 %, R&',
		});
	});
});
