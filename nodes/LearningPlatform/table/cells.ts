import { cellOf, type Cell } from '../shape';
import { DAY_MS, isDate, readCellDate, readIsoDate } from '../values/dates';
import { booleanOf } from '../values/json';

/** A table that truncates text keeps at least 20 characters. */
export const SHORTEST_CUT = 20;

/**
 * Returns true if a cell may show the value that Sync would write. The comparison is lenient: the version shows whether
 * the record has changed, and Sync must not rewrite a cell just because the table formats it differently.
 */
export function isSameCell(wanted: Cell, found: unknown): boolean {
	if (wanted === found) return true;
	const isList = typeof found === 'object' && !isDate(found);
	const shown = isList ? cellOf(found) : found;
	if (isBlank(wanted) || isBlank(shown)) return isOff(wanted) && isOff(shown);
	if (typeof wanted === 'boolean') return booleanOf(shown) !== !wanted;
	if (typeof shown === 'boolean') return booleanOf(wanted) === shown;
	const date = readIsoDate(wanted);
	if (isDate(found)) return date === undefined || isNear(date.ms, found.valueOf());
	if (isList) return date === undefined;
	if (date !== undefined) return isSameDate(date.ms, shown) || isSameText(wanted, shown);
	if (typeof wanted === 'string' && typeof shown === 'number') return /\d/.test(wanted);
	return isSameText(wanted, shown) || isSameNumber(Number(wanted), `${shown as Cell}`);
}

export function isBlank(value: unknown): boolean {
	return typeof value === 'string' ? value.trim() === '' : value === null || value === undefined;
}

/** An unchecked checkbox often comes back empty. */
const isOff = (value: unknown) => value === false || isBlank(value);

function isSameText(wanted: Cell, found: unknown): boolean {
	const [text, other] = [plain(wanted), plain(found)];
	return text === other || (other.length >= SHORTEST_CUT && text.startsWith(other));
}

const plain = (value: unknown) =>
	String(value)
		.replace(/\r\n?/g, '\n')
		.replace(/^\s*'?/, '')
		.trim()
		.toLowerCase();

function isSameNumber(number: number, found: string): boolean {
	const shown = found.replace(/[^\d.,e+-]/gi, '');
	const readings = [
		shown.replace(/,(?=\d{3})/g, ''),
		shown.replace(/\.(?=\d{3})/g, '').replace(',', '.'),
	];
	return readings.some((reading) => {
		const [, decimals = '', exponent = '0'] =
			/^[+-]?\d*(?:\.(\d*))?(?:e([+-]?\d+))?$/i.exec(reading) ?? [];
		const lastDecimal = 10 ** (Number(exponent) - decimals.length);
		const difference = Math.abs(number - Number(reading || NaN));
		return difference < Math.max(lastDecimal, Math.abs(number) / 1_000_000);
	});
}

/** A column may store only the day, or the local time in any time zone. */
const isNear = (wanted: number, found: number) => Math.abs(wanted - found) < 1.6 * DAY_MS;

function isSameDate(wanted: number, found: unknown): boolean {
	const date = readCellDate(found);
	if (date) return isNear(wanted, date.ms);
	if (typeof found !== 'string') return false;
	// The text may be a date in words, in any language.
	const numbers = new Set(found.match(/\d+/g)?.map(Number));
	return [-DAY_MS, 0, DAY_MS].some((shift) => {
		const day = new Date(wanted + shift);
		const year = day.getUTCFullYear();
		return numbers.has(day.getUTCDate()) && (numbers.has(year) || numbers.has(year % 100));
	});
}

/** The first and last day that Sync could have written. */
const [FIRST_MS, LAST_MS] = [Date.UTC(2020, 0, 1), Date.UTC(2100, 0, 1)];

/** A date such as 1/31/26. */
const SHORT_DATE = /(?<!\d)\d?\d[./-]\d?\d[./-][2-9]\d(?!\d)/;

/** Returns true for a date in any form in which a table may return one, but not for 0, `-`, `NULL`, or 0000-00-00. */
export function isDateCell(cell: unknown): boolean {
	const date = readCellDate(cell);
	if (date) return date.ms >= FIRST_MS && date.ms < LAST_MS;
	if (typeof cell !== 'string') return false;
	// The text may be a date in words, in any language.
	const numbers = cell.match(/\d+/g)?.map(Number) ?? [];
	const hasNumber = (from: number, to: number) =>
		numbers.some((number) => number >= from && number <= to);
	return SHORT_DATE.test(cell) || (hasNumber(2020, 2099) && hasNumber(1, 31));
}
