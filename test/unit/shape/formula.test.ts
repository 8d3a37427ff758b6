import { withoutFormula } from '../../../nodes/LearningPlatform/shape';

describe('a formula', () => {
	it.each([
		['an equals sign', '=1+1', "'=1+1"],
		['a plus', '+1', "'+1"],
		['a minus', '-1', "'-1"],
		['an at sign', '@SUM(A1)', "'@SUM(A1)"],
		['a tab', '\t=1+1', "'\t=1+1"],
		['a carriage return', '\r=1+1', "'\r=1+1"],
		['line feeds before it', '\n\n=1+1', "'\n\n=1+1"],
		['a line feed and a tab', '\n\t=1', "'\n\t=1"],
		['an equals sign of full width', '＝1+1', "'＝1+1"],
		['a plus of full width', '＋1', "'＋1"],
		['a minus of full width', '－1', "'－1"],
		['an at sign of full width', '＠SUM(A1)', "'＠SUM(A1)"],
	])('is a text that starts with %s: it gets an apostrophe', (_what, value, escaped) => {
		expect(withoutFormula(value)).toBe(escaped);
	});

	it.each<[what: string, value: unknown]>([
		['a text with the sign further on', 'a=1+1'],
		['an empty text', ''],
		['a line feed alone', '\n'],
		['a text on its second line', '\nname'],
		['a text with an apostrophe already', "'=1+1"],
		['a negative number', -5],
		['a list', ['=1+1']],
		['null', null],
	])('is not %s', (_what, value) => {
		expect(withoutFormula(value)).toBe(value);
	});
});
