import { createHmac, randomBytes } from 'node:crypto';
import { QueryError } from './query';

/** What a `next` token stands for (docs/service.md, Paging): it carries the filters of the first request. */
export interface Cursor {
	/** The path of the list below `/api/v2/`. */
	list: string;
	/** The raw query of the first request. */
	query: string;
	/** Where in the list the page starts. */
	position: number;
	/** 1-based number of the page. */
	page: number;
	/** The `_id` of the record before it, where a cursor stands; '' where it counts. */
	after: string;
}

/**
 * Writes and reads `next` tokens: signed, so that nothing but a token handed out is accepted, and
 * in plain base64, whose `+`, `/` and `=` break every client that decodes and rebuilds the link.
 */
export class Cursors {
	private readonly key = randomBytes(32);

	/** Two tokens for the same place differ, as they well may in the wild. */
	write(cursor: Cursor): string {
		const { list, query, position, page, after } = cursor;
		const salt = randomBytes(6).toString('base64');
		const payload = Buffer.from(JSON.stringify([list, query, position, page, after, salt]));
		return Buffer.concat([this.sign(payload), payload]).toString('base64');
	}

	/** @throws {QueryError} when the token was not handed out by this sandbox for this list. */
	read(token: string, list: string): Cursor {
		const bytes = Buffer.from(token, 'base64');
		const [signature, payload] = [bytes.subarray(0, 16), bytes.subarray(16)];
		const isOurs = bytes.toString('base64') === token && signature.equals(this.sign(payload));
		if (!isOurs) throw new QueryError('The next token is not one that was handed out');
		const [ofList, query, position, page, after] = JSON.parse(payload.toString()) as [
			string,
			string,
			number,
			number,
			string,
		];
		if (ofList !== list) throw new QueryError(`The next token belongs to the list of ${ofList}`);
		return { list, query, position, page, after };
	}

	private sign(payload: Buffer): Buffer {
		return createHmac('sha256', this.key).update(payload).digest().subarray(0, 16);
	}
}
