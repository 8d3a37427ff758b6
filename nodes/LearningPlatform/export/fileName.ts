import { knownTimeZone } from '../listing/timeZone';

/**
 * The name of a file that was given none, e.g. `courses-2026-01-31.csv`.
 *
 * @param listName may be a path, whose slashes become hyphens
 * @param now the current time; the name has its date
 * @param timeZone where that date is read off the calendar, that of the workflow
 */
export function defaultFileName(
	listName: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	const known = knownTimeZone(timeZone);
	// Sweden writes dates as ISO 8601 does. Without a zone it is that of the process.
	const calendar = new Intl.DateTimeFormat('sv-SE', {
		dateStyle: 'short',
		...(known !== undefined && { timeZone: known }),
	});
	return `${listName.replace(/[^\w-]+/g, '-')}-${calendar.format(now)}.${extension}`;
}

/** A name that the user gave, which says of a compressed file that it is. */
export function withGzipEnding(fileName: string): string {
	return fileName.toLowerCase().endsWith('.gz') ? fileName : `${fileName}.gz`;
}

/**
 * The name of one of several files, e.g. `courses-2026-01-31-001.csv.gz`; zeros keep them in order.
 *
 * @param number from 1
 */
export function numbered(fileName: string, number: number): string {
	const [ending] = /(\.[a-z]\w*)?(\.gz)?$/i.exec(fileName) ?? [''];
	const name = fileName.slice(0, fileName.length - ending.length);
	return `${name}-${String(number).padStart(3, '0')}${ending}`;
}
