import { hash } from 'node:crypto';

import type { IDataObject } from 'n8n-workflow';

import { milestoneIn, readNumber } from '../catalog/completions';
import { readIsoDate, utcText } from '../values/dates';
import { idOf } from '../values/identity';
import type { Observation } from './changes';
import { CHANGES, type TriggerEvent } from './events';
import type { Poll } from './settings';

/** The lengths of an ID hash and a content hash, in characters. */
const KEY_LENGTH = 9;
export const CONTENT_HASH_LENGTH = 6;

/** A 12-byte database ID, which `keyOf` shortens from 24 to 16 characters. */
const HEX_ID = /^[0-9a-f]{24}$/;

/** Returns a comma-free key: the record's ID if Trigger On includes Removed (which reports it); otherwise, a hash. */
export function keyOf(id: string, triggerOn: ReadonlySet<TriggerEvent>): string {
	if (!triggerOn.has('removed')) return shortHash(id, KEY_LENGTH);
	if (HEX_ID.test(id)) return Buffer.from(id, 'hex').toString('base64url');
	return /^\d+$/.test(id) ? `#${id}` : `'${Buffer.from(id).toString('base64url')}`;
}

/** Reverses `keyOf` if Trigger On includes Removed. */
export function idOfKey(key: string): string {
	if (key.startsWith('#')) return key.slice(1);
	if (key.startsWith("'")) return Buffer.from(key.slice(1), 'base64url').toString();
	return Buffer.from(key, 'base64url').toString('hex');
}

/** @param ignored the fields in Ignore Fields and the ID fields: an ID may change from a number to text or back */
export function observe(
	record: IDataObject,
	id: string,
	ignored: ReadonlySet<string>,
	compared: Poll['compared'],
): Observation {
	const { triggerOn } = compared;
	const milestone = milestoneOf(record, id, compared);
	if (!CHANGES.some((event) => triggerOn.has(event))) return { milestone };
	if (!triggerOn.has('updated')) return { hash: '', milestone };
	return { hash: shortHash(contentOf(record, ignored), CONTENT_HASH_LENGTH), milestone };
}

function milestoneOf(
	record: IDataObject,
	id: string,
	{ triggerOn, passingScore, onlyFirst, completionIdentity = [] }: Poll['compared'],
): Observation['milestone'] {
	const event = milestoneIn(record);
	if (event === undefined || !triggerOn.has(event)) return undefined;
	// An attempt without a score may still receive one.
	const hasPassed = passingScore === 0 || (readNumber(record.score) ?? -1) >= passingScore;
	if (event === 'completed' && !hasPassed) return undefined;
	// A record without a learner ID or training ID has a milestone of its own.
	const learnerAndTraining = onlyFirst ? idOf(record, completionIdentity) : undefined;
	const reached = JSON.stringify([event, learnerAndTraining ?? id]);
	return { event, key: shortHash(reached, KEY_LENGTH) };
}

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
