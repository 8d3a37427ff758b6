import { asProblem, isProblem, recordId, refKey, segment, type Directory } from '../../people';
import { foldId } from '../../values/identity';
import { codeOf, rejection } from '../rejections';
import { send } from '../send';
import { problemsIn } from '../subjects';
import { findManagers, NOT_YET, wantedManagers } from './namedManagers';
import { staysDeleted, type FieldGroup } from './person';

const NAME = 'manager';

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
				const team = await directory.readOnce(`team ${managerId}`, read).catch(asProblem);
				if (isProblem(team)) directory.managers.set(key, team);
				else for (const id of team) inTable.set(id, (inTable.get(id) ?? new Set()).add(managerId));
			}),
		);
		return await problemsIn(people, async (row, person) => {
			const wanted = wantedManagers(row, person);
			const id = foldId(recordId(person.user));
			if (!wanted || isProblem(wanted) || id === '' || staysDeleted(row, person)) return;
			const known = inTable.get(id) ?? new Set();
			// Managers who are not in the table are not looked for: that would cost a request per user.
			const isKnown = known.size === 1 && [...wanted].some((managerId) => known.has(managerId));
			const read = async () => await readIds(directory, managersPath(id));
			person.managerIds = isKnown ? wanted : await directory.readOnce(`managers ${id}`, read);
		});
	},

	plan: (row, person) => {
		const { managerIds = new Set<string>() } = person;
		const wanted = wantedManagers(row, person);
		if (isProblem(wanted)) return { changes: [], state: {}, rejected: [[NAME, wanted]] };
		if (!wanted) return { changes: [], state: {} };
		const [value = ''] = wanted;
		const isStored = managerIds.size === wanted.size && (value === '' || managerIds.has(value));
		const before = [...managerIds].join(', ') || null;
		const change = { name: NAME, value, isStored, before };
		return { changes: [change], state: { managerIds: wanted } };
	},

	store: async ({ client, directory, entry }, { managerIds = new Set<string>() }, id, [change]) => {
		const wanted = new Set(change?.value ? [change.value] : []);
		const { manager } = entry.fields;
		if (manager && directory.managers.get(refKey(manager)) === NOT_YET)
			throw rejection('managerNotFound');
		const changeManager = async (method: 'DELETE' | 'POST', managerId: string) => {
			const look = async () => {
				const now = await readIds(directory, managersPath(id));
				return now.has(managerId) === (method === 'POST') ? {} : undefined;
			};
			await send(client, {
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
				if (wanted.has(managerId)) continue;
				await changeManager('DELETE', managerId);
				now.delete(managerId);
			}
			for (const managerId of wanted) {
				if (!managerIds.has(managerId)) await changeManager('POST', managerId);
			}
		};
		const failure = await replaceManagers().then(() => undefined, asProblem);
		if (!failure) return { state: { managerIds: wanted } };
		if (now.size === managerIds.size) throw failure;
		// The former manager is gone, which the item must not hide.
		return { state: { managerIds: now }, failure };
	},
};

const managersPath = (id: string) => `users/${segment(id)}/managers`;

async function readIds(directory: Directory, path: string): Promise<ReadonlySet<string>> {
	return new Set((await directory.all(path)).map((record) => foldId(recordId(record))));
}
