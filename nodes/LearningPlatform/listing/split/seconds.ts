import type { IDataObject } from 'n8n-workflow';

import { ServiceError } from '../../transport/errors';
import { pathReader } from '../fieldPath';
import { findIdField } from '../idField';
import { nameOfPart } from './bounds';
import type { Range } from './part';

/** A date, with a time unless it is midnight, and with a zone unless it is UTC. */
const DATE = /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d+)?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i;

const NOT_SPLITTABLE =
	'A list can only be split by a date that every record has and the service filters by. Remove Split By under Options, or choose another field.';

/**
 * Makes a function that finds the seconds in which the records of a page are, by the field that their list is
 * split by.
 */
export function secondsReader(
	field: string,
): (records: IDataObject[], range: Range | undefined) => number[] {
	const read = pathReader(field);
	/** @throws ServiceError that names the first record without a date, or outside the range it was asked for in */
	return (records, range) =>
		records.map((record, index) => {
			const name = () => nameOf(record, index);
			const value = read(record);
			if (value === undefined || value === null || value === '') {
				throw notSplittable(`${name()} has no "${field}", by which the list is split`);
			}
			const second = secondOf(value);
			if (second === undefined) {
				throw notSplittable(
					`${name()} has a "${field}" that is not a date, and the list is split by it`,
				);
			}
			if (!range || (second >= range.from && second < range.to)) return second;
			throw notSplittable(
				`${name()} does not belong to the part that was asked for: its "${field}" is not ${nameOfPart(range)}`,
			);
		});
}

function secondOf(value: unknown): number | undefined {
	const match = typeof value === 'string' ? DATE.exec(value) : null;
	if (!match) return undefined;
	const [text] = match;
	const hasTime = text.length > 'YYYY-MM-DD'.length;
	const ms = Date.parse(hasTime && match.groups?.zone === undefined ? `${text}Z` : text);
	return Number.isNaN(ms) ? undefined : Math.floor(ms / 1_000);
}

function nameOf(record: IDataObject, index: number): string {
	const idField = findIdField(record);
	const id = idField === undefined ? undefined : record[idField];
	return typeof id === 'string' || typeof id === 'number'
		? `Record "${String(id).slice(0, 50)}"`
		: `Record ${index + 1} of the page`;
}

function notSplittable(message: string): ServiceError {
	return new ServiceError(message, NOT_SPLITTABLE);
}
