import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { listPages } from '../../../nodes/LearningPlatform/service';
import { connectionTo, firstPage } from './answers';

const page = 'https://service.example/api/v2/courses?status[eq]=published';
const next = 'https://service.example/api/v2/courses?next=abc';

/** The next page after one that came with this field. */
const nextAfter = async (link: string | string[] | undefined, pageUrl = page) =>
	(await firstPage({ link, body: '[]' }, pageUrl)).next;

/** Whether a page with this field has a next one, as far as its headers say. */
async function announced(link: string | undefined) {
	const said: boolean[] = [];
	const onHeaders = (_page: number, hasNext: boolean) => {
		said.push(hasNext);
	};
	const connection = await connectionTo({ link, body: '[]' });
	await listPages(connection, page, { ahead: 0, onHeaders }).next();
	return said;
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
	])('%s', async (_what, target, expected) => {
		expect(await nextAfter(`<${target}>; rel="next"`)).toBe(expected);
	});

	it.each([
		['a colon in place of its escape', 'a%3Ab', 'a:b'],
		['an escape in place of a colon', 'a:b', 'a%3Ab'],
		['escapes in other letters', '%c3%a9', '%C3%A9'],
		['a slash at its end', 'roles', 'roles/'],
		['no slash at its end', 'roles/', 'roles'],
		['an escape that is none', '100%', '100%'],
	])('that of the same list, written with %s', async (_how, asked, linked) => {
		const listed = `https://service.example/api/v2/lists/${asked}`;
		const target = `https://service.example/api/v2/lists/${linked}?next=abc`;
		expect(await nextAfter(`<${target}>; rel="next"`, listed)).toBe(target);
	});

	it('found in the second of several fields', async () => {
		const fields = ['</first>; rel="first"', `<${next}>; rel="next"`];
		expect(await nextAfter(fields)).toBe(next);
	});

	it('below a path prefix', async () => {
		const prefixed = 'https://service.example/prefix/api/v2/courses';
		expect(await nextAfter('<?next=abc>; rel="next"', prefixed)).toBe(`${prefixed}?next=abc`);
	});
});

it.each([
	['the header is missing', undefined],
	['the header is empty', ''],
	['several headers are empty', ', '],
	['no link is called next', `<${next}>; rel="prev"`],
])('there is no next page when %s', async (_why, header) => {
	expect(await nextAfter(header)).toBeUndefined();
	expect(await announced(header)).toEqual([false]);
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
	])('%s', async (_what, field, quote) => {
		const error: unknown = await nextAfter(field).catch((failure: unknown) => failure);
		expect(error).toMatchObject({
			message: 'The link to the next page cannot be read',
			description: expect.stringContaining(quote) as string,
			isTransient: false,
		});
		expect((error as UserFacingError).description).not.toMatch(/eyJza2lw|next=abc|[<>]/);
		expect(await announced(field)).toEqual([true]);
	});

	it('the first of several fields', async () => {
		const fields = ['garbage', `<${next}>; rel="next"`];
		await expect(nextAfter(fields)).rejects.toThrow('cannot be read');
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
		['the path with two slashes at its end', 'https://service.example/api/v2/courses//?next=abc'],
		['a path with an escaped slash', 'https://service.example/api/v2%2Fcourses?next=abc'],
		['the path in capitals', 'https://service.example/API/v2/courses?next=abc'],
		['inline data', 'data:application/json,[]'],
		['a file', 'file:///api/v2/courses'],
		['a script', 'javascript:alert(1)'],
		['no address at all', 'https://'],
		['a port that cannot be', 'https://service.example:99999/api/v2/courses'],
	])('%s', async (_where, target) => {
		const follow = nextAfter(`<${target}>; rel="next"`);
		await expect(follow).rejects.toThrow(UserFacingError);
		await expect(follow).rejects.toThrow('The link to the next page leads to another address');
	});
});
