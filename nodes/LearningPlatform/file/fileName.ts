import { DateTime } from 'luxon';

import { knownTimeZone } from '../values/dates';

/**
 * The name of a file: what the user chose, or e.g. `courses-2026-01-31.csv`. That of a compressed file says so, and
 * those of several files are numbered, e.g. `courses-2026-01-31-001.csv.gz`.
 *
 * @param list what the default name is made of: the list, which may be a path, and the day by the workflow's calendar
 * @param number from 1
 */
export function fileNameOf(
	chosen: { fileName: string; format: string; compress: boolean; recordsPerFile: number },
	list: { listName: string; startedAt: Date; timeZone: string },
	number: number,
): string {
	const { fileName, format, compress, recordsPerFile } = chosen;
	const name = fileName === '' ? `${defaultName(list)}.${format}` : fileName;
	const ending = compress && !name.toLowerCase().endsWith('.gz') ? '.gz' : '';
	return recordsPerFile === Infinity ? name + ending : numbered(name + ending, number);
}

function defaultName({ listName, startedAt, timeZone }: Parameters<typeof fileNameOf>[1]): string {
	const day = DateTime.fromJSDate(startedAt, { zone: knownTimeZone(timeZone) }).toISODate();
	return `${listName.replace(/[^\w-]+/g, '-')}-${day}`;
}

/** How many digits the numbers of files have; one that has more gets a letter. */
const DIGITS = 3;

/**
 * Nobody knows how many files there will be, so after 999 come a1000 to a9999, then b10000: names in alphabetical order
 * are in the order of the list.
 */
function numbered(fileName: string, number: number): string {
	const [endings] = /(\.[a-z]\w*)?(\.gz)?$/i.exec(fileName) ?? [''];
	const name = fileName.slice(0, fileName.length - endings.length);
	const digits = String(number).padStart(DIGITS, '0');
	const letter = digits.length > DIGITS ? String.fromCharCode(0x60 + digits.length - DIGITS) : '';
	return `${name}-${letter}${digits}${endings}`;
}
