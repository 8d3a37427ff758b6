import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import { groupedBy } from '../values/grouped';
import { impossible, type Problem } from './problems';
import { foldNumber, refKey } from './records';

/** A row of a table that names a user by number. */
export interface NumberIn {
	value: string;
	/** The email or user name, which finds a user who has no number yet. */
	fallback: Ref | undefined;
}

/** A row with what the platform has. */
export interface NumberedRow {
	row: NumberIn;
	/** The stored numbers that may be the row's. */
	mappings: readonly IDataObject[];
	user: IDataObject | Problem | undefined;
	/** The ID of the user, if there is one. */
	id: string | undefined;
}

/** Returns a function that tells why a row might mean somebody else. @param stored all numbers that were read */
export function problemFinder(
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

/** Returns the error for a row whose address or name leads to a user with another number. */
export const numberOfAnother = (number = '') =>
	impossible('addressOfAnother', `The user has the number "${number}".`);
