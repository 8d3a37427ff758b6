import { findLinkTarget, readLinks } from '../../../nodes/LearningPlatform/service/linkHeader';

const next = 'https://service.example/api/v2/courses?next=abc';

describe('the next page is found in', () => {
	it.each([
		['the form of the specification', `<${next}>; rel="next"`],
		['a rel without quotes', `<${next}>;rel=next`],
		['a rel in capitals', `<${next}>; REL="NEXT"`],
		['a rel behind other parameters', `<${next}>; title="Page 2"; type=text; rel="next"`],
		['a rel in front of other parameters', `<${next}>; rel="next"; title="Page 2"`],
		['a rel with several values', `<${next}>; rel="last next"`],
		['a rel with several values, divided by a tab', `<${next}>; rel="next\tlast"`],
		['a rel with an extension relation beside it', `<${next}>; rel="https://x.example/r next"`],
		['the second of several links', `</one>; rel="prev", <${next}>; rel="next"`],
		['links without a space between them', `</one>;rel="prev",<${next}>;rel="next"`],
		['links divided by several commas', `</one>; rel="prev", , ,<${next}>; rel="next"`],
		['a field that begins with commas', `, ,<${next}>; rel="next"`],
		['spaces and tabs wherever they may be', ` \t<${next}> \t; \trel \t= \t"next" \t`],
		['spaces inside the angle brackets', `< ${next} >; rel="next"`],
		['empty parameters', `<${next}>;; ;rel="next";`],
		['a parameter without a value before it', `<${next}>; crossorigin; rel="next"`],
		['a quoted comma before it', `</one>; title="a, b"; rel="prev", <${next}>; rel="next"`],
		['a quoted semicolon before it', `<${next}>; title="a; rel=prev"; rel="next"`],
		['a quoted link before it', `</one>; title="<two>; rel=\\"next\\"", <${next}>; rel="next"`],
		['an escaped quote before it', `<${next}>; title="5\\" wide"; rel="next"`],
		['an escaped backslash before it', `<${next}>; title="C:\\\\"; rel="next"`],
		['an escape inside the rel itself', `<${next}>; rel="n\\ext"`],
		['a title with an asterisk before it', `<${next}>; title*=UTF-8''%e2%82%ac; rel="next"`],
		['the first of two rels on one link', `<${next}>; rel="next"; rel="prev"`],
		['the first of two next links', `<${next}>; rel="next", </other>; rel="next"`],
		['a link after one without a rel', `</one>, <${next}>; rel="next"`],
		['the link before one that is broken', `<${next}>; rel="next", </three`],
		['the link before text that is none', `<${next}>; rel="next" broken <`],
	])('%s', (_where, header) => {
		expect(findLinkTarget(header, 'next')).toBe(next);
	});
});

describe('there is no next page in', () => {
	it.each([
		['a link with another rel', `<${next}>; rel="prev"`],
		['a rel that only contains the word', `<${next}>; rel="nextpage"`],
		['a rel that has the word with a hyphen', `<${next}>; rel="not-next"`],
		['the second of two rels on one link', `<${next}>; rel="prev"; rel="next"`],
		['a relation with a dot and digits', `<${next}>; rel="Page2.next-1"`],
		['an extension relation', `<${next}>; rel="https://x.example/r,next"`],
		['a title that quotes a link', `</one>; title="<${next}>; rel=next"; rel="prev"`],
		['a field that ends with a comma', '</one>; rel="prev", '],
	])('%s', (_where, header) => {
		expect(findLinkTarget(header, 'next')).toBeUndefined();
	});
});

