import { cellText, withoutFormula } from '../../../nodes/LearningPlatform/export/cells';

describe('the text of a cell', () => {
	it.each<[what: string, value: unknown, text: string]>([
		['a text as it came', ' two  spaces ', ' two  spaces '],
		['an empty text', '', ''],
		['a date as it came', '2026-01-31T09:00:00.000Z', '2026-01-31T09:00:00.000Z'],
		['a whole number', 300, '300'],
		['a fraction', 0.1, '0.1'],
		['a negative number', -5, '-5'],
		['a large number', 12345678901, '12345678901'],
		['true', true, 'true'],
		['false', false, 'false'],
		['nothing for null', null, ''],
		['nothing for a missing field', undefined, ''],
		['a list as JSON', ['a', 'b"c', 1, null], '["a","b\\"c",1,null]'],
		['an empty list as JSON', [], '[]'],
		[
			'an object as JSON',
			{ lang: 'fr', name: { short: 'É' } },
			'{"lang":"fr","name":{"short":"É"}}',
		],
	])('is %s', (_what, value, text) => {
		expect(cellText(value)).toBe(text);
	});
});

describe('a formula', () => {
	it.each([
		['an equals sign', '=1+1', "'=1+1"],
		['a plus', '+1', "'+1"],
		['a minus', '-1', "'-1"],
		['an at sign', '@SUM(A1)', "'@SUM(A1)"],
		['a tab', '\t=1+1', "'\t=1+1"],
		['a carriage return', '\r=1+1', "'\r=1+1"],
	])('is a text that starts with %s: it gets an apostrophe', (_what, value, escaped) => {
		expect(withoutFormula(value)).toBe(escaped);
	});

	it.each<[what: string, value: unknown]>([
		['a text with the sign further on', 'a=1+1'],
		['an empty text', ''],
		['a text with an apostrophe already', "'=1+1"],
		['a negative number', -5],
		['a list', ['=1+1']],
		['null', null],
	])('is not %s', (_what, value) => {
		expect(withoutFormula(value)).toBe(value);
	});
});
