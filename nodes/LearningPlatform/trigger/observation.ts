import type { IDataObject } from 'n8n-workflow';

import { milestoneIn } from '../catalog/completions';
import { idOf } from '../values/identity';
import { readNumber } from '../values/json';
import { CHANGES, type Observation, type TriggerEvent } from './changes';
import { contentOf, shortHash } from './content';
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
