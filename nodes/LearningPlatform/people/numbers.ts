import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../list';
import { groupedBy } from '../values/grouped';
import { foldMail } from '../values/mails';
import type { Directory } from './directory';
import { impossible, isProblem, isRefusedLookup, type Problem } from './problems';
import { recordId, refKey, LOOKUP_BATCH } from './records';

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
}

/** A row of a table that names a user by number. */
interface NumberIn {
	value: string;
	/** The email or user name, which finds a user who has no number yet. */
	fallback: Ref | undefined;
}

/** A row with what the platform has. */
interface NumberedRow {
	row: NumberIn;
	/** The stored numbers that may be the row's. */
	mappings: readonly IDataObject[];
	user: IDataObject | Problem | undefined;
	/** The ID of the user, if there is one. */
	id: string | undefined;
}

/** Finds users by their number in an HR system, or else by email or user name. */
export async function findByNumber<T extends NumberIn>(
	directory: Directory,
	platform: string,
	rows: readonly T[],
): Promise<Map<T, Found | Problem>> {
	const values = rows.map(({ value }) => value);
	const stored = await readMappings(directory, platform, values);
	const byNumber = groupedBy(stored, ({ value }) => foldNumber(value));
	const mappingsOf = ({ value }: NumberIn) => {
		const own = byNumber.get(foldNumber(value)) ?? [];
		const exact = own.filter((one) => one.value === value);
		return exact.length > 0 ? exact : own;
	};
	const refOf = (row: NumberIn): Ref | undefined => {
		const [mapping] = mappingsOf(row);
		return mapping ? { by: 'id', value: mapping.targetId as string } : row.fallback;
	};
	const userOf = await directory.find(rows.flatMap((row) => refOf(row) ?? []));
	const matches = rows.map((row): NumberedRow => {
		const ref = refOf(row);
		const user = ref && userOf(ref);
		const id = user && !isProblem(user) ? recordId(user) : undefined;
		return { row, mappings: mappingsOf(row), user, id };
	});
	const problemOf = problemFinder(platform, matches, stored);
	const found = matches.map((one): Found | Problem => {
		const { user, mappings } = one;
		if (isProblem(user)) return user;
		return problemOf(one) ?? { user, number: mappings[0]?.value as string | undefined };
	});
	return new Map(rows.map((row, at) => [row, found[at] ?? {}]));
}

/** Returns a function that tells why a row might mean somebody else. @param stored all numbers that were read */
function problemFinder(
	platform: string,
	matches: readonly NumberedRow[],
	stored: readonly IDataObject[],
) {
	type Check = (match: NumberedRow) => Problem | undefined;
	const keyOf = ({ id, row: { fallback } }: NumberedRow) => id ?? (fallback && refKey(fallback));
	const foldedNumber = ({ row }: NumberedRow) => foldNumber(row.value);
	const numberById = new Map(stored.map(({ targetId, value }) => [targetId, value as string]));
	const byNumber = groupedBy(matches, foldedNumber);
	const withSameNumber = (match: NumberedRow) => byNumber.get(foldedNumber(match)) ?? [];
	const unnumbered = matches.filter(({ mappings }) => mappings.length === 0);
	const unnumberedByKey = groupedBy(unnumbered, keyOf);

	const hasSeveralNumbers: Check = (match) => {
		const { row, mappings } = match;
		// The number may be that of another row.
		const isExact = mappings[0]?.value === row.value;
		const rivals = isExact ? [] : withSameNumber(match).map((rival) => rival.row);
		const isGuess = mappings.length > 1 || rivals.some(({ value }) => value !== row.value);
		const numbers = [...mappings, ...rivals].map(({ value }) => `"${value as string}"`);
		const detail = `These are ${[...new Set(numbers)].join(', ')}.`;
		return isGuess ? impossible('severalNumbers', detail) : undefined;
	};
	const isUserGone: Check = ({ mappings, user }) => {
		const [{ targetId, value } = {}] = mappings as readonly Record<string, string>[];
		const detail = `The number "${value}" of "${platform}" belongs to the user ${targetId}.`;
		return user ? undefined : impossible('goneNumber', detail);
	};
	const hasAnotherNumber: Check = ({ id }) => {
		const number = id === undefined ? undefined : numberById.get(id);
		return number === undefined ? undefined : numberOfAnother(number);
	};
	const isNumberOfTwoPeople: Check = (match) => {
		const isOther = ({ row, id }: NumberedRow) => row.fallback && id !== match.id;
		const isSplit = match.row.fallback && withSameNumber(match).some(isOther);
		return isSplit ? impossible('sameNumber') : undefined;
	};
	const isPersonOfTwoNumbers: Check = (match) => {
		const key = keyOf(match);
		const rivals = key === undefined ? [] : (unnumberedByKey.get(key) ?? []);
		const isShared = rivals.some((rival) => foldedNumber(rival) !== foldedNumber(match));
		return isShared ? impossible('samePerson') : undefined;
	};

	const checksOfNumbered = [hasSeveralNumbers, isUserGone];
	const checksOfUnnumbered = [hasAnotherNumber, isNumberOfTwoPeople, isPersonOfTwoNumbers];
	return (match: NumberedRow): Problem | undefined => {
		for (const check of match.mappings.length > 0 ? checksOfNumbered : checksOfUnnumbered) {
			const problem = check(match);
			if (problem) return problem;
		}
		return undefined;
	};
}

/** Reads the numbers that a table names, or all if one of them may be spelled otherwise on the platform, or is refused. */
async function readMappings(directory: Directory, platform: string, values: readonly string[]) {
	const named = [...new Set(values)];
	if (named.length <= LOOKUP_BATCH) {
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

/** Normalizes a personnel number for comparisons. A sheet may have removed its leading zeros. */
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
