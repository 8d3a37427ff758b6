import { utcText } from '../values/dates';
import { endOfDay, readDayOrTime, type DayOrTime } from '../values/days';
import { field } from './field';
import { readCell } from './people';
import { notValid } from './values';

/** December 31, 9999, in other forms than ISO 8601, e.g. as a number of Excel: nobody can mean another day. */
const NO_END = /^(?:99991231$|2958465(?:\.\d+)?$|(?:31[./-]12|12[./-]31)[./-]9999(?: |$))/;

/** When a user's access ends. */
export const lastDay = field<
	| (DayOrTime & {
			/** The time to send: the end of the day, or the point in time. */
			endsAt: number;
			/** The entry if it was an Excel day number. */
			excelDay?: string;
	  })
	| undefined
>(
	{
		displayName: 'Last Day',
		name: 'toBeDeactivatedAt',
		type: 'dateTime',
		default: '',
		description:
			'The last day with access, e.g. 2026-12-31. The platform deactivates the user at the end of that day. A date with a time means exactly that time. A date in the year 9999 counts as empty.',
	},
	(entered, { displayName: label }, node) => {
		const text = readCell(entered, label);
		if (text === '') return undefined;
		const timeZone = node.getTimezone();
		const dayOrTime = readDayOrTime(typeof entered === 'string' ? text : entered, timeZone);
		const { day, ms = NaN } = dayOrTime ?? {};
		const endsAt = day === undefined ? ms : endOfDay(day, timeZone);
		// Some HR systems enter this year for employment without an end.
		if ((dayOrTime && text.startsWith('9999-')) || NO_END.test(text)) return undefined;
		if (dayOrTime && utcText(endsAt) !== undefined) {
			return { ...dayOrTime, endsAt, ...(dayOrTime.isExcelDay && { excelDay: text }) };
		}
		const advice =
			'Other formats could be read in two ways: change the format of the column in the table.';
		throw notValid(`${label} must be a date such as 2026-12-31`, text, advice);
	},
	'',
);
