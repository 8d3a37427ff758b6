import type { Manner } from '../service';
import { onPage, wrapped, type Case } from './case';

const quoted = (next: string | undefined) => (next === undefined ? 'null' : `"${next}"`);

/** Pages that say the same as plain lists; test/unit/service/records.test.ts has the forms of one page. */
export const legalPages: Case[] = [
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
	['The second page is empty but has a next one', 'all', emptySecondPage()],
];

/** Pages whose status is 200, and that are not those of the list. */
export const brokenPages: Case[] = [
	[
		'An error stands in place of the last page',
		'an error',
		onPage(3, (answer) => (answer.text = () => '{"error":"maintenance"}')),
	],
	['Each page is sent twice', 'all or an error', stutter()],
	[
		'The last page is a copy of the one before',
		'all or an error',
		onPage(3, (answer, { service }) => {
			answer.records = service.records.slice(2, 4);
		}),
	],
];

/** What the second page holds back comes with the third one. */
function emptySecondPage(): Manner {
	return (answer, { page, service }) => {
		if (page === 2) answer.records = [];
		if (page === 3) answer.records.unshift(...service.records.slice(2, 4));
	};
}

/** Follows each page by the same one under another cursor. */
function stutter(): Manner {
	return (answer, { request }) => {
		const here = `http://${request.headers.get('host') ?? ''}${request.target}`;
		const again = here.includes('?') ? `${here}&again` : `${here}?next=&again`;
		if (!here.endsWith('&again')) answer.next = again;
	};
}
