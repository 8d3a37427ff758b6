import type { Manner } from '../service';
import type { Case } from './case';

type Spell = (next: string) => string | string[];

/** The same spelling on every page that has a next one. */
const spelled =
	(spell: Spell): Manner =>
	(answer) => {
		answer.links = (next) => (next === undefined ? [] : [spell(next)].flat());
	};

/** A link that is on every page, the last one included. */
const beside =
	(...links: string[]): Manner =>
	(answer) => {
		answer.links = (next) => [...links, ...(next === undefined ? [] : [`<${next}>; rel="next"`])];
	};

const queryOf = (next: string) => new URL(next).search;

/** `Link` as RFC 8288 allows it: section 3 has the grammar, appendix B the ways to read it. */
export const legalLinks: Case[] = [
	['A relation is a token', 'all', spelled((next) => `<${next}>;rel=next`)],
	['Names and relations are in upper case', 'all', spelled((next) => `<${next}>; REL="NEXT"`)],
	[
		'There is white space wherever it may be',
		'all',
		spelled((n) => `\t<${n}> \t;  rel \t= "next"\t`),
	],
	['A link has several relations', 'all', spelled((next) => `<${next}>; rel="last next"`)],
	['Relations stand far apart', 'all', spelled((next) => `<${next}>; rel="  last   next "`)],
	[
		'A relation is an address',
		'all',
		spelled((next) => `<${next}>; rel="https://x.example/r next"`),
	],
	[
		'The relation comes last',
		'all',
		spelled((next) => `<${next}>; title="More"; type="a/b"; rel="next"`),
	],
	[
		'A quoted text is full of traps',
		'all',
		spelled((n) => `<${n}>; title="a, <b>; rel=\\"prev\\" \\\\"; rel=next`),
	],
	[
		'A title has a language and a charset',
		'all',
		spelled((n) => `<${n}>; title*=UTF-8'de'n%c3%a4chste; rel=next`),
	],
	['A parameter has no value', 'all', spelled((next) => `<${next}>; crossorigin; rel="next"`)],
	[
		'Of several relations the first counts',
		'all',
		spelled((next) => `<${next}>; rel="next"; rel="prev"`),
	],
	['A quoted pair hides a letter', 'all', spelled((next) => `<${next}>; rel="n\\ext"`)],
	['The list of links has empty members', 'all', spelled((next) => `, ,<${next}>; rel="next", ,`)],
	[
		'Other links come before',
		'all',
		spelled((n) => `</>; rel="first", </x>; rel=prev, <${n}>; rel=next`),
	],
	[
		'Links come in fields of their own',
		'all',
		spelled((n) => ['</a,b;c>; rel="first"', `<${n}>; rel=next`]),
	],
	[
		'The next link is followed by others',
		'all',
		spelled((n) => `<${n}>; rel=next, <${n}x>; rel="last"`),
	],
	['The target is a query', 'all', spelled((next) => `<${queryOf(next)}>; rel="next"`)],
	['The target is a path', 'all', spelled((n) => `</api/v2/courses${queryOf(n)}>; rel="next"`)],
	['The target is relative', 'all', spelled((next) => `<courses${queryOf(next)}>; rel="next"`)],
	['The target climbs', 'all', spelled((next) => `<../v2/./courses${queryOf(next)}>; rel="next"`)],
	[
		'The target has no scheme',
		'all',
		spelled((next) => `<${next.replace('http:', '')}>; rel="next"`),
	],
	[
		'Scheme in upper case',
		'all',
		spelled((next) => `<${next.replace('http', 'HTTP')}>; rel="next"`),
	],
	[
		'The path is percent-encoded',
		'all',
		spelled((n) => `<${n.replace('courses', '%63ourses')}>; rel=next`),
	],
	['The target has a fragment', 'all', spelled((next) => `<${next}#page>; rel="next"`)],
	[
		'The target has further parameters',
		'all',
		spelled((n) => `<${n}&a[eq]=x,y;z&b=%22%3E>; rel="next"`),
	],
	['Each page describes itself', 'all', beside('</api/v2/courses>; rel="self collection"')],
	[
		'A style sheet is preloaded',
		'all',
		beside('</a.css>; rel=preload; as=style, </b>; rel=preconnect'),
	],
	['A title says rel="next"', 'all', beside('</a>; rel="help"; title="; rel=\\"next\\""')],
	['A relation of somebody else ends in next', 'all', beside('</a>; rel="https://x.example/next"')],
	['A first relation hides a second', 'all', beside('</a>; rel="help"; rel="next"')],
	['The field is empty on the last page', 'all', beside('')],
	[
		'The next of another document comes before',
		'all',
		spelled((n) => [`<${n}x>; rel=next; anchor="/other"`, `<${n}>; rel="next"`]),
	],
];

