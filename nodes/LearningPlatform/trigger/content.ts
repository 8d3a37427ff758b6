import { hash } from 'node:crypto';

import { readIsoDate, utcText } from '../values/dates';

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
