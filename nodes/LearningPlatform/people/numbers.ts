import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import type { Filter } from '../list';
import { groupedBy } from '../values/grouped';
import type { Directory } from './directory';
import { problemFinder, type NumberedRow, type NumberIn } from './numberChecks';
import { isProblem, isRejectedLookup, type Problem } from './problems';
import { foldNumber, LOOKUP_BATCH, recordId } from './records';

/** A user, and the personnel number that the platform has. */
export interface Found {
	user?: IDataObject | undefined;
	number?: string | undefined;
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
		const sameNumbers = byNumber.get(foldNumber(value)) ?? [];
		const exact = sameNumbers.filter((mapping) => mapping.value === value);
		return exact.length > 0 ? exact : sameNumbers;
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
	const people = matches.map((match): Found | Problem => {
		const { user, mappings } = match;
		if (isProblem(user)) return user;
		return problemOf(match) ?? { user, number: mappings[0]?.value as string | undefined };
	});
	return new Map(rows.map((row, at) => [row, people[at] ?? {}]));
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
	return await directory.all('external-ids', [...ofUsers, ...more]);
}

const eq = (field: string, value: string) => ({ field, operator: 'eq', values: [value] });
