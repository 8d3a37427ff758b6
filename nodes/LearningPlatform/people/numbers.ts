import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../list';
import { groupedBy } from '../values/grouped';
import { foldMail } from '../values/mails';
import type { Directory } from './directory';
import { impossible, isProblem, isRefusedLookup, type Problem } from './problems';
import { recordId, refKey, TOGETHER } from './records';

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
}

/** Finds users by their number in an HR system, or else by email or user name. @param wanted with what finds a user who has no number yet */
export async function findByNumber<T extends { value: string; fallback: Ref | undefined }>(
	directory: Directory,
	platform: string,
	wanted: readonly T[],
): Promise<Map<T, Found | Problem>> {
	const values = wanted.map(({ value }) => value);
	const mappings = await readMappings(directory, platform, values);
	const numberOfId = new Map(mappings.map(({ targetId, value }) => [targetId, value as string]));
	const byNumber = groupedBy(mappings, ({ value }) => foldNumber(value));
	const mappingsOf = ({ value }: T) => {
		const own = byNumber.get(foldNumber(value)) ?? [];
		const exact = own.filter((one) => one.value === value);
		return exact.length > 0 ? exact : own;
	};
	const refOf = (one: T): Ref | undefined => {
		const [mapping] = mappingsOf(one);
		return mapping ? { by: 'id', value: mapping.targetId as string } : one.fallback;
	};
	const find = await directory.find(wanted.flatMap((one) => refOf(one) ?? []));
	const userOf = (one: T) => {
		const ref = refOf(one);
		return ref && find(ref);
	};
	const idOfUser = (one: T) => {
		const user = userOf(one);
		return user && !isProblem(user) ? recordId(user) : undefined;
	};
	const keyOf = (one: T) => idOfUser(one) ?? (one.fallback && refKey(one.fallback));
	const unnumbered = wanted.filter((one) => mappingsOf(one).length === 0);
	const rivals = groupedBy(unnumbered, keyOf);
	const namesakes = groupedBy(wanted, ({ value }) => foldNumber(value));
	const check = (one: T): Found | Problem => {
		const user = userOf(one);
		const own = mappingsOf(one);
		const [mapping] = own;
		if (isProblem(user)) return user;
		const number = foldNumber(one.value);
		const alike = namesakes.get(number) ?? [];
		if (mapping) {
			const { targetId, value } = mapping as Record<string, string>;
			// The number may be that of another row.
			const others = value === one.value ? [] : alike;
			const all = new Set([...own, ...others].map((each) => `"${each.value as string}"`));
			const isGuess = own.length > 1 || others.some((other) => other.value !== one.value);
			if (isGuess) return impossible('severalNumbers', `These are ${[...all].join(', ')}.`);
			const detail = `The number "${value}" of "${platform}" belongs to the user ${targetId}.`;
			return user ? { user, number: value } : impossible('goneNumber', detail);
		}
		const other = user && numberOfId.get(recordId(user));
		if (other !== undefined) return numberOfAnother(other);
		const isSplit = alike.some((other) => other.fallback && idOfUser(other) !== idOfUser(one));
		if (isSplit && one.fallback) return impossible('sameNumber');
		const key = keyOf(one);
		const isShared = rivals.get(key)?.some(({ value }) => foldNumber(value) !== number);
		return key !== undefined && isShared ? impossible('samePerson') : { user };
	};
	return new Map(wanted.map((one) => [one, check(one)]));
}

/** Reads the numbers that a table names, or all if one of them may be spelled otherwise on the platform, or is refused. */
async function readMappings(directory: Directory, platform: string, values: readonly string[]) {
	const named = [...new Set(values)];
	if (named.length <= TOGETHER) {
		const filter = { field: 'value', operator: 'in', values: named };
		const found = await readNumbers(directory, platform, filter).catch((error: unknown) => {
			if (isRefusedLookup(error)) return [];
			throw error;
		});
		const stored = new Set(found.map(({ value }) => value));
		if (named.every((value) => stored.has(value))) return found;
	}
	// One page contains thousands of numbers.
	return await readNumbers(directory, platform);
}

/** Normalizes a personnel number for comparisons. A sheet may have removed the zeros in front of it. */
export const foldNumber = (number: unknown) => foldMail(number).replace(/^0+(?=\d)/, '');

/** Returns the number of a user. */
export async function numberOf(
	directory: Directory,
	platform: string,
	id: string,
): Promise<string | undefined> {
	const [mapping] = await readNumbers(directory, platform, eq('targetId', id));
	return mapping?.value as string | undefined;
}

/** Returns the error for a row whose address or name leads to a user with another number. */
export const numberOfAnother = (number = '') =>
	impossible('addressOfAnother', `The user has the number "${number}".`);

/** Reads the personnel numbers of an HR system. */
export async function readNumbers(
	directory: Directory,
	platform: string,
	...more: Filter[]
): Promise<IDataObject[]> {
	const ofUsers = [eq('platform', platform), eq('type', 'user')];
	return await directory.all('external-ids', [...ofUsers, ...more]);
}

const eq = (field: string, value: string) => ({ field, operator: 'eq', values: [value] });
