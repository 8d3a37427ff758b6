import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { nextOf, nextPageUrl } from '../../../nodes/LearningPlatform/service/nextPage';

const page = 'https://service.example/api/v2/courses?status[eq]=published';
const next = 'https://service.example/api/v2/courses?next=abc';

function failureOf(follow: () => unknown): UserFacingError {
	try {
		follow();
	} catch (error) {
		if (error instanceof UserFacingError) return error;
	}
	throw new Error('It was followed.');
}

describe('the address of the next page is', () => {
	it.each([
		['the target as written', next, next],
		[
			'the target as written, even with characters that a URL parser would rewrite',
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
		],
		[
			'in UTF-8, which Node.js decodes as Latin-1',
			Buffer.from('/api/v2/courses?name[eq]=Sécurité&next=日').toString('latin1'),
			new URL('/api/v2/courses?name[eq]=Sécurité&next=日', page).href,
		],
		[
			'in Latin-1, as bytes that are no UTF-8 have to be',
			'/api/v2/courses?name[eq]=Sécurité',
			new URL('/api/v2/courses?name[eq]=Sécurité', page).href,
		],
		['resolved from a query', '?next=abc', next],
		['resolved from a path', '/api/v2/courses?next=abc', next],
		['resolved from a relative path', 'courses?next=abc', next],
		[
			'resolved from an address without a scheme',
			'//service.example/api/v2/courses?next=abc',
			next,
		],
		[
			'the same origin with its port spelled out',
			'https://service.example:443/api/v2/courses?next=abc',
			next,
		],
		['the same origin in capitals', 'HTTPS://SERVICE.example/api/v2/courses?next=abc', next],
	])('%s', (_what, target, expected) => {
		expect(nextPageUrl(`<${target}>; rel="next"`, page)).toBe(expected);
	});

	it.each([
		['a colon in place of its escape', 'a%3Ab', 'a:b'],
		['an escape in place of a colon', 'a:b', 'a%3Ab'],
		['escapes in other letters', '%c3%a9', '%C3%A9'],
		['a slash at its end', 'roles', 'roles/'],
		['no slash at its end', 'roles/', 'roles'],
		['an escape that is none', '100%', '100%'],
	])('that of the same list, written with %s', (_how, asked, linked) => {
		const listed = `https://service.example/api/v2/lists/${asked}`;
		const target = `https://service.example/api/v2/lists/${linked}?next=abc`;
		expect(nextPageUrl(`<${target}>; rel="next"`, listed)).toBe(target);
	});

	it('found in the second of several fields', () => {
		const fields = ['</first>; rel="first"', `<${next}>; rel="next"`];
		expect(nextPageUrl(fields, page)).toBe(next);
	});

	it('below a path prefix', () => {
		const prefixed = 'https://service.example/prefix/api/v2/courses';
		expect(nextPageUrl('<?next=abc>; rel="next"', prefixed)).toBe(`${prefixed}?next=abc`);
	});
});

describe('a field that cannot be read is an error, which quotes it without its cursor:', () => {
	const cursor = 'eyJza2lwIjo1MDB9.QUJD';

	it.each([
		['text before the link', `garbage, <${next}>; rel="next"`, '"Link: garbage, https://service'],
		[
			'a target that is not closed',
			`<${page}&next=${cursor}; rel="next"`,
			'courses?...; rel="next"".',
		],
		[
			'a target without brackets',
			`${next}${cursor}`,
			'"Link: https://service.example/api/v2/courses?...".',
		],
		['a query alone', `next=${cursor}; rel=next`, '"Link: next=...; rel=next".'],
		['a cursor by itself', `${cursor}; rel=next`, '; rel=next".'],
		['a token', 'Bearer abcdefghijklmnop0123456789', '"Link: Bearer [removed]".'],
		['markup', '<b onclick="x">, next', '"Link: b onclick=..., next".'],
		['characters beyond ASCII', 'é\u0007next', '"Link: next".'],
		['a very long field', 'a '.repeat(40_000), `"Link: ${'a '.repeat(50)}...".`],
	])('%s', (_what, field, quote) => {
		const description = failureOf(() => nextPageUrl(field, page)).description;
		expect(description).toContain(quote);
		expect(description).not.toMatch(/eyJza2lw|next=abc|[<>]/);
		expect(nextOf(field, page).kind).toBe('unknown');
	});

	it('the first of several fields', () => {
		const fields = ['garbage', `<${next}>; rel="next"`];
		expect(() => nextPageUrl(fields, page)).toThrow('cannot be read');
	});
});

