import { quoted, type Ref } from '../../form';
import {
	impossible,
	isDeleted,
	isProblem,
	recordId,
	refKey,
	type Directory,
	type Problem,
} from '../../people';
import { foldId } from '../../values/identity';
import type { ByRow } from '../operation';
import { rejection } from '../rejections';
import type { UserEntry } from './form';
import {
	clearedIn,
	hasLeft,
	isLiving,
	refsIn,
	staysDeleted,
	type Person,
	type UserRow,
} from './person';

/** Stands for the ID of a user that the run has yet to create or restore. */
export const NOT_YET = '';

/** Finds the managers that rows name. Rows may create them, or give them this address. */
export async function findManagers(
	directory: Directory,
	people: ByRow<UserEntry, Person>,
): Promise<void> {
	const refs = [...people.keys()].flatMap(({ entry }) => entry.fields.manager ?? []);
	const userOf = await directory.find(refs);
	const inTable = rowsByKey([...people.keys()]);
	const idOf = (ref: Ref): string | Problem => {
		const row = inTable.get(refKey(ref));
		const person = row && people.get(row);
		// The user who has the address now may pass it on in this run.
		if (person && isLiving(person)) return foldId(recordId(person.user));
		if (person && !hasLeft(row) && !staysDeleted(row, person)) return NOT_YET;
		const user = userOf(ref);
		if (isProblem(user)) return user;
		if (!user) return unknownManager(ref);
		return isDeleted(user) ? rejection('managerDeleted') : foldId(recordId(user));
	};
	for (const ref of refs) directory.managers.set(refKey(ref), idOf(ref));
}

/** A sentence without the entry, so that one hint is about all rows. */
const unknownManager = ({ value }: Ref) =>
	impossible('unknownUser', `The entry is ${quoted(value)}.`);

/** Puts the rows of managers that the run creates before the rows of their people. */
export function managersFirst<R extends UserRow, State>(
	states: ReadonlyMap<R, State>,
	{ managers: ids }: Directory,
): Map<R, State> {
	const inTable = rowsByKey([...states.keys()]);
	const ordered = new Map<R, State>();
	const seen = new Set<R>();
	const add = (row: R, state: State) => {
		if (seen.has(row)) return;
		seen.add(row);
		const { manager } = row.entry.fields;
		const key = manager ? refKey(manager) : '';
		const first = ids.get(key) === NOT_YET ? inTable.get(key) : undefined;
		const firstState = first && states.get(first);
		if (first && firstState !== undefined) add(first, firstState);
		ordered.set(row, state);
	};
	for (const [row, state] of states) add(row, state);
	return ordered;
}

/** Remembers the ID of somebody who may be the manager of other rows. */
export function rememberManager(row: UserRow, id: string): void {
	const { managers: ids } = row.directory;
	for (const key of keysIn(row)) if (ids.get(key) === NOT_YET) ids.set(key, foldId(id));
}

/** Returns the managers that a row asks for: one, or none to clear the field. @returns undefined if it is not entered */
export function wantedManagers(
	row: UserRow,
	person: Person,
): ReadonlySet<string> | Problem | undefined {
	const { manager } = row.entry.fields;
	if (!manager) return clearedIn(row, person).includes('manager') ? new Set() : undefined;
	const key = refKey(manager);
	const id = row.directory.managers.get(key) ?? unknownManager(manager);
	if (isProblem(id)) return id;
	const isOwn =
		keysIn(row).includes(key) || (id !== NOT_YET && id === foldId(recordId(person.user)));
	return isOwn ? impossible('ownManager') : new Set([id === NOT_YET ? key : id]);
}

const keysIn = (row: UserRow) => refsIn(row).map(refKey);

/** Returns the first row with each address or name. */
const rowsByKey = <R extends UserRow>(rows: readonly R[]): ReadonlyMap<string, R> =>
	new Map([...rows].reverse().flatMap((row) => keysIn(row).map((key) => [key, row])));
