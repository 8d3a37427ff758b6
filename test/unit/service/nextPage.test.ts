import { Failure } from '../../../nodes/LearningPlatform/failures/failure';
import type { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { nextPageUrl } from '../../../nodes/LearningPlatform/service/nextPage';
import { shownFor } from '../worded';

const page = 'https://service.example/api/v2/courses?status[eq]=published';
const next = 'https://service.example/api/v2/courses?next=abc';

function failureOf(follow: () => unknown): UserFacingError {
	try {
		follow();
	} catch (error) {
		if (error instanceof Failure) return shownFor(error);
	}
	throw new Error('The link was followed.');
}

describe('returns the URL of the next page', () => {
	it.each([
		[
			'as written, with characters that a URL parser would rewrite',
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
			`https://service.example/api/v2/courses?next=a|b'c"d[e]é`,
		],
		[
			'in UTF-8, which Node.js decodes as Latin-1',
			Buffer.from('/api/v2/courses?name[eq]=Sécurité&next=日').toString('latin1'),
			new URL('/api/v2/courses?name[eq]=Sécurité&next=日', page).href,
		],
		[
			'in Latin-1',
			'/api/v2/courses?name[eq]=Sécurité',
			new URL('/api/v2/courses?name[eq]=Sécurité', page).href,
		],
	])('%s', (_what, target, expected) => {
		expect(nextPageUrl(`<${target}>; rel="next"`, page)).toBe(expected);
	});

	it.each([
		['a%3Ab', 'a:b'],
		['a:b', 'a%3Ab'],
		['roles', 'roles/'],
		['roles/', 'roles'],
	])('of the %s list spelled as %s', (asked, linked) => {
		const listed = `https://service.example/api/v2/lists/${asked}`;
		const target = `https://service.example/api/v2/lists/${linked}?next=abc`;
		expect(nextPageUrl(`<${target}>; rel="next"`, listed)).toBe(target);
	});

	it('from the second of two Link headers', () => {
		const fields = ['</first>; rel="first"', `<${next}>; rel="next"`];
		expect(nextPageUrl(fields, page)).toBe(next);
	});
});

describe('quotes an unreadable header without its cursor:', () => {
	const cursor = 'eyJza2lwIjo1MDB9.QUJD';

	it.each([
		['text before the link', `garbage, <${next}>; rel="next"`, '"Link: garbage, https://service'],
		['only a cursor', `${cursor}; rel=next`, '; rel=next".'],
		['a token', 'Bearer abcdefghijklmnop0123456789', '"Link: Bearer [removed]".'],
		['control characters', 'é\u0007next', '"Link: next".'],
	])('%s', (_what, field, quote) => {
		const description = failureOf(() => nextPageUrl(field, page)).description;
		expect(description).toContain(quote);
		expect(description).not.toMatch(/eyJza2lw|next=abc|[<>]/);
	});
});

describe('rejects a link to', () => {
	it.each([
		['a different host', 'https://evil.example/api/v2/courses?next=abc'],
		['a different host after backslashes', '\\\\evil.example\\api\\v2\\courses?next=abc'],
		['the host with a trailing dot', 'https://service.example./api/v2/courses'],
		['the host with a user name', 'https://user@service.example/api/v2/courses?next=abc'],
		['a different list through an escaped path', '/api/v2/courses/%2e%2e/groups?next=abc'],
		['a path under this list', 'https://service.example/api/v2/courses/all?next=abc'],
		['an escaped slash', 'https://service.example/api/v2%2Fcourses?next=abc'],
		['an uppercase path', 'https://service.example/API/v2/courses?next=abc'],
		['inline data', 'data:application/json,[]'],
		['an empty URL', 'https://'],
		['an invalid port', 'https://service.example:99999/api/v2/courses'],
	])('%s', (_where, target) => {
		const { message } = failureOf(() => nextPageUrl(`<${target}>; rel="next"`, page));
		expect(message).toBe('The link to the next page points to a different address');
	});

	it.each([
		['//evil.example/api/v2/courses?next=abc', 'https://evil.example/api/v2/courses.'],
		['https://secret@service.example/api/v2/groups', 'https://service.example/api/v2/groups.'],
	])('%s and names both addresses', (target, place) => {
		const { description } = failureOf(() => nextPageUrl(`<${target}>; rel="next"`, page));
		expect(description).toContain(
			`It points from https://service.example/api/v2/courses to ${place} The node did not follow the link`,
		);
		expect(description).not.toMatch(/abc|secret/);
	});
});

describe('finds the next page in', () => {
	it.each([
		["the specification's format", `<${next}>; rel="next"`],
		['a rel without quotes', `<${next}>;rel=next`],
		['an uppercase rel', `<${next}>; REL="NEXT"`],
		['a rel with several values', `<${next}>; rel="last next"`],
		['a rel with an extension relation', `<${next}>; rel="https://x.example/r next"`],
		['spaces and tabs', ` \t< ${next} > \t; \trel \t= \t"next" \t`],
		['a parameter without a value', `<${next}>; crossorigin; rel="next"`],
		['a link after a quoted comma', `</one>; title="a, b"; rel="prev", <${next}>; rel="next"`],
		['a link after a quoted link', `</one>; title="<two>; rel=\\"next\\"", <${next}>; rel="next"`],
		['a rel after an escaped quote', `<${next}>; title="5\\" wide"; rel="next"`],
		['a rel with an escape', `<${next}>; rel="n\\ext"`],
		['the first of two rels', `<${next}>; rel="next"; rel="prev"`],
		['the first of two next links', `<${next}>; rel="next", </other>; rel="next"`],
	])('%s', (_where, header) => {
		expect(nextPageUrl(header, page)).toBe(next);
	});
});

describe('does not find a next page in', () => {
	it.each([
		['no header', undefined],
		['a rel with a dot and digits', `<${next}>; rel="Page2.next-1"`],
		['an extension relation', `<${next}>; rel="https://x.example/r,next"`],
		['a title with a link', `</one>; title="<${next}>; rel=next"; rel="prev"`],
		['a link before a comma', '</one>; rel="prev", '],
	])('%s', (_where, header) => {
		expect(nextPageUrl(header, page)).toBeUndefined();
	});
});

describe('throws an error, rather than ending the list, for a header with', () => {
	it.each([
		['text', 'garbage'],
		['text on the first of two lines', ['garbage', `<${next}>; rel="next"`]],
		['text after another link', `</one>; rel="prev" junk, <${next}>; rel="next"`],
		['an empty target', '<>; rel="next"'],
		['a target with a bracket', `<${next}>b>; rel="next"`],
		['a missing rel', `<${next}>`],
		['a missing rel before another link', `<${next}>, </one>; rel="prev"`],
		['single quotes', `<${next}>; rel='next'`],
		['a rel with a comma', `<${next}>; rel="next,"`],
		['a rel with an underscore', `<${next}>; rel="next_page"`],
		['a rel that begins with a digit', `<${next}>; rel="2next"`],
		['a rel with an empty scheme', `<${next}>; rel="next:"`],
		['a quote that swallows the next link', `</one>; rel="prev, <${next}>; rel="next"`],
	])('%s', (_where, header) => {
		expect(() => nextPageUrl(header, page)).toThrow('linkUnreadable');
	});
});

it.each([
	['unclosed links', '<a'],
	['an unclosed quote of 30 kB', `<a>; b="${'\\"'.repeat(15_000)}`],
])('quickly reads 64 kB of hostile text: %s', (_what, piece) => {
	const header = piece.repeat(64_000 / piece.length);
	const before = process.cpuUsage();
	expect(() => nextPageUrl(header, page)).toThrow('linkUnreadable');
	// Measures CPU time because other programs can slow down the machine.
	expect(process.cpuUsage(before).user).toBeLessThan(500_000);
});
