/**
 * The name of a file that was given none, e.g. `courses-2026-01-31.csv`.
 *
 * @param now the current time; the name has its date
 * @param timeZone where that date is read off the calendar, e.g. `Europe/Paris`
 */
export function defaultFileName(
	listName: string,
	extension: string,
	now: Date,
	timeZone: string,
): string {
	// Sweden writes dates as ISO 8601 does.
	const date = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' }).format(now);
	return `${listName}-${date}.${extension}`;
}
