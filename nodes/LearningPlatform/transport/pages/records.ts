import type { IDataObject } from 'n8n-workflow';

import { ADDRESS_FIELD, excerpt, saidIn, ServiceError, wordsOf } from '../errors';
import { isObject } from '../isObject';

const ADVICE = `Check ${ADDRESS_FIELD} in the credential. If it is right, tell the administrators of the platform.`;

/** Under what services put the records of a page that is no plain list, beside the list's own name. */
const ENVELOPE_NAMES = ['data', 'items', 'results', 'records'];

/**
 * Fields of an object that is no page, whatever lists are in it: an error, be it empty, or a single record.
 * A list that ends for one of them would be a success with records missing.
 */
const ERROR_NAMES = ['error', 'errors'];

/** Where a single record has its ID. */
const ID_NAMES = ['_id', 'id', 'uuid'];

/** n8n and JSON.stringify end with "Maximum call stack size exceeded" between 4,000 and 8,000 levels. */
const MAX_DEPTH = 500;

/**
 * Reads the records of a page (docs/service.md, Paging): a list, or an object with the list under a usual
 * name. A bare text or number, which some lists have for their records, becomes the ID of one.
 *
 * @param body of the response
 * @param listName the last part of the list's path, e.g. `courses`
 * @throws ServiceError, transient when the body is empty or not JSON, since it can be cut off on its way
 */
export function parseRecords(body: Buffer, listName: string): IDataObject[] {
	return entriesOf(parseBody(body, 'a list'), listName).map(toRecord);
}

/**
 * Reads a single record (docs/service.md, Endpoints).
 *
 * @throws ServiceError as `parseRecords` does, and when the answer is not one object with an ID
 */
export function parseRecord(body: Buffer): IDataObject {
	const expected = 'a single record';
	const answer = parseBody(body, expected);
	if (isObject(answer)) refuseError(answer, expected);
	if (isObject(answer) && ID_NAMES.some((name) => isId(answer[name]))) return toRecord(answer, 0);
	throw new ServiceError(
		Array.isArray(answer)
			? 'The service answered with a list instead of a single record'
			: 'The service answered with something that is not a single record',
		`It is ${nameOf(answer)}. Check the ID: it may be a part of the path of something else. If the ID is right: ${ADVICE}`,
	);
}

function parseBody(body: Buffer, expected: string): unknown {
	// A byte order mark may be ignored (RFC 8259, section 8.1), which JSON.parse does not do.
	const text = body.toString('utf8').replace(/^\uFEFF/, '');
	try {
		return JSON.parse(text);
	} catch {
		throw unreadable(text.trimStart(), expected);
	}
}

function unreadable(text: string, expected: string): ServiceError {
	if (text.startsWith('<')) {
		return new ServiceError(`The service answered with a web page instead of ${expected}`, ADVICE);
	}
	return new ServiceError(
		text === ''
			? 'The service answered with an empty body'
			: 'The service answered with something that is not JSON',
		`The answer may have been cut off on its way. ${ADVICE}`,
		{ reason: 'ERR_BODY_INCOMPLETE', isTransient: true },
	);
}

function entriesOf(body: unknown, listName: string): unknown[] {
	if (Array.isArray(body)) return body;
	if (!isObject(body)) throw notAList(body);
	refuseError(body, 'a list');
	if ('_id' in body) {
		throw new ServiceError(
			'The service answered with a single record instead of a list',
			`It is ${nameOf(body)}. ${ADVICE}`,
			{ remedy: 'checkPath' },
		);
	}
	const names = new Set([...ENVELOPE_NAMES, listName]);
	const [list, ...others] = [...names].map((name) => body[name]).filter(Array.isArray);
	if (!list || others.length > 0) throw notAList(body);
	return list;
}

function notAList(body: unknown): ServiceError {
	return new ServiceError(
		'The service answered with something that is not a list',
		`It is ${nameOf(body)}. ${ADVICE}`,
		{ remedy: 'checkPath' },
	);
}

function refuseError(body: Record<string, unknown>, expected: string): void {
	if (!ERROR_NAMES.some((name) => name in body)) return;
	const words = wordsOf(saidIn(body));
	throw new ServiceError(
		`The service answered with an error instead of ${expected}`,
		`${words === '' ? `It is ${nameOf(body)}.` : `The service said: "${words}".`} ${ADVICE}`,
	);
}

function toRecord(entry: unknown, index: number): IDataObject {
	if (typeof entry === 'string' || typeof entry === 'number') return { _id: entry };
	if (!isObject(entry)) {
		throw new ServiceError(
			'The service answered with a list whose entries are not records',
			`Entry ${index + 1} of the page is ${nameOf(entry)}. ${ADVICE}`,
		);
	}
	if (isDeeper(entry, MAX_DEPTH)) {
		throw new ServiceError(
			'The service answered with a record that is nested too deeply',
			`Entry ${index + 1} of the page has more than ${MAX_DEPTH} levels, which n8n cannot handle. Tell the administrators of the platform.`,
		);
	}
	return entry as IDataObject;
}

/** Two loops, because `Object.values` takes ten times as long, for every record of every list. */
function isDeeper(value: object, levels: number): boolean {
	const isDeep = (inner: unknown) =>
		typeof inner === 'object' && inner !== null && (levels === 1 || isDeeper(inner, levels - 1));
	if (Array.isArray(value)) return value.some(isDeep);
	for (const name in value) if (isDeep((value as Record<string, unknown>)[name])) return true;
	return false;
}

function isId(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function nameOf(value: unknown): string {
	if (value === null) return 'empty (null)';
	if (Array.isArray(value)) return 'a list';
	if (typeof value === 'object') {
		const fields = Object.keys(value).slice(0, 5);
		return fields.length === 0
			? 'an object without fields'
			: `an object with the fields ${excerpt(fields.join(', '))}`;
	}
	return typeof value === 'string' ? 'a text' : `a ${typeof value}`;
}