describe('a link is refused that leads to', () => {
	it.each([
		['another host', 'https://evil.example/api/v2/courses?next=abc'],
		['another host behind backslashes', '\\\\evil.example\\api\\v2\\courses?next=abc'],
		['a host that begins like this one', 'https://service.example.evil.example/api/v2/courses'],
		['this host with a dot at its end', 'https://service.example./api/v2/courses'],
		['this host with a user name', 'https://user@service.example/api/v2/courses?next=abc'],
		['another list', 'https://service.example/api/v2/groups?next=abc'],
		['another list, out of this path', 'https://service.example/api/v2/courses/../groups'],
		['another list, out of this path in escapes', '/api/v2/courses/%2e%2e/groups?next=abc'],
		['a path below this one', 'https://service.example/api/v2/courses/all?next=abc'],
		['the path with two slashes at its end', 'https://service.example/api/v2/courses//?next=abc'],
		['a path with an escaped slash', 'https://service.example/api/v2%2Fcourses?next=abc'],
		['the path in capitals', 'https://service.example/API/v2/courses?next=abc'],
		['inline data', 'data:application/json,[]'],
		['no address at all', 'https://'],
		['a port that cannot be', 'https://service.example:99999/api/v2/courses'],
	])('%s', (_where, target) => {
		const { message } = failureOf(() => nextPageUrl(`<${target}>; rel="next"`, page));
		expect(message).toBe('The link to the next page leads to another address');
	});

	it.each([
		['//evil.example/api/v2/courses?next=abc', 'https://evil.example/api/v2/courses.'],
		['https://secret@service.example/api/v2/groups', 'https://service.example/api/v2/groups.'],
	])('and the error names both places: %s', (target, place) => {
		const { description } = failureOf(() => nextPageUrl(`<${target}>; rel="next"`, page));
		expect(description).toContain(
			`It leads from https://service.example/api/v2/courses to ${place}`,
		);
		expect(description).not.toMatch(/abc|secret/);
	});
});

describe('the next page is found in', () => {
	it.each([
		['the form of the specification', `<${next}>; rel="next"`],
		['a rel without quotes', `<${next}>;rel=next`],
		['a rel in capitals', `<${next}>; REL="NEXT"`],
		['a rel behind other parameters', `<${next}>; title="Page 2"; type=text; rel="next"`],
		['a rel with several values', `<${next}>; rel="last next"`],
		['a rel with an extension relation beside it', `<${next}>; rel="https://x.example/r next"`],
		['the second of several links', `</one>; rel="prev", <${next}>; rel="next"`],
		['links divided by several commas', `</one>; rel="prev", , ,<${next}>; rel="next"`],
		['a field that begins with commas', `, ,<${next}>; rel="next"`],
		['spaces and tabs wherever they may be', ` \t<${next}> \t; \trel \t= \t"next" \t`],
		['spaces inside the angle brackets', `< ${next} >; rel="next"`],
		['empty parameters', `<${next}>;; ;rel="next";`],
		['a parameter without a value before it', `<${next}>; crossorigin; rel="next"`],
		['a quoted comma before it', `</one>; title="a, b"; rel="prev", <${next}>; rel="next"`],
		['a quoted link before it', `</one>; title="<two>; rel=\\"next\\"", <${next}>; rel="next"`],
		['an escaped quote before it', `<${next}>; title="5\\" wide"; rel="next"`],
		['an escape inside the rel itself', `<${next}>; rel="n\\ext"`],
		['a title with an asterisk before it', `<${next}>; title*=UTF-8''%e2%82%ac; rel="next"`],
		['the first of two rels on one link', `<${next}>; rel="next"; rel="prev"`],
		['the first of two next links', `<${next}>; rel="next", </other>; rel="next"`],
		['a link after one without a rel', `</one>, <${next}>; rel="next"`],
		['the link before one that is broken', `<${next}>; rel="next", </three`],
		['the link before text that is none', `<${next}>; rel="next" broken <`],
	])('%s', (_where, header) => {
		expect(nextPageUrl(header, page)).toBe(next);
	});
});

