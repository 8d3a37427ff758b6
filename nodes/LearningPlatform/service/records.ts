import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS, idIn } from '../values/identity';
import { Failure } from '../failures/failure';
import { excerpt, quoteService } from '../failures/quote';
import { isObject } from '../values/json';

/** Common names for the field that contains the records; the list's own name is also common. */
const ENVELOPE_NAMES = ['data', 'items', 'results', 'records'];

/** If any of these fields is not empty, the page reports an error, and records may be missing. */
const ERROR_NAMES = ['error', 'errors'];

/** If any of these fields is not empty, more pages follow. */
const MORE_NAMES = ['hasMore', 'has_more', 'next', 'nextPage', 'next_page'];

/**
 * Reads a page's records (docs/engineers/service.md, Paging). A string or number becomes a record with that ID.
 *
 * @param listName the last segment of the list's path, e.g. `courses`
 * @returns the records, and true if the page says that more pages follow
 * @throws Failure for any other body
 */
export function readRecords(body: unknown, listName: string) {
	const entries: unknown[] = Array.isArray(body) ? body : listIn(body, listName);
	return { allRecords: entries.map(toRecord), saysMore: saysMore(body) };
}

function toRecord(entry: unknown, index: number): IDataObject {
	if (typeof entry === 'string' || typeof entry === 'number') return { _id: entry };
	if (isObject(entry)) return entry as IDataObject;
	throw new Failure('entryInvalid', { subject: `${index + 1}`, found: describe(entry) });
}

function listIn(body: unknown, listName: string): unknown[] {
	const envelope = isObject(body) ? body : {};
	if (isFailure(envelope)) throw errorInstead(envelope, 'a list');
	const isRecord = '_id' in envelope;
	const names = isRecord ? [] : [...new Set([...ENVELOPE_NAMES, listName])];
	const lists = names.map((name) => envelope[name]).filter(Array.isArray);
	if (lists[0] && lists.length === 1) return lists[0];
	throw new Failure(isRecord ? 'recordInstead' : 'notAList', { found: describe(body) });
}

/** Reads a single record. @throws Failure unless the body is an object with this ID */
export function readSingleRecord(body: unknown, id: string): IDataObject {
	// The requested ID may contain uppercase hexadecimal digits.
	const isAskedFor = (value: unknown) => String(value).toLowerCase() === id.toLowerCase();
	const record = isObject(body) ? (body as IDataObject) : {};
	// Errors have no `_id`: a body with the requested `_id` is a record, even if it has an `error` field.
	if (!isAskedFor(record._id) && hasError(record)) throw errorInstead(record, 'a single record');
	const ids = ID_FIELDS.map((name) => idIn(record, name)).filter((value) => value !== undefined);
	if (ids.some(isAskedFor)) return record;
	const otherRecord = `a record with the ID "${excerpt(String(ids[0]))}"`;
	throw new Failure('otherRecord', { found: ids.length > 0 ? otherRecord : describe(body) });
}

const hasError = (body: Record<string, unknown>) =>
	ERROR_NAMES.some((name) => {
		const value = body[name];
		return typeof value === 'object' ? Object.keys(value ?? {}).length > 0 : Boolean(value);
	});

const saysMore = (body: unknown) =>
	isObject(body) &&
	MORE_NAMES.flatMap((name) => {
		const value = body[name];
		return isObject(value) ? Object.values(value) : [value];
	}).some(
		(value) =>
			Boolean(value) && !['', 'false', 'null'].includes(String(value).trim().toLowerCase()),
	);

/** Returns true for an envelope that reports a failure, even if it contains a list. */
function isFailure(body: Record<string, unknown>): boolean {
	const { success, ok, status, code } = body;
	const isNo = (value: unknown) => /^false$/i.test(String(value));
	const isStatus = (value: unknown) => /^([45]\d\d|error|fail(ed|ure)?)$/i.test(String(value));
	return hasError(body) || isNo(success) || isNo(ok) || isStatus(status) || isStatus(code);
}

function errorInstead(body: Record<string, unknown>, expected: string): Failure {
	return new Failure('errorInstead', {
		expected,
		quote: quoteService(body),
		found: describe(body),
	});
}

function describe(value: unknown): string {
	if (value === null) return 'null';
	if (Array.isArray(value)) return 'a list';
	if (!isObject(value)) return typeof value === 'string' ? 'text' : `a ${typeof value}`;
	const fields = Object.keys(value).slice(0, 5).join(', ');
	return fields === ''
		? 'an object without fields'
		: `an object with the fields ${excerpt(fields)}`;
}
