import { hash } from 'node:crypto';

import { UserFacingError } from '../errors';

/** The column names that n8n's Data Table accepts. */
const COLUMN_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const MAX_LENGTH = 63;

/**
 * Steps that are words of letters and digits, joined with `_`. They begin in lower case, as the fields of the
 * service do, so that only one of `name` and `Name` is plain.
 */
const PLAIN = /^[a-z][a-zA-Z0-9]*(?:_[a-z0-9][a-zA-Z0-9]*)*$/;

/** Taken, in any case, by the columns that n8n's Data Table keeps for itself and by those that the trigger and Sync add. */
const RESERVED = [
	...['id', 'createdAt', 'updatedAt', 'dryRunState'],
	...['triggerEvent', 'triggerTime', 'removedAt', 'syncVersion'],
];

/**
 * The name of a column by its path alone, so that it stays whatever other columns there are (docs/rows.md).
 *
 * @param owner whose columns they are, e.g. `course` of the key `courseId`
 */
export function columnName(path: readonly string[], owner: string): string {
	const name = path.join('_');
	// `a_b` is the name of the path `a.b`, so the field `a_b` needs another one.
	const isPlain = PLAIN.test(name) && path.every((step) => !step.includes('_'));
	if (!isPlain || name.length > MAX_LENGTH) return hashedName(path);
	if (RESERVED.includes(name) && name !== 'id') return owned(name, owner);
	return findReserved(name, owner) === undefined ? name : hashedName(path);
}

/** Returns the name of a column that a user entered: unchanged, if a table takes it. */
export function requestedName(field: string, owner: string): string {
	const reserved = findReserved(field, owner);
	if (reserved === 'id' && field.length > reserved.length) return owned(reserved, owner);
	if (reserved !== undefined) return columnName([reserved], owner);
	return COLUMN_NAME.test(field) && field.length <= MAX_LENGTH
		? field
		: columnName(field.split('.'), owner);
}

/** @throws UserFacingError when names differ in case only, which many tables ignore */
export function refuseTwins(names: readonly string[]): void {
	const seen = new Map<string, string>();
	for (const name of names) {
		const twin = seen.get(name.toLowerCase());
		if (twin !== undefined) {
			throw new UserFacingError(
				`Two columns of the rows would have the same name: ${twin} and ${name}`,
				'Upper and lower case do not tell columns apart in many tables. Enter one of them, and the other columns that you need, as Output Fields, or choose another Output.',
			);
		}
		seen.set(name.toLowerCase(), name);
	}
}

/** Returns the reserved name that equals a name, in any case, with or without the owner as a prefix. */
function findReserved(name: string, owner: string): string | undefined {
	const lower = name.toLowerCase();
	return RESERVED.find((word) =>
		[word, owned(word, owner)].some((taken) => taken.toLowerCase() === lower),
	);
}

function owned(name: string, owner: string): string {
	return `${owner}${name.charAt(0).toUpperCase()}${name.slice(1)}`;
}

function hashedName(path: readonly string[]): string {
	// Two underscores, which no plain name has.
	const ending = `__${hash('sha256', JSON.stringify(path)).slice(0, 8)}`;
	const words = path
		.join('_')
		.normalize('NFKD')
		.replace(/\p{Mark}+/gu, '')
		.replace(/[^A-Za-z0-9]+/g, '_')
		.replace(/^_/, '');
	const name = /^[A-Za-z]/.test(words) ? words : `field_${words}`;
	return name.slice(0, MAX_LENGTH - ending.length).replace(/_$/, '') + ending;
}