describe('a next page may hide in', () => {
	it.each([
		['an empty field', ''],
		['spaces and commas', ' ,\t, '],
		['text', 'garbage'],
		['text before a link', `garbage, <${next}>; rel="next"`],
		['text before a link, without a comma', `next <${next}>; rel="next"`],
		['text after another link', `</one>; rel="prev" junk, <${next}>; rel="next"`],
		['an address without angle brackets', `${next}; rel="next"`],
		['a link without its closing bracket', `<${next}; rel="next"`],
		['a link without its opening bracket', `${next}>; rel="next"`],
		['a link without a target', '; rel="next"'],
		['a link with an empty target', '<>; rel="next"'],
		['a target with a bracket in it', `<${next}>b>; rel="next"`],
		['a link without a rel', `<${next}>`],
		['a link without a rel beside another one', `<${next}>, </one>; rel="prev"`],
		['a rel that is empty', `<${next}>; rel=""`],
		['a rel of spaces', `<${next}>; rel=" "`],
		['a rel without a value', `<${next}>; rel`],
		['a rel in single quotes', `<${next}>; rel='next'`],
		['a rel in escaped quotes', `<${next}>; rel=\\"next\\"`],
		['a rel in quotes of HTML', `<${next}>; rel=&quot;next&quot;`],
		['a rel with a comma at its end', `<${next}>; rel="next,"`],
		['relation types divided by commas', `<${next}>; rel="prev,next"`],
		['a rel with an underscore', `<${next}>; rel="next_page"`],
		['a rel that begins with a digit', `<${next}>; rel="2next"`],
		['a rel of a scheme alone', `<${next}>; rel="next:"`],
		['a parameter whose name only ends in rel', `<${next}>; xrel="next"`],
		['the rev of a link', `<${next}>; rev="next"`],
		['an equals sign without a name', `<${next}>; ="next"`],
		['a rel that is never closed', `<${next}>; rel="next`],
		['a quote that swallows the next field', `</one>; rel="prev, <${next}>; rel="next"`],
	])('%s', (_where, header) => {
		expect(() => findLinkTarget(header, 'next')).toThrow(SyntaxError);
	});
});

describe('a target is handed over as written', () => {
	it.each([
		['relative', '/api/v2/courses?next=abc'],
		['only a query', '?next=abc'],
		['with a comma and a semicolon', 'https://service.example/?next=a,b;c'],
		['with escapes and brackets', 'https://service.example/?a[eq]=%5B&next=x%2By%3D%3D'],
		['with a quote', 'https://service.example/?next="a"'],
	])('%s', (_what, target) => {
		expect(findLinkTarget(`<${target}>; rel="next"`, 'next')).toBe(target);
	});
});

it('links come with all their parameters, names in lower case', () => {
	const header = '<a>; REL="next last"; Title="x \\"y\\", z"; flag; n = 1, <b>;rel=prev';
	expect([...readLinks(header)]).toEqual([
		{
			target: 'a',
			parameters: [
				['rel', 'next last'],
				['title', 'x "y", z'],
				['flag', ''],
				['n', '1'],
			],
		},
		{ target: 'b', parameters: [['rel', 'prev']] },
	]);
});

describe('1 MB of hostile text is read in linear time:', () => {
	const megabyte = 1_000_000;
	const repeated = (piece: string) => piece.repeat(Math.ceil(megabyte / piece.length));

	it.each([
		['opening brackets', repeated('<')],
		['links that are never closed', repeated('<a')],
		['links without parameters', repeated('<>,')],
		['commas', repeated(',')],
		['spaces', repeated(' ')],
		['spaces behind a link', `<a>${repeated(' ')}`],
		['spaces behind a parameter', `<a>; b${repeated(' ')}`],
		['semicolons', `<a>${repeated(';')}`],
		['parameters', `<a>${repeated('; b=c')}`],
		[
			'parameters of different names',
			`<a>;${Array.from({ length: 100_000 }, (_, n) => `p${n}=1`).join(';')}`,
		],
		['equals signs', `<a>; b${repeated('=')}`],
		['a quote that is never closed', `<a>; b="${repeated('x')}`],
		['quotes', `<a>; b=${repeated('"')}`],
		['escaped quotes', `<a>; b="${repeated('\\"')}`],
		['backslashes', `<a>; b="${repeated('\\')}`],
		['quoted strings without end', repeated('<a>; b="')],
		['relation types', `<a>; rel="${repeated('x ')}"`],
		['spaces in a rel', `<a>; rel="${repeated(' \t')}"`],
	])('%s', (_what, header) => {
		const before = process.cpuUsage();
		try {
			expect([...readLinks(header)]).not.toEqual([]);
		} catch (error) {
			expect(error).toBeInstanceOf(SyntaxError);
		}
		// Processor time, because others may use the machine too: linear reading takes some ten milliseconds,
		// anything quadratic minutes.
		expect(process.cpuUsage(before).user).toBeLessThan(2_000_000);
	});
});
