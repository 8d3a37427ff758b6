import { cellOf, type Cell } from '../shape';
import { isDate, parseIsoDate, readRecordDate } from '../values/dates';
import { canonicalJson } from '../values/hash';
import { booleanOf } from '../values/boolean';

/** Lengths at which tables cut a text: VARCHAR(255), Excel, Google Sheets, MySQL's TEXT, Airtable. */
const CUTS = [255, 32_767, 50_000, 65_535, 100_000];

/** What a column may lose of a time: its zone, so that it comes back by n8n's clocks, or all but its day. */
export const LOSSES = ['zone', 'time'] as const;

type Loss = (typeof LOSSES)[number];

/**
 * Whether a cell of a table shows a value, as far as a table can keep it. What a table changes by itself is no difference,
 * or the cell would be written at every run.
 *
 * @param wanted the cell of a row, as the list has it
 * @param found what the table gave back: also a date, a number in place of a text, a list, or nothing
 * @param losses what the column may have lost of a time
 */
export function isSameCell(
	wanted: Cell,
	found: unknown,
	losses: readonly Loss[] = LOSSES,
): boolean {
	if (wanted === found) return true;
	if (isDate(found)) return isMomentOf(wanted, found, losses);
	if (typeof found === 'object' && isSameJson(wanted, found)) return true;
	const cell = cellOf(found);
	if (isBlank(wanted) || isBlank(cell)) return isBlank(wanted) && isBlank(cell);
	if (typeof wanted === 'boolean' || typeof cell === 'boolean') {
		const on = booleanOf(wanted);
		return on !== undefined && on === booleanOf(cell);
	}
	return (
		isSameText(String(wanted), String(cell)) ||
		isSameNumber(wanted, cell) ||
		isSameTime(wanted, cell, losses)
	);
}

/** What a column does not lose, as the time in one of its cells shows, which is as it was written. */
export function keptIn(found: unknown): Loss[] {
	const isWhole = isDate(found) || (typeof found === 'string' && readRecordDate(found)?.hasZone);
	const ms = isWhole ? new Date(found as string).getTime() : NaN;
	if (Number.isNaN(ms)) return [];
	return LOSSES.filter((loss) => (loss === 'zone' ? wallTime(ms) !== ms : !isMidnight(ms)));
}

/** Whether a cell is empty, as people see it. */
export function isBlank(value: unknown): boolean {
	return (
		value === null || value === undefined || (typeof value === 'string' && value.trim() === '')
	);
}

/** Spaces at the ends, the kind of a line end, an apostrophe in front, which a sheet takes away, and a cut end do not count. */
function isSameText(wanted: string, found: string): boolean {
	if (CUTS.includes(found.length) && wanted.startsWith(found)) return true;
	const [text, other] = [plain(wanted), plain(found)];
	return text === other || (text.startsWith("'") && text.slice(1).trim() === other);
}

function plain(text: string): string {
	return text.replace(/\r\n?/g, '\n').trim();
}

const NUMBER = /^[+-]?\d+(?:\.\d+)?(?:e[+-]?\d+)?$/i;

/** A number as sheets show it, in groups of three digits, with a point or a comma before its decimals. */
const WITH_POINT = /^[+-]?\d{1,3}(?:[,' \u00a0\u202f’]\d{3})*(?:\.\d+)?$/;
const WITH_COMMA = /^[+-]?\d{1,3}(?:[.' \u00a0\u202f’]\d{3})*(?:,\d+)?$/;

/** A double keeps so many digits, and two longer texts can be one number. */
const EXACT_DIGITS = 15;

function isSameNumber(wanted: Cell, found: Cell): boolean {
	const text = String(wanted).trim();
	if (!NUMBER.test(text)) return false;
	const number = Number(text);
	// What a text has after its point may be a code.
	const mayBeRounded = typeof wanted === 'number' && !Number.isInteger(wanted);
	if (typeof found === 'number') {
		return number === found || (mayBeRounded && Math.fround(number) === Math.fround(found));
	}
	const shown = String(found).trim();
	if (typeof wanted === 'string' && shown.replace(/\D/g, '').length > EXACT_DIGITS) return false;
	const readings = NUMBER.test(shown) ? [shown] : [];
	if (typeof wanted === 'number') {
		if (WITH_POINT.test(shown)) readings.push(shown.replace(/[^\d.+-]/g, ''));
		if (WITH_COMMA.test(shown)) readings.push(shown.replace(/[^\d,+-]/g, '').replace(',', '.'));
	}
	return readings.some(
		(reading) => Number(reading) === number || (mayBeRounded && isRounded(number, reading)),
	);
}

/** Whether a column such as `numeric(10,2)` has rounded a number. Fewer decimals are those of the number itself. */
function isRounded(number: number, shown: string): boolean {
	const [, decimals = ''] = shown.split('.');
	const isOfColumn = decimals.length >= 2 && decimals.length <= 20;
	return isOfColumn && Number(number.toFixed(decimals.length)) === Number(shown);
}

/** Day 0 of the dates of spreadsheets, as a day since the epoch. */
const SERIAL_EPOCH = 25_569;
const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;

function isSameTime(wanted: Cell, found: Cell, losses: readonly Loss[]): boolean {
	const date = readRecordDate(wanted);
	if (!date) return false;
	if (typeof found === 'number') {
		const serial = (found - SERIAL_EPOCH) * DAY_MS;
		return Math.abs(serial - date.ms) < 1_000 || found === date.ms || found * 1_000 === date.ms;
	}
	const text = String(found).trim();
	if (DAY.test(text)) return new Date(date.ms).toISOString().startsWith(text);
	const ms = parseIsoDate(text, 'UTC');
	return ms !== undefined && isSameMoment(date.ms, ms, losses);
}

/** A date of JavaScript at midnight is what a column for days gives back. */
function isMomentOf(
	wanted: Cell,
	found: { valueOf: () => number },
	losses: readonly Loss[],
): boolean {
	const date = readRecordDate(wanted);
	const ms = found.valueOf();
	if (!date || Number.isNaN(ms)) return false;
	const isDay = isMidnight(ms) && Math.floor(date.ms / DAY_MS) * DAY_MS === wallTime(ms);
	return (isDay && losses.includes('time')) || isSameMoment(date.ms, ms, losses);
}

/**
 * Whether two times are one, where a table may keep whole seconds only. A column without time zone gives back the time
 * that was written as one of n8n's own zone.
 */
function isSameMoment(wanted: number, found: number, losses: readonly Loss[]): boolean {
	return [found, ...(losses.includes('zone') ? [wallTime(found)] : [])].some((ms) => {
		const kept = ms % 1_000 === 0 ? Math.floor(wanted / 1_000) * 1_000 : wanted;
		return kept === ms;
	});
}

/** The time that clocks show in n8n's own zone, as if it were in UTC. */
function wallTime(ms: number): number {
	return ms - new Date(ms).getTimezoneOffset() * 60_000;
}

const isMidnight = (ms: number) => wallTime(ms) % DAY_MS === 0;

/** Whether a column for JSON has kept a text of JSON; such columns sort the fields. */
function isSameJson(wanted: Cell, found: object | null): boolean {
	try {
		return canonicalJson(JSON.parse(String(wanted))) === canonicalJson(found);
	} catch {
		return false;
	}
}
