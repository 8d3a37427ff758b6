import { hash } from 'node:crypto';

import { readRecordDate, utcText } from './dates';

/** Returns the first characters, six bits each, of a SHA-256 hash as base64url. */
export function shortHash(text: string, length: number): string {
	return hash('sha256', text, 'base64url').slice(0, length);
}

/**
 * Returns a value as text without technical differences: empty is missing, moments are in UTC, fields are sorted, and
 * so are lists under names that end in `Ids`. Other lists have an order, such as the steps of a path.
 *
 * @param ignored fields to leave out, by their path, e.g. `stats.views`; a path goes through lists
 * @param path of the value itself
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
	// A poll does this for every record of a list; appending to one text is cheapest.
	let text = '';
	for (const field of Object.keys(value).sort()) {
		if (ignored.has(prefix + field)) continue;
		const content = contentOf((value as Record<string, unknown>)[field], ignored, prefix + field);
		if (content !== '') text += `${text && ','}${JSON.stringify(field)}:${content}`;
	}
	return text && `{${text}}`;
}

/** To the minute, seconds, their fraction, zone. */
const MOMENT = /^(\d{4}-\d\d-\d\dT\d\d:\d\d)(?:(:\d\d)(?:[.,](\d+))?)?(Z|[+-]\d\d:?\d\d)$/i;

/** Spells a moment in one way, and leaves any other text as it is. */
function inUtc(text: string): string {
	const [, minute = '', second = ':00', fraction = '', zone = ''] = MOMENT.exec(text) ?? [];
	if (minute === '') return text;
	// The fraction stays text: Date drops microseconds. Nearly all moments are in UTC, and parsing them is slow.
	const time = minute + second;
	const utc = zone === 'Z' ? time : utcText(readRecordDate(time + zone)?.ms ?? NaN)?.slice(0, 19);
	const digits = fraction.replace(/0+$/, '');
	return utc === undefined ? text : `${utc}${digits && '.'}${digits}Z`;
}
