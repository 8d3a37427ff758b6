/**
 * What an expression gave, as the text that a filter sends: dates as the service writes them (docs/service.md,
 * Filters), in UTC.
 *
 * @returns `undefined` for what has no such text: nothing, `NaN`, dates that are none, objects, lists
 */
export function filterText(value: unknown): string | undefined {
	switch (typeof value) {
		case 'string':
			return dateText(value);
		case 'number':
			return Number.isFinite(value) ? String(value) : undefined;
		case 'boolean':
		case 'bigint':
			return String(value);
		default:
			return isDate(value) ? isoText(value) : undefined;
	}
}

/** As n8n passes on a date of Luxon, such as `$now`: as text with the workflow's time zone. */
const LUXON_DATE = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}[+-]\d\d:\d\d$/;

/** As n8n passes on a date of Luxon that is none. */
const INVALID_LUXON_DATE = 'Invalid DateTime';

function dateText(text: string): string | undefined {
	if (text === INVALID_LUXON_DATE) return undefined;
	return LUXON_DATE.test(text) ? isoText(new Date(text)) : text;
}

/** A Date, possibly of another realm, or a DateTime of Luxon. */
function isDate(value: unknown): value is { valueOf: () => number } {
	return (
		Object.prototype.toString.call(value) === '[object Date]' ||
		(typeof value === 'object' && value !== null && 'isLuxonDateTime' in value)
	);
}

function isoText(date: { valueOf: () => number }): string | undefined {
	const time = new Date(date.valueOf());
	return Number.isNaN(time.getTime()) ? undefined : time.toISOString();
}
