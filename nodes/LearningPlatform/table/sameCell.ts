import { cellOf, type Cell } from '../shape';
import { isBlank } from '../values/cells';
import { DAY_MS, isDate, readCellDate, readIsoDate } from '../values/dates';
import { readBoolean } from '../values/json';

/**
 * Returns true if a table may show what was written into a cell. The comparison is lenient: tables round, truncate, and
 * translate cells, and change their types.
 */
export function isSameCell(written: Cell, found: unknown): boolean {
	if (written === found) return true;
	const shown = typeof found === 'object' && !isDate(found) ? cellOf(found) : found;
	if (isBlank(written) || isBlank(shown)) return isOff(written) && isOff(shown);
	if (typeof written === 'boolean') return readBoolean(shown) !== !written;
	if (typeof shown === 'boolean') return readBoolean(written) === shown;
	const date = readIsoDate(written);
	if (date !== undefined) return isSameDate(date.ms, shown) || isSameText(written, shown);
	if (typeof found === 'object') return true;
	if (typeof written === 'string' && typeof shown === 'number') return /\d/.test(written);
	return isSameText(written, shown) || isSameNumber(Number(written), `${shown as Cell}`);
}

/** An unchecked checkbox often comes back empty. */
const isOff = (value: unknown) => value === false || isBlank(value);

function isSameText(written: Cell, found: unknown): boolean {
	const [text, other] = [plain(written), plain(found)];
	return text === other || isBeginning(other, text);
}

/** A table that truncates text keeps at least 20 characters. */
const isBeginning = (found: string, text: string) => found.length >= 20 && text.startsWith(found);

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

function isSameDate(ms: number, found: unknown): boolean {
	const date = readCellDate(found);
	// A column may store only the day, or the local time in any time zone.
	if (date) return Math.abs(ms - date.ms) < 1.6 * DAY_MS;
	if (typeof found !== 'string') return false;
	// The text may be a date in words, in any language.
	const numbers = new Set(found.match(/\d+/g)?.map(Number));
	return [-DAY_MS, 0, DAY_MS].some((shift) => {
		const day = new Date(ms + shift);
		const year = day.getUTCFullYear();
		return numbers.has(day.getUTCDate()) && (numbers.has(year) || numbers.has(year % 100));
	});
}

/** Text that tables read as a date, such as 3/4 or 2026-01-31, and dates in the form that tables return. */
const DATE_LIKE = /^\d+(?:[-/.:]\d+)+$/;
const DATE = /^(?=.*\d{4}).*\d[-/., ]/m;

/** Returns true if a table may have turned one key into another: it cuts or rounds a key, or reads it as a date. */
export function mayBecome(key: string, found: string): boolean {
	if (isBeginning(found, key)) return true;
	const number = Number(found.replaceAll(',', ''));
	if (!Number.isNaN(Number(key))) return Math.abs(number / Number(key) - 1) < 0.000_01;
	const isDay = (number > 10_000 && number < 100_000) || DATE.test(found);
	return DATE_LIKE.test(key) && isDay;
}
