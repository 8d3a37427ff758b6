import {
	asProblem,
	impossible,
	isDeleted,
	isProblem,
	recordId,
	refKey,
	segment,
	unknownUser,
	type Directory,
	type Problem,
} from '../../people';
import { foldId } from '../../values/identity';
import type { ByRow } from '../operation';
import { codeOf, refusal } from '../refusals';
import { send } from '../send';
import { problemsIn } from '../subjects';
import {
	refsIn,
	staysDeleted,
	type FieldGroup,
	type Person,
	type UserEntry,
	type UserRow,
} from './person';

const NAME = 'manager';

/** Stands for the ID of somebody whom the run has yet to create or restore. */
const NOT_YET = '';

/** A user's only manager. */
export const managerWrites: FieldGroup = {
	find: async (directory, people) => {
		await findManagers(directory, people);
		const inTable = new Map<string, Set<string>>();
		await Promise.all(
			[...directory.managers].map(async ([key, managerId]) => {
				if (isProblem(managerId) || managerId === NOT_YET) return;
				const read = async () =>
					await readIds(directory, `users/${segment(managerId)}/subordinates`);
				const team = await directory.onceARun(`team ${managerId}`, read).catch(asProblem);
				if (isProblem(team)) directory.managers.set(key, team);
				else for (const id of team) inTable.set(id, (inTable.get(id) ?? new Set()).add(managerId));
			}),
		);
		return await problemsIn(people, async (row, person) => {
			const wanted = wantedBy(row, person);
			const id = foldId(recordId(person.user));
			if (!wanted || isProblem(wanted) || id === '' || staysDeleted(row, person)) return;
			const known = inTable.get(id) ?? new Set();
			// Managers whom the table does not name are not looked for: that would cost a request per user.
			const isKnown = known.size === 1 && [...wanted].some((one) => known.has(one));
			const read = async () => await readIds(directory, managersPath(id));
			person.managerIds = isKnown ? wanted : await directory.onceARun(`managers ${id}`, read);
		});
	},

	plan: (row, person) => {
		const { managerIds = new Set<string>() } = person;
		const wanted = wantedBy(row, person);
		if (isProblem(wanted)) return { wishes: [], state: {}, refused: [[NAME, wanted]] };
		if (!wanted) return { wishes: [], state: {} };
		const [value = ''] = wanted;
		const isStored = managerIds.size === wanted.size && (value === '' || managerIds.has(value));
		const before = [...managerIds].join(', ') || null;
		const wish = { name: NAME, value, isStored, before };
		return { wishes: [wish], state: { managerIds: wanted } };
	},

	store: async (row, person, id) => {
		const { client, directory, entry } = row;
		const { managerIds = new Set<string>() } = person;
		const wanted = wantedBy(row, person);
		if (!wanted || isProblem(wanted)) return { state: {} };
		const { manager } = entry.fields;
		if (manager && directory.managers.get(refKey(manager)) === NOT_YET)
			throw refusal('managerNotFound');
		const change = async (method: 'DELETE' | 'POST', managerId: string) => {
			const look = async () => {
				const now = await readIds(directory, managersPath(id));
				return now.has(managerId) === (method === 'POST') ? {} : undefined;
			};
			await send(client, {
				...{ path: `${managersPath(id)}/${segment(managerId)}`, method, look },
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
		for (const one of managerIds) if (!wanted.has(one)) await change('DELETE', one);
		for (const one of wanted) if (!managerIds.has(one)) await change('POST', one);
		return { state: { managerIds: wanted } };
	},
};

/** Finds the managers whom rows name. Rows may create them, or give them this address. */
async function findManagers(directory: Directory, people: ByRow<UserEntry, Person>): Promise<void> {
	const refs = [...people.keys()].flatMap(({ entry }) => entry.fields.manager ?? []);
	const userOf = await directory.find(refs);
	const inTable = rowsByKey([...people.keys()]);
	for (const ref of refs) {
		const user = userOf(ref);
		const row = inTable.get(refKey(ref));
		const person = row && people.get(row);
		const isMade = row && person && !staysDeleted(row, person);
		const gone = user ? refusal('managerDeleted') : unknownUser(ref);
		const isFound = user && (isProblem(user) || !isDeleted(user));
		const id = isProblem(user) ? user : foldId(recordId(user));
		directory.managers.set(refKey(ref), isFound ? id : isMade ? NOT_YET : gone);
	}
}

/** Puts the rows of managers whom the run creates before the rows of their people. */
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
function wantedBy(row: UserRow, { user }: Person): ReadonlySet<string> | Problem | undefined {
	const { fields, options } = row.entry;
	const { manager } = fields;
	if (!manager) return options.fieldsToClear.includes(NAME) ? new Set() : undefined;
	const key = refKey(manager);
	const id = row.directory.managers.get(key) ?? unknownUser(manager);
	if (isProblem(id)) return id;
	const isOwn = keysIn(row).includes(key) || (id !== NOT_YET && id === foldId(recordId(user)));
	return isOwn ? impossible('ownManager') : new Set([id === NOT_YET ? key : id]);
}

const keysIn = (row: UserRow) => refsIn(row).map(refKey);

/** Returns the first row with each address or name. */
const rowsByKey = <R extends UserRow>(rows: readonly R[]): ReadonlyMap<string, R> =>
	new Map([...rows].reverse().flatMap((row) => keysIn(row).map((key) => [key, row])));

const managersPath = (id: string) => `users/${segment(id)}/managers`;

async function readIds(directory: Directory, path: string): Promise<ReadonlySet<string>> {
	return new Set((await directory.all(path)).map((record) => foldId(recordId(record))));
}
