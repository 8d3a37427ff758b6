import type { IDataObject } from 'n8n-workflow';

import { quoted, type UserFields } from '../form';
import { foldBlanks } from '../values/cells';
import { DAY_MS, readServiceTime, utcText } from '../values/dates';
import { dayBefore, isOneDay, nextMidnight } from '../values/days';
import { foldId } from '../values/identity';
import { foldMail } from '../values/mails';
import type { Directory } from './directory';
import { impossible } from './problems';

const MAX_DAYS_AGO = 31;

/** Returns the values that a form asks for, by field. */
export function valuesOf(
	{ texts, lastDay, primaryGroup }: UserFields,
	directory: Directory,
): Record<string, string> {
	const endsAt = utcText(lastDay?.endsAt ?? NaN);
	const groupId = primaryGroup && directory.groups.idOf(primaryGroup);
	return {
		...texts,
		...(endsAt !== undefined && { toBeDeactivatedAt: endsAt }),
		...(typeof groupId === 'string' && { primaryGroupId: groupId }),
	};
}

/** Returns the deactivation date to send; undefined if the stored one is right. @throws UserFacingError if it is too old */
export function dateToSend({ lastDay }: UserFields, stored: unknown, timeZone: string) {
	const { day, endsAt } = lastDay ?? { endsAt: NaN };
	const now = Date.now();
	const storedMs = readServiceTime(stored);
	const tonight = nextMidnight(now);
	if (endsAt > now) {
		const isSame = storedMs !== undefined && isOneDay(storedMs, { day, endsAt }, timeZone);
		return isSame ? undefined : utcText(endsAt);
	}
	if (storedMs !== undefined && storedMs <= tonight) return undefined;
	if (now - endsAt <= MAX_DAYS_AGO * DAY_MS) return utcText(tonight);
	throw impossible('tooLate', `The entry is ${quoted(day ?? String(utcText(endsAt)))}.`);
}

/** Returns a stored value in a form that Update accepts. */
export function valueBefore(name: string, stored: unknown, timeZone: string) {
	const ms = name === 'toBeDeactivatedAt' ? readServiceTime(stored) : undefined;
	const day = ms === undefined ? undefined : dayBefore(ms, timeZone);
	return day ?? (stored as IDataObject[string]) ?? null;
}

/** Returns true if the platform stores a value as it was sent. Blanks at the ends and repeated ones do not matter. */
export function isStored(name: string, actual: unknown, sent: string | null): boolean {
	if (sent === null) return (actual ?? '') === '';
	if (name === 'mail') return foldMail(actual) === foldMail(sent);
	if (name === 'toBeDeactivatedAt') {
		// The service ignores milliseconds.
		const secondOf = (value: unknown) => Math.floor((readServiceTime(value) ?? NaN) / 1_000);
		return secondOf(actual) === secondOf(sent);
	}
	if (typeof actual !== 'string' && typeof actual !== 'number') return false;
	return foldBlanks(foldId(String(actual))) === foldBlanks(foldId(sent));
}
