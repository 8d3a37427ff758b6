import type { Manner } from '../service';
import { text, wrapped, type Case } from './case';

const quoted = (next: string | undefined) => (next === undefined ? 'null' : `"${next}"`);

/** Forms of a page that say the same as the plain list. */
export const legalEnvelopes: Case[] = [
	[
		'The list is in "items", behind a count',
		'all',
		wrapped((list) => `{"count":5,"items":${list}}`),
	],
	[
		'The list is in "results", and a link agrees',
		'all',
		wrapped((l, n) => `{"next":${quoted(n)},"results":${l}}`),
	],
	[
		'The list is in "records", and says how it goes on',
		'all',
		wrapped((l, n) => `{"has_more":${n !== undefined},"records":${l}}`),
	],
	['The page begins with a byte order mark', 'all', text((list) => `\uFEFF${list}`)],
	[
		'The page is escaped to ASCII',
		'all',
		text((list) =>
			list.replace(/[^\x20-\x7e]/g, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`),
		),
	],
	['The second page is empty but has a next one', 'all', emptySecondPage()],
];

/** What the second page holds back comes with the third one. */
function emptySecondPage(): Manner {
	return (answer, { page, service }) => {
		if (page === 2) answer.records = [];
		if (page === 3) answer.records.unshift(...service.records.slice(2, 4));
	};
}
