import { parseIsoDate } from '../../listing/isoDate';

/** A date as a spreadsheet has it. */
export interface CellDate {
	/** Days since the last of 1899, by the calendar in which 1900 has a 29 February (ECMA-376 part 1, section 18.17.4.1). */
	serial: number;
	hasTime: boolean;
}

/** @returns `undefined` for a text that is no date, or none that a spreadsheet can have */
export type ReadDate = (text: string) => CellDate | undefined;

/** A day, or a moment with its zone. Shorter forms of ISO 8601 look like numbers. */
const DATE =
	/^\d{4}-\d\d-\d\d(?<time>T\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?(?<zone>Z|[+-]\d\d:?\d\d)?)?$/i;

const DAY_MS = 86_400_000;

/** By the calendar of serials, as it is after February 1900. */
const EPOCH = Date.UTC(1899, 11, 30);

/** March 1, 1900: the days before it have one number in Excel and another one in LibreOffice. */
const FIRST_SERIAL = 61;

/** Midnight after December 31, 9999. */
const END_SERIAL = 2_958_466;

/**
 * Makes the reader of dates for a workbook. Cells have no time zone, so times with one become those of the
 * clocks in the zone.
 *
 * @param timeZone e.g. `Europe/Paris`; `undefined` for that of the process
 */
export function dateReader(timeZone: string | undefined): ReadDate {
	// Sweden writes dates as ISO 8601 does.
	const clock = new Intl.DateTimeFormat('sv-SE', {
		...{ dateStyle: 'short', timeStyle: 'medium' },
		...(timeZone !== undefined && { timeZone }),
	});
	const onClock = (time: number) => {
		const seconds = Date.parse(`${clock.format(time).replace(' ', 'T')}Z`);
		return seconds + (((time % 1_000) + 1_000) % 1_000);
	};
	return (text) => {
		const match = DATE.exec(text);
		if (!match) return undefined;
		const { time, zone } = match.groups ?? {};
		const hasTime = time !== undefined;
		// What has no zone is what clocks show already. To look one up for each cell would take fifty times as long.
		const inUtc = `${text}${hasTime ? '' : 'T00'}Z`;
		const ms = parseIsoDate(zone === undefined ? inUtc : text, 'UTC');
		if (ms === undefined) return undefined;
		const serial = ((zone === undefined ? ms : onClock(ms)) - EPOCH) / DAY_MS;
		return serial >= FIRST_SERIAL && serial < END_SERIAL ? { serial, hasTime } : undefined;
	};
}
