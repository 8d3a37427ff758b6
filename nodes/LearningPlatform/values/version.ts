import { hash } from 'node:crypto';

/**
 * The version of a row that Sync has written, e.g. `fstwvwp-lrhhlbhfqgmm`: which record it shows, and with which cells.
 * In letters, because tables change everything else: no digits, so no number, date or series; no vowels, so no TRUE and no
 * month; no sign in front, so no formula.
 */
export interface Version {
	/** A hash of the record's key. */
	id: string;
	/** A hash of all cells as they were written. */
	content: string;
	/** After a heal, a hash of the cells that the table had spelled in another way; else empty. */
	healed: string;
}

const LETTERS = 'bcdfghjklmnpqrstvwxz';
const VERSION = new RegExp(`^([${LETTERS}]{7})-([${LETTERS}]{12})([${LETTERS}]{4})?$`);

/** Reads the version in a cell; `undefined` for anything else. */
export function readVersion(cell: unknown): Version | undefined {
	const text = typeof cell === 'string' ? cell.trim().toLowerCase() : '';
	const [, id, content, healed = ''] = VERSION.exec(text) ?? [];
	return id !== undefined && content !== undefined ? { id, content, healed } : undefined;
}

export function versionText({ id, content, healed }: Version): string {
	return `${id}-${content}${healed}`;
}

/** The ID part, for the key of a record. A sheet takes away an apostrophe. */
export function idPartOf(key: string): string {
	return letters(key.replace(/^'/, ''), 7);
}

/** The content part, for the cells of a row. The order of columns, and a new column without values, are no change. */
export function contentPartOf(row: Readonly<Record<string, unknown>>): string {
	const filled = Object.keys(row).filter((name) => row[name] !== '');
	return letters(JSON.stringify(filled.sort().map((name) => [name, row[name]])), 12);
}

/** The heal part, for the cells that differ, as they came; '' for none. */
export function healPartOf(cells: readonly unknown[]): string {
	return cells.length === 0 ? '' : letters(JSON.stringify(cells), 4);
}

/** The beginning of a text's SHA-256 hash, in letters of 4.3 bits each. */
function letters(text: string, length: number): string {
	let number = Number.parseInt(hash('sha256', text, 'hex').slice(0, 13), 16);
	let found = '';
	while (found.length < length) {
		found += LETTERS.charAt(number % LETTERS.length);
		number = Math.floor(number / LETTERS.length);
	}
	return found;
}
