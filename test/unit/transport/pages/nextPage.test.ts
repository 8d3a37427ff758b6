import { ServiceError } from '../../../../nodes/LearningPlatform/transport/errors/serviceError';
import {
	hasNextPage,
	nextPageUrl,
} from '../../../../nodes/LearningPlatform/transport/pages/nextPage';

const page = 'https://service.example/api/v2/courses?status[eq]=published';
const next = 'https://service.example/api/v2/courses?next=abc';

describe('the address of the next page is', () => {
	it.each([
		['the target as written', next, next],
		[
			'the target as written, even with characters that a URL parser would rewrite',
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
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

	it('found in the second of several fields', () => {
		const fields = ['</first>; rel="first"', `<${next}>; rel="next"`];
		expect(nextPageUrl(fields, page)).toBe(next);
	});

	it('below a path prefix', () => {
		const prefixed = 'https://service.example/prefix/api/v2/courses';
		expect(nextPageUrl('<?next=abc>; rel="next"', prefixed)).toBe(`${prefixed}?next=abc`);
	});
});

it.each([
	['the header is missing', undefined],
	['no link is called next', `<${next}>; rel="prev"`],
])('there is no next page when %s', (_why, header) => {
	expect(nextPageUrl(header, page)).toBeUndefined();
	expect(hasNextPage(header)).toBe(false);
});

describe('a field that cannot be read is an error, which quotes it without its cursor:', () => {
	const cursor = 'eyJza2lwIjo1MDB9.QUJD';

	it.each([
		['an empty field', '', 'sent "Link: ".'],
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
		const follow = () => nextPageUrl(field, page);
		expect(follow).toThrow('The link to the next page cannot be read');
		expect(follow).toThrow(
			expect.objectContaining({
				description: expect.stringContaining(quote) as string,
				isTransient: false,
			}) as Error,
		);
		expect(follow).not.toThrow(
			expect.objectContaining({
				description: expect.stringMatching(/eyJza2lw|next=abc|[<>]/) as string,
			}) as Error,
		);
		expect(hasNextPage(field)).toBe(true);
	});

	it('the first of several fields', () => {
		const fields = ['garbage', `<${next}>; rel="next"`];
		expect(() => nextPageUrl(fields, page)).toThrow('cannot be read');
	});
});

describe('a link is refused that leads to', () => {
	it.each([
		['another host', 'https://evil.example/api/v2/courses?next=abc'],
		['another host without a scheme', '//evil.example/api/v2/courses?next=abc'],
		['another host behind backslashes', '\\\\evil.example\\api\\v2\\courses?next=abc'],
		['another host behind a slash and a backslash', '/\\evil.example/api/v2/courses'],
		['a host that begins like this one', 'https://service.example.evil.example/api/v2/courses'],
		['a host that ends like this one', 'https://evil-service.example/api/v2/courses'],
		[
			'a host behind a user name like this one',
			'https://service.example@evil.example/api/v2/courses',
		],
		['a host below this one', 'https://eu.service.example/api/v2/courses'],
		['this host with a dot at its end', 'https://service.example./api/v2/courses'],
		['another port', 'https://service.example:8443/api/v2/courses?next=abc'],
		['another scheme', 'http://service.example/api/v2/courses?next=abc'],
		['this host with a user name', 'https://user@service.example/api/v2/courses?next=abc'],
		['this host with a password', 'https://:secret@service.example/api/v2/courses?next=abc'],
		['another list', 'https://service.example/api/v2/groups?next=abc'],
		['another list, out of this path', 'https://service.example/api/v2/courses/../groups'],
		['another list, out of this path in escapes', '/api/v2/courses/%2e%2e/groups?next=abc'],
		['a path below this one', 'https://service.example/api/v2/courses/all?next=abc'],
		['the path with a slash at its end', 'https://service.example/api/v2/courses/?next=abc'],
		['the path in capitals', 'https://service.example/API/v2/courses?next=abc'],
		['inline data', 'data:application/json,[]'],
		['a file', 'file:///api/v2/courses'],
		['a script', 'javascript:alert(1)'],
		['no address at all', 'https://'],
		['a port that cannot be', 'https://service.example:99999/api/v2/courses'],
	])('%s', (_where, target) => {
		const follow = () => nextPageUrl(`<${target}>; rel="next"`, page);
		expect(follow).toThrow(ServiceError);
		expect(follow).toThrow('The link to the next page leads to another address');
	});
});
