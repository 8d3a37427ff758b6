import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../list';
import type { Directory } from './directory';
import { impossible, isProblem, type Problem } from './problems';
import { inParts, recordId, refKey, TOGETHER } from './records';

/** A person whom a table names by a personnel number. */
export interface Numbered {
	number: string;
	/** Finds a user who has no number yet. */
	fallback: Ref | undefined;
}

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
}

/** Finds users by their number in an HR system, or else by email or user name. */
export async function findByNumber(
	directory: Directory,
	platform: string,
	wanted: readonly Numbered[],
): Promise<Map<Numbered, Found | Problem>> {
	const numbers = [...new Set(wanted.map(({ number }) => number))];
	// One page contains thousands of numbers.
	const isWhole = numbers.length > TOGETHER;
	const read = async (field: string, values: string[]) =>
		await readNumbers(directory, platform, { field, operator: 'in', values });
	const mappings = isWhole ? await readNumbers(directory, platform) : await read('value', numbers);
	const ownerOf = new Map(mappings.map(({ value, targetId }) => [value, targetId as string]));
	const refOf = ({ number, fallback }: Numbered): Ref | undefined => {
		const id = ownerOf.get(number);
		return id === undefined ? fallback : { by: 'id', value: id };
	};
	const users = await directory.find(wanted.flatMap((one) => refOf(one) ?? []));
	const userOf = (one: Numbered) => {
		const ref = refOf(one);
		return ref && users.get(refKey(ref));
	};
	const unnumbered = wanted.filter(({ number }) => !ownerOf.has(number));
	const ids = unnumbered
		.map(userOf)
		.flatMap((user) => (!user || isProblem(user) ? [] : recordId(user)));
	const parts = isWhole ? [] : inParts([...new Set(ids)]);
	const others = await Promise.all(parts.map(async (some) => await read('targetId', some)));
	const numberOf = new Map(
		[mappings, ...others].flat().map((one) => [one.targetId, one.value as string]),
	);
	const rivals = new Map<string, Set<string>>();
	const keyOf = (one: Numbered) => {
		const user = userOf(one);
		return user && !isProblem(user) ? recordId(user) : one.fallback && refKey(one.fallback);
	};
	for (const one of unnumbered) {
		const key = keyOf(one) ?? '';
		rivals.set(key, (rivals.get(key) ?? new Set()).add(one.number));
	}
	return new Map(
		wanted.map((one): [Numbered, Found | Problem] => {
			const user = userOf(one);
			const id = ownerOf.get(one.number);
			if (isProblem(user)) return [one, user];
			if (id !== undefined) {
				const detail = `The number "${one.number}" of "${platform}" belongs to the user ${id}.`;
				return [one, user ? { user, number: one.number } : impossible('goneNumber', detail)];
			}
			const other = user && numberOf.get(recordId(user));
			if (other !== undefined) {
				return [one, impossible('addressOfAnother', `The user has the number "${other}".`)];
			}
			const key = keyOf(one);
			const isShared = key !== undefined && (rivals.get(key)?.size ?? 0) > 1;
			return [one, isShared ? impossible('samePerson') : { user }];
		}),
	);
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
