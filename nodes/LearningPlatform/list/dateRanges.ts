import type { IDataObject } from 'n8n-workflow';

import { describeRecord } from '../catalog/identity';
import { serviceError, UserFacingError } from '../errors';
import type { Filter, Total } from '../service';
import { readRecordDate } from '../values/dates';
import { pathReader } from '../values/fieldPath';

const NOT_SPLITTABLE =
	'Read Faster needs a date that every record has and the service filters by. Remove Read Faster under Options, or choose another date.';

/** In seconds since the epoch: `from` belongs to it, `to` does not. */
export interface Range {
	from: number;
	to: number;
}

/**
 * How a list is asked for ranges of a date, and which dates its records have (docs/service.md, Filters). Ranges are in
 * seconds, since the service ignores milliseconds, and open where neither the user's filters nor a part ends them.
 *
 * @param filters of the whole list
 * @param option that narrows them, for errors
 * @throws UserFacingError for a filter on the date that cannot be narrowed
 */
export function dateRanges(filters: readonly Filter[], field: string, option = 'Read Faster') {
	const own = (operator: string) =>
		filters.find((filter) => filter.field === field && filter.operator === operator);
	const [gte, lt] = [own('gte'), own('lt')];
	const others = filters.filter((filter) => filter !== gte && filter !== lt);
	/** The range of the user's own filters. */
	const whole: Range = {
		from: gte === undefined ? -Infinity : boundOf(gte, option),
		to: lt === undefined ? Infinity : boundOf(lt, option),
	};
	/** Without the user's own bounds, which are sent as entered and stay out of messages and n8n's log. */
	const endsOf = ({ from, to }: Range) => ({
		from: from === whole.from ? undefined : timeText(from),
		to: to === whole.to ? undefined : timeText(to),
	});
	const readDate = pathReader(field);

	/** What a range is called in messages; `undefined` for the whole list. */
	function labelOf(range: Range): string | undefined {
		const { from, to } = endsOf(range);
		const words = [from && `from ${from}`, to && `${from ? 'to' : 'before'} ${to}`];
		return words.filter(Boolean).join(' ').replaceAll('.000Z', 'Z') || undefined;
	}

	function filtersFor(range: Range): readonly Filter[] {
		const { from, to } = endsOf(range);
		if (from === undefined && to === undefined) return filters;
		const bounds = [
			from === undefined ? gte : { field, operator: 'gte', values: [from] },
			to === undefined ? lt : { field, operator: 'lt', values: [to] },
		];
		return [...others, ...bounds.filter((bound) => bound !== undefined)];
	}

	/**
	 * The seconds in which the records of a page are.
	 *
	 * @throws UserFacingError that names the first record without the date, or outside the range it was asked for in
	 */
	function secondsOf(records: IDataObject[], range: Range): number[] {
		return records.map((record, index) => {
			const refused = (why: string) =>
				serviceError(`The ${describeRecord(record, index)} ${why}`, NOT_SPLITTABLE);
			const value = readDate(record);
			if (value === undefined || value === null || value === '') {
				throw refused(`has no "${field}", by which the list is read in parts`);
			}
			const date = readRecordDate(value);
			if (!date) {
				throw refused(`has a "${field}" that is not a date, and the list is read in parts by it`);
			}
			const second = Math.floor(date.ms / 1_000);
			const isBefore = range.from !== whole.from && second < range.from;
			const isAfter = range.to !== whole.to && second >= range.to;
			if (!isBefore && !isAfter) return second;
			throw refused(
				`does not belong to the part that was asked for: its "${field}" is not ${labelOf(range)}`,
			);
		});
	}

	/** The error for parts with fewer records than the service says the list has. @param read how many they have */
	function leftOut({ source, count }: Total, read: number): UserFacingError {
		const missing = count - read;
		return serviceError(
			`Read Faster has left out ${missing} of ${count} records`,
			`The ${source} of the service's answer says that there are ${count}, and ${read} came. The others have no "${field}", or cannot be found by it. ${NOT_SPLITTABLE}`,
		);
	}

	return { field, whole, labelOf, filtersFor, secondsOf, leftOut };
}

export interface Since {
	/** The date of change. */
	field: string;
	/** In s since the epoch. */
	from: number;
}

/**
 * The filters of a list, narrowed to changes since a time. A user's own filter on the field holds: the later bound
 * wins.
 *
 * @throws UserFacingError for a filter on the field whose value cannot be read
 */
export function filtersSince(filters: readonly Filter[], { field, from }: Since) {
	const { whole, filtersFor } = dateRanges(filters, field, 'Read the Whole List');
	return filtersFor({ from: Math.max(whole.from, from), to: whole.to });
}

/** The end that a filter on the date sets, in s since the epoch. */
function boundOf({ field, values: [text] }: Filter, option: string): number {
	const date = readRecordDate(text);
	// Services differ about what a time without a zone means.
	if (date?.hasZone) return Math.floor(date.ms / 1_000);
	throw new UserFacingError(
		`The filter on "${field}" cannot be combined with ${option}`,
		`Its value has to be a date, e.g. "2026-01-31". Change the filter, or remove ${option}.`,
	);
}

/** As the service writes times. */
function timeText(second: number): string {
	return new Date(second * 1_000).toISOString();
}
