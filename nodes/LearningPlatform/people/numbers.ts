import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../list';
import { groupedBy } from '../values/grouped';
import type { Directory } from './directory';
import { impossible, isProblem, type Problem } from './problems';
import { inParts, recordId, refKey, TOGETHER } from './records';

/** A person whom a table names by a personnel number. */
export interface Numbered {
	value: string;
	/** Finds a user who has no number yet. */
	fallback: Ref | undefined;
}

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
}

/** Finds users by their number in an HR system, or else by email or user name. */
export async function findByNumber<T extends Numbered>(
	directory: Directory,
	platform: string,
	wanted: readonly T[],
): Promise<Map<T, Found | Problem>> {
	const numbers = [...new Set(wanted.map(({ value }) => value))];
	// One page contains thousands of numbers.
	const isWhole = numbers.length > TOGETHER;
	const read = async (field: string, values: string[]) =>
		await readNumbers(directory, platform, { field, operator: 'in', values });
	const mappings = isWhole ? await readNumbers(directory, platform) : await read('value', numbers);
	const ownerOf = new Map(mappings.map(({ value, targetId }) => [value, targetId as string]));
	const refOf = ({ value, fallback }: T): Ref | undefined => {
		const id = ownerOf.get(value);
		return id === undefined ? fallback : { by: 'id', value: id };
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
	const unnumbered = wanted.filter(({ value }) => !ownerOf.has(value));
	const ids = new Set(unnumbered.flatMap((one) => idOfUser(one) ?? []));
	const parts = isWhole ? [] : inParts([...ids]);
	const others = await Promise.all(parts.map(async (some) => await read('targetId', some)));
	const numbersById = new Map(
		[mappings, ...others].flat().map((one) => [one.targetId, one.value as string]),
	);
	const keyOf = (one: T) => idOfUser(one) ?? (one.fallback && refKey(one.fallback));
	const rivals = groupedBy(unnumbered, keyOf);
	const namesakes = groupedBy(
		unnumbered.filter(({ fallback }) => fallback),
		({ value }) => value,
	);
	const check = (one: T): Found | Problem => {
		const user = userOf(one);
		const id = ownerOf.get(one.value);
		if (isProblem(user)) return user;
		if (id !== undefined) {
			const detail = `The number "${one.value}" of "${platform}" belongs to the user ${id}.`;
			return user ? { user, number: one.value } : impossible('goneNumber', detail);
		}
		const other = user && numbersById.get(recordId(user));
		if (other !== undefined) {
			return numberOfAnother(other);
		}
		const isSplit = namesakes.get(one.value)?.some((other) => idOfUser(other) !== idOfUser(one));
		if (isSplit && one.fallback) return impossible('sameNumber');
		const key = keyOf(one);
		const isShared = rivals.get(key)?.some(({ value }) => value !== one.value);
		return key !== undefined && isShared ? impossible('samePerson') : { user };
	};
	return new Map(wanted.map((one) => [one, check(one)]));
}

/** Looks for the number of a user again. @returns true if the platform has stored it */
export async function hasNumber(
	directory: Directory,
	platform: string,
	{ id, number }: { id: string; number: string },
): Promise<boolean> {
	const mappings = await readNumbers(directory, platform, eq('value', number));
	return mappings.some(({ targetId }) => targetId === id);
}

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
