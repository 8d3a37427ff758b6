import { hash } from 'node:crypto';

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
	let encoded = '';
	while (encoded.length < length) {
		encoded += LETTERS.charAt(number % LETTERS.length);
		number = Math.floor(number / LETTERS.length);
	}
	return encoded;
}
