import type { Manner } from '../service';
import { onPage, text, type Case } from './case';

/** The records of a page, as a service reads its own JSON. */
const parsed = (list: string) => JSON.parse(list) as { _id: string }[];

const page = (json: string) => text(() => json);

/** What is no page of records, although its status is 200. */
export const brokenBodies: Case[] = [
	[
		'A warning of PHP stands before the list',
		'an error',
		text((l) => `<br />\n<b>Notice</b>: x\n${l}`),
	],
	['A warning stands behind the list', 'an error', text((l) => `${l}\nWarning: out of memory`)],
	[
		'Each record is a line',
		'all or an error',
		text((l) =>
			parsed(l)
				.map((record) => JSON.stringify(record))
				.join('\n'),
		),
	],
	['A number is NaN', 'an error', text((l) => l.replace(/"duration":\d/, '"duration":NaN'))],
	['The list is cut at a record', 'an error', text((l) => l.replace(/,\{"_id":"c\d".*$/, ''))],
	[
		'An error stands in place of the last page',
		'an error',
		onPage(3, page('{"error":"maintenance"}')),
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

/** Follows each page by the same one under another cursor. */
function stutter(): Manner {
	return (answer, { request }) => {
		const here = `http://${request.headers.get('host') ?? ''}${request.target}`;
		const again = here.includes('?') ? `${here}&again` : `${here}?next=&again`;
		if (!here.endsWith('&again')) answer.next = again;
	};
}
