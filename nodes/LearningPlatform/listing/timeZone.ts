import { getGlobalState } from 'n8n-workflow';

/**
 * The time zone of a workflow, e.g. `Europe/Paris`: n8n's own if there is no such zone, as with the `DEFAULT`
 * that a workflow's settings may say.
 *
 * @returns `undefined` when n8n's is none either: then it is that of the process
 */
export function knownTimeZone(timeZone: string): string | undefined {
	return [timeZone, getGlobalState().defaultTimezone].find(isTimeZone);
}

function isTimeZone(timeZone: string): boolean {
	try {
		return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
	} catch {
		return false;
	}
}
