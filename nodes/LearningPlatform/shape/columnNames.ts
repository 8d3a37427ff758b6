import { hash } from 'node:crypto';

/** The column names that n8n's Data Table accepts. */
const COLUMN_NAME = /^[a-zA-Z][a-zA-Z0-9_]*$/;
const MAX_NAME_LENGTH = 63;

/** Words joined with `_`. As in the service's field names, none is capitalized: `name` is plain, but `Name` is not. */
const PLAIN = /^[a-z][a-zA-Z0-9]*(?:_[a-z0-9][a-zA-Z0-9]*)*$/;

/** Names of columns that n8n's Data Table, the trigger, and Sync add themselves. Case is ignored. */
const RESERVED = [
	'id',
	'createdAt',
	'updatedAt',
	'dryRunState',
	'triggerEvent',
	'triggerTime',
	'removedAt',
	'syncVersion',
];

/** Names a path's column regardless of other columns (docs/rows.md). @param columnPrefix the prefix for reserved names */
export function columnName(path: readonly string[], columnPrefix: string): string {
	const name = path.join('_');
	// `a_b` is the name for the path `a.b`, so the field `a_b` needs a different name.
	const isPlain = PLAIN.test(name) && path.every((step) => !step.includes('_'));
	if (!isPlain || name.length > MAX_NAME_LENGTH) return hashedName(path);
	if (RESERVED.includes(name) && name !== 'id') return prefixed(name, columnPrefix);
	return findReserved(name, columnPrefix) === undefined ? name : hashedName(path);
}

/** Returns the column name for a name that the user entered. Names that tables accept stay unchanged. */
export function requestedName(field: string, columnPrefix: string): string {
	const reserved = findReserved(field, columnPrefix);
	if (reserved === 'id' && field.length > reserved.length) return prefixed(reserved, columnPrefix);
	if (reserved !== undefined) return columnName([reserved], columnPrefix);
	return COLUMN_NAME.test(field) && field.length <= MAX_NAME_LENGTH
		? field
		: columnName(field.split('.'), columnPrefix);
}

/** Returns the reserved name that matches a name, with or without the prefix. Ignores case. */
function findReserved(name: string, columnPrefix: string): string | undefined {
	const lower = name.toLowerCase();
	return RESERVED.find((word) =>
		[word, prefixed(word, columnPrefix)].some((taken) => taken.toLowerCase() === lower),
	);
}

const prefixed = (name: string, columnPrefix: string) =>
	`${columnPrefix}${name.charAt(0).toUpperCase()}${name.slice(1)}`;

function hashedName(path: readonly string[]): string {
	// Plain names never contain two underscores in a row.
	const ending = `__${hash('sha256', JSON.stringify(path)).slice(0, 8)}`;
	const words = path
		.join('_')
		.normalize('NFKD')
		.replace(/\p{Mark}+/gu, '')
		.replace(/[^A-Za-z0-9]+/g, '_')
		.replace(/^_/, '');
	const name = /^[A-Za-z]/.test(words) ? words : `field_${words}`;
	return name.slice(0, MAX_NAME_LENGTH - ending.length).replace(/_$/, '') + ending;
}
