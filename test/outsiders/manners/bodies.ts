import type { Manner } from '../service';
import { all, onPage, text, typed, wrapped, type Case } from './case';

/** The records of a page, as a service reads its own JSON. */
const parsed = (list: string) => JSON.parse(list) as { _id: string }[];

const page = (json: string) => text(() => json);

/** What is no page of records, although its status is 200. */
export const brokenBodies: Case[] = [
	['The body is empty', 'an error', page('')],
	['The body is false', 'an error', page('false')],
	['The list is an object', 'an error', page('{"data":{"0":{"_id":"c1"}}}')],
	[
		'The body is a login page',
		'an error',
		all(typed('text/html'), page('<!doctype html><title>Log in</title>')),
	],
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
	['Records are in a list of their own each', 'an error', text((l) => `[${l}]`)],
	['A number is NaN', 'an error', text((l) => l.replace(/"duration":\d/, '"duration":NaN'))],
	['The list is cut at a record', 'an error', text((l) => l.replace(/,\{"_id":"c\d".*$/, ''))],
	[
		'An error stands beside the list',
		'an error',
		wrapped((l) => `{"data":${l},"errors":[{"message":"timeout"}]}`),
	],
	[
		'An error stands in place of the last page',
		'an error',
		onPage(3, page('{"error":"maintenance"}')),
	],
	[
		'A fault stands in place of a page',
		'an error',
		onPage(2, page('{"fault":{"faultstring":"quota"}}')),
	],
	['A success that is none', 'an error', page('{"success":false,"data":[]}')],
	[
		'A status says it failed',
		'an error',
		page('{"status":"error","message":"maintenance","data":[]}'),
	],
	['Another list stands beside it', 'all or an error', wrapped((l) => `{"data":${l},"items":[]}`)],
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
