import type { IDataObject } from 'n8n-workflow';

import type { Ref } from '../form';
import { asRowError, isRowError, unknownUser, type Directory, type RowError } from '../people';
import { recordId } from '../values/identity';
import {
	writesSomething,
	type ByRow,
	type Entry,
	type Result,
	type Row,
	type WriteOperation,
} from './operation';
import { CircuitBreaker, circuitBreakers, type BreakerOf } from './circuitBreaker';

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
): Promise<Map<Row<E>, Subject | RowError>> {
	const isSought = (row: Row<E>) => row.entry.user.by !== 'id' || isIdSought(row);
	const userOf = await directory.find(rows.filter(isSought).map(({ entry }) => entry.user));
	const subjects = rows.map((row): [Row<E>, Subject | RowError] => {
		const { user: ref } = row.entry;
		const user = isSought(row) ? (userOf(ref) ?? unknownUser(ref)) : undefined;
		return [row, isRowError(user) ? user : { userId: user ? recordId(user) : ref.value, user }];
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

/** Returns the rows without an error. */
export const withoutErrors = <E extends Entry, T>(
	results: ByRow<E, T | RowError>,
): Map<Row<E>, T> =>
	new Map(
		[...results].flatMap(([row, result]) => (isRowError(result) ? [] : [[row, result] as const])),
	);

/** Does something with each row that has no error, at the same time. @param work may return or throw a RowError */
export async function eachRow<E extends Entry, S, T>(
	states: Iterable<readonly [Row<E>, S]>,
	work: (row: Row<E>, state: Exclude<S, RowError>) => Promise<T> | T,
): Promise<Map<Row<E>, T | RowError>> {
	const results = [...states].map(async ([row, state]) => {
		const result = async () =>
			isRowError(state) ? state : await work(row, state as Exclude<S, RowError>);
		return [row, await result().catch(asRowError)] as const;
	});
	return new Map(await Promise.all(results));
}

/** Plans rows in order, so that a second row about the same subject builds on the first. */
export function planRows<E extends Entry, State extends object>(
	differences: WriteOperation<E, State>['differences'],
	states: ByRow<E, State>,
): Map<Row<E>, Result<State> | RowError> {
	const drafts = new Map<State, State>();
	const planned = new Map<Row<E>, Result<State> | RowError>();
	for (const [row, state] of states) {
		try {
			const plan = differences(row, drafts.get(state) ?? state);
			drafts.set(state, plan.state);
			planned.set(row, plan);
		} catch (error) {
			planned.set(row, asRowError(error));
		}
	}
	return planned;
}

/**
 * Makes the changes of rows one after another.
 *
 * @param apply makes the change of a row; called only if the plan writes something @throws RowError
 */
export function rowByRow<E extends Entry, State extends object>(
	differences: WriteOperation<E, State>['differences'],
	apply: (
		row: Row<E>,
		state: State,
		plan: Result<State>,
		breakerOf: BreakerOf,
	) => Promise<Result<State>>,
): WriteOperation<E, State>['apply'] {
	return async function* (rows) {
		const current = new Map<State, State>();
		const breaker = new CircuitBreaker();
		const breakerOf = circuitBreakers();
		for (const [row, first] of rows) {
			const state = current.get(first) ?? first;
			const change = async () => {
				// Earlier rows may have failed, or the platform may have stored other values.
				const plan = differences(row, state);
				if (!writesSomething(plan)) return plan;
				return await breaker.attempt(async () => await apply(row, state, plan, breakerOf));
			};
			const result = await change().catch(asRowError);
			if ('outcome' in result) current.set(first, result.state);
			yield [row, result];
		}
	};
}
