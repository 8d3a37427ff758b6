import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../errors';
import { parseJsonPieces, textOf } from './jsonPieces';

const ADVICE =
	'Check Base URL in the credential. If the address is right, tell the administrators of the platform.';

/**
 * Reads the records of a page: the service's lists are plain arrays, and an object with exactly one array
 * in it is understood as well.
 *
 * @param pieces the body of the response
 * @throws ServiceError, transient when the text is not JSON, since a body can be cut off on its way
 */
export function parseRecords(pieces: Buffer[]): IDataObject[] {
	const body = parseBody(pieces);
	const records = Array.isArray(body) ? body : onlyArrayIn(body);
	const odd = records.findIndex((record) => !isObject(record));
	if (odd !== -1) {
		throw new ServiceError(
			'The service answered with a list of something else than records',
			`Entry ${odd + 1} of the page is ${nameOf(records[odd])}. ${ADVICE}`,
		);
	}
	return records as IDataObject[];
}

function parseBody(pieces: Buffer[]): unknown {
	try {
		return parseJsonPieces(pieces);
	} catch {
		throw unreadable(textOf(pieces).trimStart());
	}
}

function unreadable(text: string): ServiceError {
	if (text === '') {
		return new ServiceError('The service answered without a list', `The body is empty. ${ADVICE}`);
	}
	if (text.startsWith('<')) {
		return new ServiceError('The service answered with a web page instead of a list', ADVICE);
	}
	return new ServiceError(
		'The service answered with something that is not JSON',
		`The body may have been cut off on its way. ${ADVICE}`,
		{ reason: 'ERR_BODY_INCOMPLETE', isTransient: true },
	);
}

function onlyArrayIn(body: unknown): unknown[] {
	const arrays = isObject(body) ? Object.values(body).filter((value) => Array.isArray(value)) : [];
	if (arrays.length === 1) return arrays[0] as unknown[];
	throw new ServiceError(
		'The service answered with something that is not a list',
		`It is ${nameOf(body)}${isObject(body) ? ` with ${arrays.length} lists in it` : ''}. ${ADVICE}`,
	);
}

function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function nameOf(value: unknown): string {
	if (value === null) return 'empty (null)';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') {
		const fields = Object.keys(value).slice(0, 5);
		return fields.length === 0
			? 'an object without fields'
			: `an object with the fields ${fields.join(', ')}`;
	}
	return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
