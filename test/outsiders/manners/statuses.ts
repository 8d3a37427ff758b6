import { head } from '../service';
import { all, fields, onPage, steps, unlinked, type Case } from './case';

/** A response without a body, as its status requires (RFC 9112, section 6.3). */
const bare = (status: string) =>
	all(
		steps({
			status,
			send: (socket, lines) => head(socket, lines),
		}),
		unlinked,
	);

/** Page statuses (RFC 9110, section 15); test/unit/errors/status.test.ts covers error statuses. */
export const statuses: Case[] = [
	[
		'203: a proxy has changed the page',
		'all records or an error',
		steps({ status: '203 Non-Authoritative Information' }),
	],
	[
		'206: the page is incomplete',
		'an error',
		all(steps({ status: '206 Partial Content' }), fields('Content-Range: items 0-1/5'), unlinked),
	],
	['204 on the second page', 'an error', onPage(2, bare('204 No Content'))],
	['304 on the third page', /304/, onPage(3, bare('304 Not Modified'))],
];
