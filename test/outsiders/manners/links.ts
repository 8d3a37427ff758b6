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
	[
		'A quoted text is full of traps',
		'all',
		spelled((n) => `<${n}>; title="a, <b>; rel=\\"prev\\" \\\\"; rel=next`),
	],
	[
		'Links come in fields of their own',
		'all',
		spelled((n) => ['</a,b;c>; rel="first"', `<${n}>; rel=next`]),
	],
	['The target is a path', 'all', spelled((n) => `</api/v2/courses${queryOf(n)}>; rel="next"`)],
	[
		'The path is percent-encoded',
		'all',
		spelled((n) => `<${n.replace('courses', '%63ourses')}>; rel=next`),
	],
	['Each page describes itself', 'all', beside('</api/v2/courses>; rel="self collection"')],
	['The field is empty on the last page', 'all', beside('')],
];

/** What grammar forbids, or what leaves open where the list goes on. */
export const sloppyLinks: Case[] = [
	['Quotes are typographic', 'an error', spelled((next) => `<${next}>; rel=\u0093next\u0094`)],
	[
		'A link is broken over lines',
		'all or an error',
		spelled((next) => `<${next}>;\r\n rel="next"`),
	],
	[
		'The target leads back',
		/sent a page of the list twice/,
		spelled((next) => `<${next.replace(/\?.*/, '')}>; rel="next"`),
	],
];
