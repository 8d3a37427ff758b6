import type { Quirk } from '../service';
import type { Case } from './case';

/** Formats the link to the next page with `spell`. */
const spelled =
	(spell: (next: string) => string | string[]): Quirk =>
	(answer) => {
		answer.links = (next) => (next === undefined ? [] : [spell(next)].flat());
	};

/** Repeated `Link` headers (RFC 9110, section 5.3); test/unit/service/nextPage.test.ts covers the syntax. */
export const legalLinks: Case[] = [
	[
		'Links are in separate headers',
		'all records',
		spelled((n) => ['</a,b;c>; rel="first"', `<${n}>; rel=next`]),
	],
];

export const sloppyLinks: Case[] = [
	[
		'A link is folded across several lines',
		'all records or an error',
		spelled((next) => `<${next}>;\r\n rel="next"`),
	],
	[
		'The link is 17 kB long',
		'all records or an error',
		spelled((next) => `<${next}&a=${'x'.repeat(17_000)}>; rel="next"`),
	],
];