/** What grammar forbids, or what leaves open where the list goes on. */
export const sloppyLinks: Case[] = [
	['Quotes are typographic', 'an error', spelled((next) => `<${next}>; rel=\u0093next\u0094`)],
	['Quotes are single', 'all or an error', spelled((next) => `<${next}>; rel='next'`)],
	['Quotes are escaped', 'all or an error', spelled((next) => `<${next}>; rel=\\"next\\"`)],
	['Quotes are HTML', 'all or an error', spelled((next) => `<${next}>; rel=&quot;next&quot;`)],
	['Quotes are percent-encoded', 'all or an error', spelled((n) => `<${n}>; rel=%22next%22`)],
	['Quotes are not closed', 'all or an error', spelled((next) => `<${next}>; rel="next`)],
	[
		'Relations have commas between them',
		'all or an error',
		spelled((n) => `<${n}>; rel="prev,next"`),
	],
	['A relation ends with a comma', 'all or an error', spelled((next) => `<${next}>; rel="next,"`)],
	['A relation ends with a semicolon', 'all or an error', spelled((n) => `<${n}>; rel="next;"`)],
	['A relation has a colon', 'all or an error', spelled((next) => `<${next}>; rel: next`)],
	['There is no relation', 'all or an error', spelled((next) => `<${next}>`)],
	['The relation is empty', 'all or an error', spelled((next) => `<${next}>; rel=""`)],
	['The relation is next_page', 'all or an error', spelled((next) => `<${next}>; rel="next_page"`)],
	[
		'The relation has a space that is none',
		'all or an error',
		spelled((n) => `<${n}>; rel="\u00a0next"`),
	],
	[
		'The parameter is called relation',
		'all or an error',
		spelled((next) => `<${next}>; relation="next"`),
	],
	['The parameter is rev', 'all or an error', spelled((next) => `<${next}>; rev="prev"`)],
	['The semicolon is missing', 'all or an error', spelled((next) => `<${next}> rel="next"`)],
	['The brackets are missing', 'all or an error', spelled((next) => `${next}; rel="next"`)],
	['The bracket is not closed', 'all or an error', spelled((next) => `<${next}; rel="next"`)],
	['The target is empty', 'all or an error', spelled(() => '<>; rel="next"')],
	[
		'The target is of another host',
		/another address/,
		spelled((n) => `<${n.replace('127.0.0.1', 'evil.example')}>; rel=next`),
	],
	[
		'The target is another list',
		/another address/,
		spelled((n) => `<${n.replace('courses', 'groups')}>; rel=next`),
	],
	[
		'The target has a trailing slash',
		'all or an error',
		spelled((n) => `<${n.replace('?', '/?')}>; rel="next"`),
	],
	[
		'The target is encoded twice',
		'all or an error',
		spelled((n) => `<${encodeURI(n).replace('?', '%3F')}>; rel=next`),
	],
	[
		'The target has HTML entities',
		'all or an error',
		spelled((n) => `<${n.replace('?', '?a=b&amp;')}>; rel=next`),
	],
	[
		'A link is broken over lines',
		'all or an error',
		spelled((next) => `<${next}>;\r\n rel="next"`),
	],
	[
		'Two links are next',
		'all or an error',
		spelled((n) => [`<${n}>; rel=next`, `<${n}x>; rel=next`]),
	],
	[
		'A broken link hides the next one',
		'all or an error',
		spelled((n) => `</a>; title="b, <${n}>; rel="next"`),
	],
	['Links are JSON', 'all or an error', spelled((next) => `{"next":"${next}"}`)],
	[
		'The target leads back',
		'all or an error',
		spelled((next) => `<${next.replace(/\?.*/, '')}>; rel="next"`),
	],
	[
		'The next of another document is on each page',
		'all or an error',
		beside('</o?next=1>; rel="next"; anchor="/other"'),
	],
	[
		'The next link names its own page',
		'all or an error',
		spelled((n) => `<${n}>; rel=next; anchor="/api/v2/courses"`),
	],
	[
		'The next link is of the document itself',
		'all or an error',
		spelled((n) => `<${n}>; rel=next; anchor="#list"`),
	],
];
