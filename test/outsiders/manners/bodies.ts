import type { Manner } from '../service';
import { all, onPage, text, typed, wrapped, type Case } from './case';

/** The records of a page, as a service reads its own JSON. */
const parsed = (list: string) => JSON.parse(list) as { _id: string }[];

const page = (json: string) => text(() => json);

/** What is no page of records, although its status is 200. */
export const brokenBodies: Case[] = [
	['The body is empty', 'an error', page('')],
	['The body is white space', 'an error', page(' \n')],
	['The body is null', 'an error', page('null')],
	['The body is false', 'an error', page('false')],
	['The body is an empty object', 'an error', page('{}')],
	['The list is null', 'an error', page('{"data":null}')],
	['The list is an object', 'an error', page('{"data":{"0":{"_id":"c1"}}}')],
	[
		'The body is a login page',
		'an error',
		all(typed('text/html'), page('<!doctype html><title>Log in</title>')),
	],
	['A login page stands before the list', 'an error', text((l) => `<html></html>${l}`)],
	[
		'A warning of PHP stands before the list',
		'an error',
		text((l) => `<br />\n<b>Notice</b>: x\n${l}`),
	],
	['A warning stands behind the list', 'an error', text((l) => `${l}\nWarning: out of memory`)],
	['A prefix guards the list', 'all or an error', text((l) => `)]}',\n${l}`)],
	['The list is a call of JavaScript', 'all or an error', text((l) => `/**/cb(${l});`)],
	['Two lists follow each other', 'all or an error', text((l) => `${l}${l}`)],
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
	['A record is null', 'an error', text((l) => l.replace('[', '[null,'))],
	['The list ends with a comma', 'all or an error', text((l) => l.replace(/]$/, ',]'))],
	['Texts have single quotes', 'all or an error', text((l) => l.replaceAll('"', "'"))],
	['A number is NaN', 'an error', text((l) => l.replace(/"duration":\d/, '"duration":NaN'))],
	['The list is a text', 'all or an error', text((l) => JSON.stringify(l))],
	[
		'The list is encoded in Base64',
		'an error',
		text((l) => JSON.stringify(btoa(encodeURIComponent(l)))),
	],
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
	['A success that is none, as text', 'an error', page('{"success":"false","data":[]}')],
	['A failure by its code', 'an error', page('{"code":500,"message":"Down","data":[]}')],
	['A failure by its status', 'an error', page('{"status":503,"data":[]}')],
	[
		'A status says it failed',
		'an error',
		page('{"status":"error","message":"maintenance","data":[]}'),
	],
	['Another list stands beside it', 'all or an error', wrapped((l) => `{"data":${l},"items":[]}`)],
	[
		'The records come by their IDs',
		'an error',
		text((l) =>
			JSON.stringify(Object.fromEntries(parsed(l).map((record) => [record._id, record]))),
		),
	],
	['The body is 600 levels deep', 'an error', text(() => `${'['.repeat(600)}${']'.repeat(600)}`)],
	[
		'The body is 100,000 levels deep',
		'an error',
		text(() => `${'['.repeat(1e5)}${']'.repeat(1e5)}`),
	],
	[
		'A record is 100,000 levels deep',
		'an error',
		text(() => `[{"_id":"c1","a":${'['.repeat(1e5)}${']'.repeat(1e5)}}]`),
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
