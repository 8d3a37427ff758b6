import {
	neverQuote,
	quoteLink,
	serviceMessage,
} from '../../../nodes/LearningPlatform/failures/quote';

it.each<[what: string, body: string, read: object]>([
	['a code', '{"error":"invalid_token"}', { code: 'invalid_token' }],
	[
		'a code and a message inside an error',
		'{"error":{"code":"invalid_scope","message":"Scope courses:read is missing"}}',
		{ code: 'invalid_scope', text: 'Scope courses:read is missing' },
	],
	[
		'a code and a message next to each other',
		'{"code":"courseNotFound","message":"No such course"}',
		{ code: 'courseNotFound', text: 'No such course' },
	],
	[
		'an OAuth error with a description',
		'{"error":"invalid_request","error_description":"client_id is missing"}',
		{ code: 'invalid_request', text: 'client_id is missing' },
	],
	['an empty error with a code', '{"error":"","code":"x"}', { code: 'x' }],
	['text with control characters', 'Bad\u0000\u0007gateway', { text: 'Bad gateway' }],
	['text that contains tags', '{"message":"<b>Bad</b> gateway"}', { text: 'Bad gateway' }],
	['broken JSON', '{"error":', { text: '{"error":' }],
	['a token', `Bad token ${'abcdefghij0123456789'.repeat(2)}`, { text: 'Bad token [removed]' }],
	['a web token', 'Bad eyJhbGciOi.eyJzdWIiOiIx-MjM0_NTY3.ODkwIiwi', { text: 'Bad [removed]' }],
	['base64', 'Bad YWJjZGVmZ2hpamtsbW5vcHFy+c3R1dg==', { text: 'Bad [removed]' }],
	['an empty body', '', {}],
	['a web page after whitespace', '\n  <html></html>', {}],
	['JSON in an unknown format', '{"status":"broken","details":[1]}', {}],
	['null', 'null', {}],
])("reads the service's explanation from %s", (_what, body, read) => {
	expect(serviceMessage(body)).toEqual(read);
});

const quoted = (body: string) => serviceMessage(body).text;

it.each([
	['attendanceSheetNotBelongToClassroomSlot', 'attendanceSheetNotBelongToClassroomSlot'],
	['a1b2c3d4e5f6a1b2c3d4e5f6a1b2c3d4', '[removed]'],
	[`a1b2c3d4${'e'.repeat(32)}`, '[removed]'],
	['a'.repeat(201), '[removed]'],
])('quotes a long code only if it consists of letters: %s', (code, expected) => {
	const body = JSON.stringify({ error: { code, message: code } });
	expect(serviceMessage(body)).toEqual({ code: expected, text: '[removed]' });
});

it('removes only the secrets and tokens in use, no matter how short they are', () => {
	neverQuote('s3cret');
	neverQuote('lettersOnly');
	expect(serviceMessage('{"error":"lettersOnly"}').code).toBe('[removed]');
	neverQuote('is');
	expect(quoted('s3cret is wrong: s3cret')).toBe('[removed] is wrong: [removed]');
	expect(quoted(`${'word '.repeat(39)}s3cret`)).not.toContain('s3');
	neverQuote('s3cret2');
	expect(quoted('s3cret2 is wrong')).toBe('[removed] is wrong');
});

it('keeps words of normal length but shortens long text to one line of 200 characters', () => {
	const text = 'Rindfleischetikettierungsgesetz at 2026-01-31T00:00:00.000Z';
	expect(quoted(text)).toBe(text);
	const long = 'word '.repeat(100);
	expect(quoted(long)).toBe(`${long.slice(0, 200)}...`);
	const fits = 'word '.repeat(40).replace(/ $/, 's');
	expect(quoted(fits)).toBe(fits);
});

it('quickly reads 64 kB of text without a space', () => {
	const before = process.cpuUsage();
	expect(quoted('<'.padStart(32_000, 'a').repeat(2))).toMatch(/^.removed/);
	expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
});

describe('does not quote text that contains an escape sequence, which may hide a secret:', () => {
	it.each([
		'\\"',
		'\\u0022',
		'\\\\"',
		'\\x22',
		'\\042',
		'\\22 ',
		'%22',
		'%2522',
		' https://s.example/?a=%22',
		'%u0022',
		'&quot;',
		'&QUOT;',
		'&quot',
		'&#34;',
		'&#x22;',
		'&amp;quot;',
	])('%s', (escape) => {
		const message = `Bad: pass${escape}word`;
		const expected = { code: 'x', text: '[removed]' };
		expect(serviceMessage(JSON.stringify({ error: 'x', message }))).toEqual(expected);
		expect(serviceMessage(`{"error":"${message}`)).toEqual({ text: '[removed]' });
	});

	it('in a link or after the first 200 characters', () => {
		expect(quoteLink('<https://s.example/pass%22word>')).toBe('[removed]');
		expect(quoted(`${'word '.repeat(39)}pass%2Fword`)).toBe('[removed]');
	});

	it('but removes only the secret itself if the secret is known', () => {
		const secret = `p"a&s<s>'w\\d/%7 é+1`;
		neverQuote(secret);
		const message = `Bad: ${secret}. Q & A, 100 %, R&`;
		expect(quoted(JSON.stringify({ message }))).toBe('Bad: [removed]. Q & A, 100 %, R&');
	});
});
