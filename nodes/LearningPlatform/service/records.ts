import type { IDataObject } from 'n8n-workflow';

import { ID_FIELDS } from '../catalog/identity';
import {
	CHECK_ADDRESS,
	excerpt,
	saidIn,
	serviceError,
	type UserFacingError,
	wordsOf,
} from '../errors';
import { isObject } from '../values/fieldPath';

/** The fields, beside one with the list's own name, in which services put the records of a page. */
const ENVELOPE_NAMES = ['data', 'items', 'results', 'records'];

/** A page with one of these fields is an error, since its list may lack records. An empty field does not count. */
const ERROR_NAMES = ['error', 'errors'];

/** n8n and JSON.stringify end with "Maximum call stack size exceeded" between 4,000 and 8,000 levels. */
const MAX_DEPTH = 500;

/**
 * Reads the records of a page (docs/service.md, Paging): a list, or an object with the list under a usual
 * name. A bare text or number, which some lists have for their records, becomes the ID of one.
 *
 * @param body of the response, parsed
 * @param listName the last segment of the list's path, e.g. `courses`
 * @throws UserFacingError for everything else
 */
export function readRecords(body: unknown, listName: string): IDataObject[] {
	const entries: unknown[] = Array.isArray(body) ? body : listIn(body, listName);
	return entries.map(toRecord);
}

function listIn(body: unknown, listName: string): unknown[] {
	if (!isObject(body)) throw notAList(body);
	if (hasError(body) || isFailure(body)) throw errorInstead(body, 'a list');
	if ('_id' in body) {
		throw serviceError(
			'The service answered with a single record instead of a list',
			[`It is ${describe(body)}.`, CHECK_ADDRESS],
			{ remedy: 'checkPath' },
		);
	}
	const names = new Set([...ENVELOPE_NAMES, listName]);
	const [list, ...others] = [...names].map((name) => body[name]).filter(Array.isArray);
	if (list && others.length === 0) return list;
	throw ERROR_NAMES.some((name) => name in body) ? errorInstead(body, 'a list') : notAList(body);
}

function notAList(body: unknown): UserFacingError {
	return serviceError(
		'The service answered with something that is not a list',
		[`It is ${describe(body)}.`, CHECK_ADDRESS],
		{ remedy: 'checkPath' },
	);
}

/**
 * Reads a single record (docs/service.md, Endpoints).
 *
 * @param id the one that was asked for
 * @throws UserFacingError when the answer is not one object with this ID
 */
export function readSingleRecord(body: unknown, id: string): IDataObject {
	// An ID of hexadecimal digits may be asked for in capitals.
	const isAskedFor = (value: unknown) => String(value).toLowerCase() === id.toLowerCase();
	const ids = isObject(body) ? ID_FIELDS.map((name) => body[name]).filter(isId) : [];
	if (isObject(body)) {
		// No error has an `_id`, so beside one `error` is a field of the record.
		if (!isAskedFor(body._id) && hasError(body)) throw errorInstead(body, 'a single record');
		if (ids.some(isAskedFor)) return toRecord(body, 0);
	}
	if (ids.length > 0) {
		throw serviceError('The service answered with another record than the one that was asked for', [
			`It has the ID "${excerpt(String(ids[0]))}".`,
			'Check the ID.',
			CHECK_ADDRESS,
		]);
	}
	throw serviceError(
		Array.isArray(body)
			? 'The service answered with a list instead of a single record'
			: 'The service answered with something that is not a single record',
		[
			`It is ${describe(body)}.`,
			'Check the ID: it may be a part of the path of something else.',
			CHECK_ADDRESS,
		],
	);
}

function hasError(body: Record<string, unknown>): boolean {
	return ERROR_NAMES.some((name) => !isEmpty(body[name]));
}

function isEmpty(value: unknown): boolean {
	if (typeof value === 'object' && value !== null) return Object.keys(value).length === 0;
	return value === undefined || value === null || value === '' || value === false;
}

/** An envelope that calls itself a failure, however good the list in it looks. */
function isFailure({ success, ok, status, code }: Record<string, unknown>): boolean {
	const isNo = (value: unknown) => /^false$/i.test(String(value));
	const isStatus = (value: unknown) => /^([45]\d\d|error|fail(ed|ure)?)$/i.test(String(value));
	return isNo(success) || isNo(ok) || isStatus(status) || isStatus(code);
}

function errorInstead(body: Record<string, unknown>, expected: string): UserFacingError {
	const words = wordsOf(saidIn(body));
	return serviceError(`The service answered with an error instead of ${expected}`, [
		words === '' ? `It is ${describe(body)}.` : `The service said: "${words}".`,
		CHECK_ADDRESS,
	]);
}

function toRecord(entry: unknown, index: number): IDataObject {
	if (typeof entry === 'string' || Number.isFinite(entry)) return { _id: entry as string | number };
	if (!isObject(entry)) {
		throw serviceError('The service answered with a list whose entries are not records', [
			`Entry ${index + 1} of the page is ${describe(entry)}.`,
			CHECK_ADDRESS,
		]);
	}
	const flaw = flawOf(entry, MAX_DEPTH);
	if (flaw === 'infinite') {
		throw serviceError(
			'The service answered with a number that is too large',
			`Entry ${index + 1} of the page has a number beyond 1.8e308, which n8n cannot hold. Tell the administrators of the platform.`,
		);
	}
	if (flaw === 'deep') {
		throw serviceError(
			'The service answered with a record that is nested too deeply',
			`Entry ${index + 1} of the page has more than ${MAX_DEPTH} levels, which n8n cannot handle. Tell the administrators of the platform.`,
		);
	}
	return entry as IDataObject;
}

/** Two loops, because `Object.values` takes ten times as long, for every record of every list. */
function flawOf(value: object, levels: number): 'deep' | 'infinite' | undefined {
	const ofInner = (inner: unknown) => {
		if (typeof inner === 'number') return Number.isFinite(inner) ? undefined : 'infinite';
		if (typeof inner !== 'object' || inner === null) return undefined;
		return levels === 1 ? 'deep' : flawOf(inner, levels - 1);
	};
	if (Array.isArray(value)) {
		for (const inner of value) {
			const flaw = ofInner(inner);
			if (flaw) return flaw;
		}
		return undefined;
	}
	for (const name in value) {
		const flaw = ofInner((value as Record<string, unknown>)[name]);
		if (flaw) return flaw;
	}
	return undefined;
}

function isId(value: unknown): boolean {
	return typeof value === 'number' || (typeof value === 'string' && value !== '');
}

function describe(value: unknown): string {
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
