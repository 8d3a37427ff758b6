import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../values/filter';
import { groupedBy } from '../values/grouped';
import { recordId } from '../values/identity';
import type { Directory } from './directory';
import { isRejectedLookup, isRowError, rowError, type RowError } from './rowErrors';
import { foldNumber, LOOKUP_BATCH, refKey } from './records';

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
}

/** A row of a table that names a user by number, with what the platform has. */
interface NumberRow {
	value: string;
	/** The email or user name, which finds a user who has no number yet. */
	fallback: Ref | undefined;
	/** The stored numbers that may be the row's. */
	mappings: readonly IDataObject[];
	user: IDataObject | RowError | undefined;
	/** The ID of the user, if there is one. */
	id: string | undefined;
}

/** Finds users by their number in an HR system, or else by email or user name. @returns what was found, in order */
export async function findByNumber(
	directory: Directory,
	platform: string,
	rows: readonly Pick<NumberRow, 'value' | 'fallback'>[],
): Promise<(Found | RowError)[]> {
	const values = rows.map(({ value }) => value);
	const stored = await readMappings(directory, platform, values);
	const byNumber = groupedBy(stored, ({ value }) => foldNumber(value));
	const named = rows.map(({ value, fallback }) => {
		const sameNumbers = byNumber.get(foldNumber(value)) ?? [];
		const exact = sameNumbers.filter((mapping) => mapping.value === value);
		const mappings = exact.length > 0 ? exact : sameNumbers;
		const [mapping] = mappings;
		const ref = mapping ? { by: 'id' as const, value: mapping.targetId as string } : fallback;
		return { value, fallback, mappings, ref };
	});
	const userOf = await directory.find(named.flatMap(({ ref }) => ref ?? []));
	const matches = named.map(({ ref, ...row }): NumberRow => {
		const user = ref && userOf(ref);
		return { ...row, user, id: user && !isRowError(user) ? recordId(user) : undefined };
	});
	const errorOf = numberCheck(platform, matches, stored);
	return matches.map((match) => {
		const { user, mappings } = match;
		if (isRowError(user)) return user;
		return errorOf(match) ?? { user, number: mappings[0]?.value as string | undefined };
	});
}

/** Reads the numbers that a table names, or all if one of them may be spelled otherwise on the platform, or is rejected. */
async function readMappings(directory: Directory, platform: string, values: readonly string[]) {
	const named = [...new Set(values)];
	if (named.length <= LOOKUP_BATCH) {
		const filter = { field: 'value', operator: 'in', values: named };
		const mappings = await readNumbers(directory, platform, filter).catch((error: unknown) => {
			if (isRejectedLookup(error)) return [];
			throw error;
		});
		const stored = new Set(mappings.map(({ value }) => value));
		if (named.every((value) => stored.has(value))) return mappings;
	}
	// One page contains thousands of numbers.
	return await readNumbers(directory, platform);
}

/** Returns a function that returns the error of a row that might mean somebody else. @param stored all numbers that were read */
function numberCheck(
	platform: string,
	matches: readonly NumberRow[],
	stored: readonly IDataObject[],
) {
	type Check = (match: NumberRow) => RowError | undefined;
	const keyOf = ({ id, fallback }: NumberRow) => id ?? (fallback && refKey(fallback));
	const foldedNumber = ({ value }: NumberRow) => foldNumber(value);
	const numberById = new Map(stored.map(({ targetId, value }) => [targetId, value as string]));
	const byNumber = groupedBy(matches, foldedNumber);
	const withSameNumber = (match: NumberRow) => byNumber.get(foldedNumber(match)) ?? [];
	const unnumbered = matches.filter(({ mappings }) => mappings.length === 0);
	const unnumberedByKey = groupedBy(unnumbered, keyOf);

	const hasSeveralNumbers: Check = (match) => {
		const { value, mappings } = match;
		// The number may be that of another row.
		const rivals = mappings[0]?.value === value ? [] : withSameNumber(match);
		const isGuess = mappings.length > 1 || rivals.some((rival) => rival.value !== value);
		const numbers = [...mappings, ...rivals].map((rival) => `"${rival.value as string}"`);
		const detail = `These are ${[...new Set(numbers)].join(', ')}.`;
		return isGuess ? rowError('severalNumbers', detail) : undefined;
	};
	const isUserGone: Check = ({ mappings, user }) => {
		const [{ targetId, value } = {}] = mappings as readonly Record<string, string>[];
		const detail = `The number "${value}" of "${platform}" belongs to the user ${targetId}.`;
		return user ? undefined : rowError('goneNumber', detail);
	};
	const hasAnotherNumber: Check = ({ id }) => {
		const number = id === undefined ? undefined : numberById.get(id);
		return number === undefined ? undefined : numberOfAnother(number);
	};
	const isNumberOfTwoPeople: Check = (match) => {
		const isOther = ({ fallback, id }: NumberRow) => fallback && id !== match.id;
		const isSplit = match.fallback && withSameNumber(match).some(isOther);
		return isSplit ? rowError('sameNumber') : undefined;
	};
	const isPersonOfTwoNumbers: Check = (match) => {
		const key = keyOf(match);
		const rivals = key === undefined ? [] : (unnumberedByKey.get(key) ?? []);
		const isShared = rivals.some((rival) => foldedNumber(rival) !== foldedNumber(match));
		return isShared ? rowError('samePerson') : undefined;
	};

	const checksOfNumbered = [hasSeveralNumbers, isUserGone];
	const checksOfUnnumbered = [hasAnotherNumber, isNumberOfTwoPeople, isPersonOfTwoNumbers];
	return (match: NumberRow): RowError | undefined => {
		const checks = match.mappings.length > 0 ? checksOfNumbered : checksOfUnnumbered;
		for (const check of checks) {
			const error = check(match);
			if (error) return error;
		}
		return undefined;
	};
}

/** Returns the error for a row whose address or name leads to a user with another number. */
export const numberOfAnother = (number = '') =>
	rowError('addressOfAnother', `The user has the number "${number}".`);

/** Returns the number of a user. */
export async function numberOf(
	directory: Directory,
	platform: string,
	id: string,
): Promise<string | undefined> {
	const [mapping] = await readNumbers(directory, platform, eq('targetId', id));
	return mapping?.value as string | undefined;
}

/** Reads the personnel numbers of an HR system. */
export async function readNumbers(
	directory: Directory,
	platform: string,
	...more: Filter[]
): Promise<IDataObject[]> {
	const ofUsers = [eq('platform', platform), eq('type', 'user')];
	return await directory.readList('external-ids', [...ofUsers, ...more]);
}

const eq = (field: string, value: string) => ({ field, operator: 'eq', values: [value] });
