import type { Manner } from '../service';
import { onPage, type Case } from './case';

/** Valid pages; test/unit/service/records.test.ts covers the formats of a page. */
export const legalPages: Case[] = [
	['The second page is empty but has a next page', 'all records', emptySecondPage()],
];

/** Pages with status 200 and incorrect content. */
export const brokenPages: Case[] = [
	[
		'An error replaces the last page',
		'an error',
		onPage(3, (answer) => (answer.text = () => '{"error":"maintenance"}')),
	],
	['Every page is sent twice', 'all records or an error', stutter()],
	[
		'The last page repeats the previous page',
		'all records or an error',
		onPage(3, (answer, { service }) => {
			answer.records = service.records.slice(2, 4);
		}),
	],
];

/** Moves the records of the second page to the third. */
function emptySecondPage(): Manner {
	return (answer, { page, service }) => {
		if (page === 2) answer.records = [];
		if (page === 3) answer.records.unshift(...service.records.slice(2, 4));
	};
}

/** Sends each page again with a different cursor. */
function stutter(): Manner {
	return (answer, { request }) => {
		const here = `http://${request.headers.get('host') ?? ''}${request.target}`;
		const again = here.includes('?') ? `${here}&again` : `${here}?next=&again`;
		if (!here.endsWith('&again')) answer.next = again;
	};
}
