import { withoutFormula } from '../../../nodes/LearningPlatform/shape';

it.each([...['=', '+', '-', '@', '\t', '\r', '\n\n=', '\n\t', '＝', '＋', '－', '＠']])(
	'a text that starts with %j is a formula: it gets an apostrophe',
	(start) => {
		expect(withoutFormula(`${start}1`)).toBe(`'${start}1`);
	},
);

it.each([...['a=1', '', '\n', '\nname', "'=1"], -5, ['=1+1'], null])('%j is none', (value) => {
	expect(withoutFormula(value)).toBe(value);
});
