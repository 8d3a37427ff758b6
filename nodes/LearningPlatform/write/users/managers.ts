import { quoted, type Ref } from '../../form';
import {
	asRowError,
	isDeleted,
	isRowError,
	refKey,
	rowError,
	segment,
	type Directory,
	type RowError,
} from '../../people';
import { foldId, recordId } from '../../values/identity';
import type { ByRow, Row } from '../operation';
import { eachRow, withoutErrors } from '../rows';
import { codeOf, rejection, sendConfirmed } from '../confirm';
import type { UserEntry } from './form';
import {
	clearedIn,
	isWritten,
	refsIn,
	staysDeleted,
	type FieldGroup,
	type Person,
	type UserRow,
} from './person';
import { remarkOnFailed } from './remarks';

const NAME = 'manager';

/** Stands for the manager of somebody whose managers are cleared. */
const NOBODY: Person['presence'] = { id: '', status: 'present' };

/** A user's only manager. */
export const managerWrites: FieldGroup = {
	find: async (directory, people) => {
		const valid = withoutErrors(people);
		const managers = await findManagers(directory, valid);
		const inTable = new Map<string, Set<string>>();
		await Promise.all(
			[...managers].map(async ([key, manager]) => {
				if (isRowError(manager) || manager.status !== 'present') return;
				const read = async () =>
					await readIds(directory, `users/${segment(manager.id)}/subordinates`);
				const team = await directory.readOnce(`team ${manager.id}`, read).catch(asRowError);
				if (isRowError(team)) managers.set(key, team);
				else for (const id of team) inTable.set(id, (inTable.get(id) ?? new Set()).add(manager.id));
			}),
		);
		for (const person of valid.values()) person.managers = managers;
		return await eachRow(people, async (row, person) => {
			const manager = managerFor(row, person);
			const id = foldId(recordId(person.user));
			if (!manager || isRowError(manager) || id === '' || staysDeleted(row, person)) return person;
			const known = inTable.get(id) ?? new Set();
			// Managers who are not in the table are not looked for: that would cost a request per user.
			const isKnown = known.size === 1 && known.has(manager.id);
			const read = async () => await readIds(directory, managersPath(id));
			person.managerIds = isKnown ? known : await directory.readOnce(`managers ${id}`, read);
			return person;
		});
	},

	plan: (row, person) => {
		const { managerIds = new Set<string>() } = person;
		const found = managerFor(row, person);
		if (!found) return { changes: [], state: {} };
		// The row that creates the manager comes later or has failed.
		const isAbsent = !isRowError(found) && found.status === 'absent';
		const manager = isAbsent ? rejection('users', 'managerNotFound') : found;
		if (isRowError(manager))
			return { changes: [], state: {}, remarks: [remarkOnFailed([NAME], manager)] };
		const { id: value } = manager;
		const before = [...managerIds].join(', ');
		const change = { name: NAME, value, isStored: before === value, before: before || null };
		return { changes: [change], state: { managerIds: new Set(value === '' ? [] : [value]) } };
	},

	store: async (row, person, id) => {
		const { client, directory } = row;
		const { managerIds = new Set<string>() } = person;
		const manager = managerFor(row, person) ?? NOBODY;
		if (isRowError(manager) || manager.status !== 'present')
			throw rejection('users', 'managerNotFound');
		const { id: wanted } = manager;
		const changeManager = async (method: 'DELETE' | 'POST', managerId: string) => {
			const look = async () => {
				const now = await readIds(directory, managersPath(id));
				return now.has(managerId) === (method === 'POST') ? {} : undefined;
			};
			await sendConfirmed(client, {
				path: `${managersPath(id)}/${segment(managerId)}`,
				method,
				look,
				isConfirmed: ({ status }) => status === 204,
			}).catch(async (error: unknown) => {
				// A manager who is gone must not keep the user from getting a new one.
				const isGone = method === 'DELETE' && codeOf(error) === 'managerNotFound';
				// Another program may have made the change.
				if (!isGone && !(await look().catch(() => undefined))) throw error;
			});
			const what = method === 'POST' ? 'manager' : 'former manager';
			client.log.write('userUpdated', { id, outcome: 'updated', fields: [`${what} ${managerId}`] });
		};
		const now = new Set(managerIds);
		const replaceManagers = async () => {
			for (const managerId of managerIds) {
				if (managerId === wanted) continue;
				await changeManager('DELETE', managerId);
				now.delete(managerId);
			}
			if (wanted === '' || managerIds.has(wanted)) return;
			await changeManager('POST', wanted);
			now.add(wanted);
		};
		const failure = await replaceManagers().then(() => undefined, asRowError);
		if (failure && now.size === managerIds.size) throw failure;
		// The former manager is gone, which the item must not hide.
		const remarks = failure ? [remarkOnFailed([NAME], failure)] : [];
		return { state: { managerIds: now }, remarks };
	},
};

/** Finds the managers that rows name, by `refKey`. Rows may create them, restore them, or give them this address. */
async function findManagers(directory: Directory, people: ByRow<UserEntry, Person>) {
	const refs = [...people.keys()].flatMap(({ entry }) => entry.fields.manager ?? []);
	const userOf = await directory.find(refs);
	const inTable = new Map(
		[...people].reverse().flatMap(([row, person]) => {
			const own: Ref = { by: 'id', value: person.presence.id };
			return [...refsIn(row), own].map((ref) => [refKey(ref), [row, person] as const]);
		}),
	);
	const managerOf = (ref: Ref): Person['presence'] | RowError => {
		const user = userOf(ref);
		const id = user && !isRowError(user) ? foldId(recordId(user)) : '';
		// The user who has the address now may pass it on in this run.
		const found = inTable.get(refKey(ref)) ?? inTable.get(refKey({ by: 'id', value: id }));
		if (found && isWritten(...found)) return found[1].presence;
		if (isRowError(user)) return user;
		// A sentence without the entry, so that one hint is about all rows.
		if (!user) return rowError('unknownUser', `The entry is ${quoted(ref.value)}.`);
		return isDeleted(user) ? rejection('users', 'managerDeleted') : { id, status: 'present' };
	};
	return new Map(refs.map((ref) => [refKey(ref), managerOf(ref)]));
}

/** Puts the rows of managers that the run creates or restores before the rows of their people. */
export function managersFirst<E extends UserEntry>(people: ByRow<E, Person>) {
	const firstOf = new Map([...people].reverse().map((entry) => [entry[1].presence, entry]));
	const ordered = new Map<Row<E>, Person>();
	const seen = new Set<Row<E>>();
	const add = (row: Row<E>, person: Person) => {
		if (seen.has(row)) return;
		seen.add(row);
		const manager = managerFor(row, person);
		const isMade = manager && !isRowError(manager) && manager.status !== 'present';
		const first = isMade ? firstOf.get(manager) : undefined;
		if (first) add(...first);
		ordered.set(row, person);
	};
	for (const [row, person] of people) add(row, person);
	return ordered;
}

/** Returns the manager that a row asks for. @returns undefined if none is entered */
function managerFor(row: UserRow, person: Person): Person['presence'] | RowError | undefined {
	const { manager } = row.entry.fields;
	if (!manager) return clearedIn(row, person).includes(NAME) ? NOBODY : undefined;
	const found = person.managers?.get(refKey(manager));
	return found === person.presence ? rowError('ownManager') : found;
}

const managersPath = (id: string) => `users/${segment(id)}/managers` as const;

async function readIds(directory: Directory, path: string): Promise<ReadonlySet<string>> {
	return new Set((await directory.readList(path)).map((record) => foldId(recordId(record))));
}
