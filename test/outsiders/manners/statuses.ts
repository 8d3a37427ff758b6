import type { Manner } from '../service';
import { all, fields, onPage, steps, unlinked, type Case } from './case';

const status = (line: string, ...lines: string[]): Manner =>
	all(steps({ status: line }), fields(...lines));

const failing = (line: string, error: string, ...lines: string[]): Manner =>
	all(status(line, ...lines), unlinked, steps({ text: () => error }));

/** An answer that has no body by its status (RFC 9112, section 6.3). */
const bare = (line: string): Manner =>
	all(
		failing(line, ''),
		steps({
			send: (socket, lines) => {
				socket.write(`${lines.join('\r\n')}\r\n\r\n`);
			},
		}),
	);

/** RFC 9110, section 15, and RFC 6585: what a status says of the page that comes with it. */
export const statuses: Case[] = [
	[
		'203: a proxy has changed the page',
		'all or an error',
		status('203 Non-Authoritative Information'),
	],
	[
		'206: it is a part',
		'an error',
		all(status('206 Partial Content', 'Content-Range: items 0-1/5'), unlinked),
	],
	[
		'202: the list is being made',
		'an error',
		all(status('202 Accepted'), unlinked, (answer) => {
			answer.records = [];
		}),
	],
	['204 on the second page', 'an error', onPage(2, bare('204 No Content'))],
	[
		'302 to a login',
		/redirect/,
		failing('302 Found', '[]', 'Location: https://login.example/?token=x'),
	],
	['304 on the third page', /304/, onPage(3, bare('304 Not Modified'))],
	[
		'404 on the second page',
		/page 2/,
		onPage(2, failing('404 Not Found', '<html>', 'Content-Type: text/html')),
	],
	['500 with a list', 'an error', status('500 Internal Server Error')],
	[
		'429 with all the seconds there are',
		/too many requests/,
		failing(
			'429 Too Many Requests',
			'{"error":"tooManyRequests"}',
			`Retry-After: ${'9'.repeat(400)}`,
		),
	],
];
