import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import {
	asProblem,
	isProblem,
	recordId,
	unknownUser,
	type Directory,
	type Problem,
} from '../people';
import type { ByRow, Entry, Row } from './operation';

/** A user that a row names. */
export interface Subject {
	userId: string;
	/** The record, or why there is none; undefined if nobody has looked. */
	user: IDataObject | undefined;
}

/** Finds the users that rows name. @param isIdSought returns true for a row whose ID is looked up: a dry run would hide that it is unknown or deleted */
export async function findSubjects<E extends Entry & { user: Ref }>(
	directory: Directory,
	rows: readonly Row<E>[],
	isIdSought = ({ entry }: Row<E>) => entry.options.dryRun,
): Promise<Map<Row<E>, Subject | Problem>> {
	const isSought = (row: Row<E>) => row.entry.user.by !== 'id' || isIdSought(row);
	const userOf = await directory.find(rows.filter(isSought).map(({ entry }) => entry.user));
	const subjects = rows.map((row): [Row<E>, Subject | Problem] => {
		const { user: ref } = row.entry;
		const user = isSought(row) ? (userOf(ref) ?? unknownUser(ref)) : undefined;
		return [row, isProblem(user) ? user : { userId: user ? recordId(user) : ref.value, user }];
	});
	return new Map(subjects);
}

/** Returns a function that gives rows with the same key one state. */
export function sharedStates<State>() {
	const states = new Map<string, State>();
	return (key: string, state: State): State => {
		const shared = states.get(key) ?? state;
		states.set(key, shared);
		return shared;
	};
}

/** Returns the rows without a problem. */
export const withoutProblems = <E extends Entry, T>(
	results: ByRow<E, T | Problem>,
): Map<Row<E>, T> =>
	new Map(
		[...results].flatMap(([row, result]) => (isProblem(result) ? [] : [[row, result] as const])),
	);

/** Does something with each row that has no problem, at the same time. @param work may return or throw a Problem */
export async function eachRow<E extends Entry, S, T>(
	states: Iterable<readonly [Row<E>, S | Problem]>,
	work: (row: Row<E>, state: S) => Promise<T | Problem> | T | Problem,
): Promise<Map<Row<E>, T | Problem>> {
	const results = [...states].map(async ([row, state]) => {
		const result = async () => (isProblem(state) ? state : await work(row, state));
		return [row, await result().catch(asProblem)] as const;
	});
	return new Map(await Promise.all(results));
}
