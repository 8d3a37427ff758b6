import { csvRowWriter } from '../../../nodes/LearningPlatform/export/csvRow';

const row = (values: unknown[], style: { delimiter?: string; escapeFormulas?: boolean } = {}) =>
	csvRowWriter({ delimiter: ',', escapeFormulas: true, ...style })(values);

describe('a row of CSV (RFC 4180)', () => {
	it.each<[what: string, values: unknown[], line: string]>([
		['ends with CR LF', ['a'], 'a\r\n'],
		['has its fields in order', ['a', 1, true], 'a,1,true\r\n'],
		['has an empty field for nothing', ['a', null, undefined, ''], 'a,,,\r\n'],
		['quotes a field with the delimiter', ['a,b', 'c'], '"a,b",c\r\n'],
		['doubles the quotes in a quoted field', ['say "hi"'], '"say ""hi"""\r\n'],
		['quotes a field that is a quote', ['"', '""'], '"""",""""""\r\n'],
		['quotes a field with a line feed', ['a\nb'], '"a\nb"\r\n'],
		['quotes a field with a carriage return', ['a\rb'], '"a\rb"\r\n'],
		['keeps spaces around a field', [' a ', ' '], ' a , \r\n'],
		['leaves other delimiters alone', ['a;b\tc'], 'a;b\tc\r\n'],
		['quotes JSON in it', [['a', 'b']], '"[""a"",""b""]"\r\n'],
		['escapes a formula within its quotes', ['=A1,"x"'], '"\'=A1,""x"""\r\n'],
		['is no empty line when its only field is empty', [''], '""\r\n'],
	])('%s', (_what, values, line) => {
		expect(row(values)).toBe(line);
	});

	it.each([
		['semicolon', ';', 'a;"b;c";d,e;f\tg\r\n'],
		['tab', '\t', 'a\tb;c\td,e\t"f\tg"\r\n'],
	])('can have a %s between its fields', (_name, delimiter, line) => {
		expect(row(['a', 'b;c', 'd,e', 'f\tg'], { delimiter })).toBe(line);
	});

	it('leaves formulas alone when told to', () => {
		expect(row(['=1+1', -1], { escapeFormulas: false })).toBe('=1+1,-1\r\n');
	});

	it('quotes a text of a megabyte as it does a short one', () => {
		const text = 'x"\n'.repeat(350_000);
		expect(row([text])).toBe(`"${text.replace(/"/g, '""')}"\r\n`);
	});
});
