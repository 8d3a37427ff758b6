import type { Manner } from '../service';
import { all, fields, onPage, steps, type Case } from './case';

const status = (line: string, ...lines: string[]): Manner =>
	all(steps({ status: line }), fields(...lines));

const failing = (line: string, error: string, ...lines: string[]): Manner =>
	all(status(line, ...lines), (answer) => {
		answer.links = () => [];
		answer.text = () => error;
	});

const tooMany = (...lines: string[]) =>
	failing('429 Too Many Requests', '{"error":"tooManyRequests"}', ...lines);

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
		all(status('206 Partial Content', 'Content-Range: items 0-1/5'), (answer) => {
			answer.links = () => [];
		}),
	],
	[
		'200 with the range of a part',
		'an error',
		all(fields('Content-Range: courses 0-1/5'), (answer) => {
			answer.links = () => [];
		}),
	],
	[
		'202: the list is being made',
		'an error',
		all(status('202 Accepted'), (answer) => {
			answer.records = [];
			answer.links = () => [];
		}),
	],
	[
		'204 on the second page',
		'an error',
		onPage(2, (answer) => {
			Object.assign(answer, {
				status: '204 No Content',
				links: () => [],
				text: () => '',
				send: bare,
			});
		}),
	],
	[
		'302 to a login',
		/redirect/,
		failing('302 Found', '[]', 'Location: https://login.example/?token=x'),
	],
	[
		'304 on the third page',
		/304/,
		onPage(3, (answer) => {
			Object.assign(answer, {
				status: '304 Not Modified',
				links: () => [],
				text: () => '',
				send: bare,
			});
		}),
	],
	[
		'400 on the second page',
		'an error',
		onPage(2, failing('400 Bad Request', '{"error":"cursor expired"}')),
	],
	[
		'403 for a while',
		'an error',
		failing('403 Forbidden', '{"message":"rate limit"}', 'Retry-After: 60'),
	],
	[
		'404 on the second page',
		/page 2/,
		onPage(2, failing('404 Not Found', '<html>', 'Content-Type: text/html')),
	],
	[
		'407 of a proxy',
		'an error',
		failing('407 Proxy Authentication Required', '', 'Proxy-Authenticate: Basic'),
	],
	['410 for an old cursor', 'an error', onPage(3, failing('410 Gone', '{"error":"cursor"}'))],
	['500 with a list', 'an error', status('500 Internal Server Error')],
	[
		'511: a captive portal',
		'an error',
		failing('511 Network Authentication Required', '<html>Log in</html>'),
	],
	['999', 'an error', failing('999 Request denied', '[]')],
	['429 until a date', /too many requests/, tooMany('Retry-After: Sun, 06 Nov 2094 08:49:37 GMT')],
	[
		'429 with all the seconds there are',
		/too many requests/,
		tooMany(`Retry-After: ${'9'.repeat(400)}`),
	],
	[
		'503 with two dates',
		'an error',
		failing('503 Service Unavailable', '', 'Retry-After: 1', 'Retry-After: 2'),
	],
];

/** An answer that has no body by its status (RFC 9112, section 6.3). */
function bare(...[socket, lines]: Parameters<NonNullable<Parameters<Manner>[0]['send']>>): void {
	socket.write(`${lines.join('\r\n')}\r\n\r\n`);
}
