import { hash } from 'node:crypto';

import { readIsoDate, utcText } from './dates';

/** Returns the beginning of a SHA-256 hash in base64url (six bits per character). */
export function shortHash(text: string, length: number): string {
	return hash('sha256', text, 'base64url').slice(0, length);
}

/**
 * Returns a value as normalized text: drops empty fields, converts times to UTC, and sorts fields and lists of IDs.
 * Other lists keep their order because it may matter (for example, for the steps in a path).
 *
 * @param ignored fields to leave out, e.g. `stats.views`; paths omit list positions
 * @returns '' for an empty value
 */
export function contentOf(
	value: unknown,
	ignored: ReadonlySet<string> = new Set(),
	path = '',
): string {
	if (value === undefined || value === null || value === '') return '';
	if (typeof value === 'string') return JSON.stringify(inUtc(value));
	if (typeof value !== 'object') return JSON.stringify(value);
	if (Array.isArray(value)) {
		const entries = value.map((entry) => contentOf(entry, ignored, path));
		if (entries.every((entry) => entry === '')) return '';
		if (path.endsWith('Ids')) return `[${entries.filter(Boolean).sort().join()}]`;
		return `[${entries.map((entry) => entry || 'null').join()}]`;
	}
	const prefix = path === '' ? '' : `${path}.`;
	let text = '';
	for (const field of Object.keys(value).sort()) {
		if (ignored.has(prefix + field)) continue;
		const content = contentOf((value as Record<string, unknown>)[field], ignored, prefix + field);
		if (content !== '') text += `${text && ','}${JSON.stringify(field)}:${content}`;
	}
	return text && `{${text}}`;
}

/** Captures the date and time to the minute, the seconds, the fraction, and the zone. */
const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Converts a date with a time to UTC and returns any other text unchanged. */
function inUtc(text: string): string {
	const [, minute = '', second = ':00', fraction = '', zone = ''] = MOMENT.exec(text) ?? [];
	if (minute === '') return text;
	// `Date` would drop microseconds, so the fraction remains text. Most times are in UTC, so they skip the slow parsing.
	const time = minute + second;
	const utc = zone === 'Z' ? time : utcText(readIsoDate(time + zone)?.ms ?? NaN)?.slice(0, 19);
	// The lookbehind keeps the search linear: it tries a row of zeros only once.
	const digits = fraction.replace(/(?<!0)0+$/, '');
	return utc === undefined ? text : `${utc}${digits && '.'}${digits}Z`;
}

/**
 * A version that Sync wrote, e.g. `fstwvwp-lrhhlbhfqgmm`: identifies a row's record and cells. Tables do not reformat
 * it: without digits, it cannot be a number, date, or series; without vowels, it cannot be TRUE or a month.
 */
const LETTERS = 'bcdfghjklmnpqrstvwxz';
const VERSION = new RegExp(`^([${LETTERS}]{7})-([${LETTERS}]{12})([${LETTERS}]{4})?$`);

/** Reads a version from a cell; returns `undefined` for any other content. */
export function readVersion(cell: unknown) {
	const text = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
	const [, id, content, healed = ''] = VERSION.exec(text) ?? [];
	if (id === undefined || content === undefined) return undefined;
	return {
		/** A hash of the record's key. */
		id,
		/** A hash of all cells as Sync wrote them. */
		content,
		/** After a repair, a hash of the cells that the table formats differently; otherwise ''. */
		healed,
	};
}

/** Returns the ID part of a version. Ignores a leading apostrophe, which spreadsheets remove. */
export function idPartOf(key: string): string {
	return letters(key.replace(/^'/, ''), 7);
}

/** Returns the content part of a version. Moving a column or adding an empty column does not change it. */
export function contentPartOf(row: Readonly<Record<string, unknown>>): string {
	const filled = Object.keys(row).filter((name) => row[name] !== '');
	return letters(JSON.stringify(filled.sort().map((name) => [name, row[name]])), 12);
}

/** Returns the `healed` part of a version. @param cells the cells that differ, as the table returned them */
export function healPartOf(cells: readonly unknown[]): string {
	return cells.length === 0 ? '' : letters(JSON.stringify(cells), 4);
}

/** Encodes the beginning of a SHA-256 hash as letters (4.3 bits per letter). */
function letters(text: string, length: number): string {
	let number = Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16);
	let found = '';
	while (found.length < length) {
		found += LETTERS.charAt(number % LETTERS.length);
		number = Math.floor(number / LETTERS.length);
	}
	return found;
}