describe('there is no next page in', () => {
	it.each([
		['a header that is missing', undefined],
		['a header that is empty', ''],
		['several headers that are empty', ', '],
		['a link with another rel', `<${next}>; rel="prev"`],
		['a rel that only contains the word', `<${next}>; rel="nextpage"`],
		['a rel that has the word with a hyphen', `<${next}>; rel="not-next"`],
		['the second of two rels on one link', `<${next}>; rel="prev"; rel="next"`],
		['a relation with a dot and digits', `<${next}>; rel="Page2.next-1"`],
		['an extension relation', `<${next}>; rel="https://x.example/r,next"`],
		['a title that quotes a link', `</one>; title="<${next}>; rel=next"; rel="prev"`],
		['a field that ends with a comma', '</one>; rel="prev", '],
	])('%s', (_where, header) => {
		expect(nextPageUrl(header, page)).toBeUndefined();
		expect(nextOf(header, page).kind).toBe('end');
	});
});

describe('a next page may hide in', () => {
	it.each([
		['text', 'garbage'],
		['text before a link', `garbage, <${next}>; rel="next"`],
		['text after another link', `</one>; rel="prev" junk, <${next}>; rel="next"`],
		['an address without angle brackets', `${next}; rel="next"`],
		['a link without its closing bracket', `<${next}; rel="next"`],
		['a link with an empty target', '<>; rel="next"'],
		['a target with a bracket in it', `<${next}>b>; rel="next"`],
		['a link without a rel', `<${next}>`],
		['a link without a rel beside another one', `<${next}>, </one>; rel="prev"`],
		['a rel that is empty', `<${next}>; rel=""`],
		['a rel without a value', `<${next}>; rel`],
		['a rel in single quotes', `<${next}>; rel='next'`],
		['a rel with a comma at its end', `<${next}>; rel="next,"`],
		['a rel with an underscore', `<${next}>; rel="next_page"`],
		['a rel that begins with a digit', `<${next}>; rel="2next"`],
		['a rel of a scheme alone', `<${next}>; rel="next:"`],
		['a parameter whose name only ends in rel', `<${next}>; xrel="next"`],
		['the rev of a link', `<${next}>; rev="next"`],
		['an equals sign without a name', `<${next}>; ="next"`],
		['a rel that is never closed', `<${next}>; rel="next`],
		['a quote that swallows the next field', `</one>; rel="prev, <${next}>; rel="next"`],
	])('%s', (_where, header) => {
		expect(() => nextPageUrl(header, page)).toThrow('cannot be read');
	});
});

it.each([
	['opening brackets', '<'],
	['links that are never closed', '<a'],
	['links without a relation', '<>,'],
	['parameters', '<a>; b=c; ,'],
	['spaces', `<a>${' '.repeat(30_000)};`],
	['semicolons', `<a>${'; '.repeat(15_000)},`],
	['quotes', '<a>; b="'],
	['an endless quote', `<a>; b="${'\\"'.repeat(15_000)}`],
	['relation types', `<a>; rel="${'2 '.repeat(15_000)}",`],
])('64 kB of hostile text are read in an instant: %s', (_what, piece) => {
	const header = piece.repeat(64_000 / piece.length);
	const before = process.cpuUsage();
	expect(() => nextPageUrl(header, page)).toThrow('cannot be read');
	// Processor time, because others may use the machine too.
	expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
