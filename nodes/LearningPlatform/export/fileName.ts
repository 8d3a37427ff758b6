import { getGlobalState } from 'n8n-workflow';

/**
 * The name of a file that was given none, e.g. `courses-2026-01-31.csv`.
 *
 * @param now the current time; the name has its date
 * @param timeZone where that date is read off the calendar, e.g. `Europe/Paris`; n8n's own zone if there is no
 * such place, as with the `DEFAULT` that a workflow's settings may say
 */
export function defaultFileName(
	listName: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	const known = [timeZone, getGlobalState().defaultTimezone].find(isTimeZone);
	// Sweden writes dates as ISO 8601 does. Without a zone it is that of the process.
	const calendar = new Intl.DateTimeFormat('sv-SE', {
		dateStyle: 'short',
		...(known !== undefined && { timeZone: known }),
	});
	return `${listName}-${calendar.format(now)}.${extension}`;
}

function isTimeZone(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
	} catch {
		return false;
	}
}
