import { parseJson } from '../../../nodes/LearningPlatform/service/json';

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
		expect(parseJson(Buffer.from(json), undefined, 'a list')).toEqual(value);
	});

	it('that break the grammar are no JSON, however long they are', () => {
		expect(() => parseJson(Buffer.from(`[0${long}]`), undefined, 'a list')).toThrow('not JSON');
	});

	it('are found in linear time, behind texts of any length', () => {
		const text = `[${long},"${'\\\\\\"'.repeat(1_000_000)}",${'"a",'.repeat(500_000)}${long}]`;
		const before = process.cpuUsage();
		expect(parseJson(Buffer.from(text), undefined, 'a list')).toHaveLength(500_003);
		expect(process.cpuUsage(before).user).toBeLessThan(4_000_000);
	});
});

describe('the charset of a body', () => {
	const name = (bytes: Buffer, type?: string) => parseJson(bytes, type, 'a list');

	it.each([
		['UTF-8 unless it says another', 'utf8', undefined],
		['UTF-8', 'utf8', 'application/json; charset=UTF-8'],
		['Latin 1', 'latin1', 'application/json;charset="iso-8859-1"'],
		['UTF-8 that is called otherwise', 'utf8', 'application/json; charset=iso-8859-1'],
		['UTF-16', 'utf16le', 'application/json; profile=x; charset=utf-16le'],
	] as const)('is %s', (_what, encoding, type) => {
		expect(name(Buffer.from('"Café"', encoding), type)).toBe('Café');
	});

	it('is an error when nobody knows it', () => {
		expect(() => name(Buffer.from('[]'), 'application/json; charset=klingon')).toThrow(
			'The service answered in a charset that this node does not know',
		);
	});
});
