import { groupedBy } from '../values/grouped';
import { foldId } from '../values/identity';
import { foldChoice } from '../values/words';
import type { Directory } from './directory';
import { asRowError, isForbidden, isRowError, unknownUser, type RowError } from './rowErrors';
import { segment } from './records';

/** With more people, one list of the group costs less than a list for each person. */
const MAX_SINGLE_LISTS = 20;

export const roleKey = (groupId: unknown, role: unknown) =>
	`${foldId(String(groupId))} ${foldChoice(String(role))}`;

/** Returns the roles that the platform adds or removes together, if the groups have been read: a learner follows public groups. */
export function rolesWith(
	{ groups }: Directory,
	{ groupId, role }: { groupId: string; role: string },
	isAddition: boolean,
): string[] {
	const followed = isAddition ? groups.joinedAbove(groupId) : groups.publicBelow(groupId);
	return [groupId, ...(role === 'learner' ? followed : [])].map((id) => roleKey(id, role));
}

/**
 * Reads each member's roles in a group, in order: from the list of a group with many members, or else from the users'
 * own lists.
 *
 * @returns a RowError for a user who does not exist, unless the user is known
 */
export async function readRoles(
	directory: Directory,
	members: readonly { userId: string; groupId: string; isKnown: boolean }[],
): Promise<(ReadonlySet<string> | RowError)[]> {
	const long = [...groupedBy(members, ({ groupId }) => groupId)].filter(
		([, ofGroup]) => new Set(ofGroup.map(({ userId }) => userId)).size > MAX_SINGLE_LISTS,
	);
	const read = long.map(async ([groupId]) => {
		return [groupId, await rolesIn(directory, [groupId]).catch(asRowError)] as const;
	});
	const lists = new Map((await Promise.all(read)).filter(([, list]) => !isForbidden(list)));
	const unlistedIn = ({ userId, groupId, isKnown }: (typeof members)[number]) => {
		const list = lists.get(groupId);
		const isListed = !list || isRowError(list) || list.has(foldId(userId));
		return isKnown || isListed ? [] : [{ by: 'id' as const, value: userId }];
	};
	const userOf = await directory.find(members.flatMap(unlistedIn));
	const roles = members.map(async (member) => {
		const id = foldId(member.userId);
		const list = lists.get(member.groupId);
		if (isRowError(list)) return list;
		if (!list) {
			const readOwn = async () => await rolesOf(directory, member.userId);
			return await directory.readOnce(`roles ${id}`, readOwn).catch(asRowError);
		}
		const [user] = unlistedIn(member).map((ref) => userOf(ref) ?? unknownUser(ref));
		// Without the scope to read users, a wrong ID looks like somebody outside the group.
		if (isRowError(user) && !isForbidden(user)) return user;
		return list.get(id) ?? new Set<string>();
	});
	return await Promise.all(roles);
}

export async function rolesOf(directory: Directory, userId: string): Promise<ReadonlySet<string>> {
	const roles = await directory.readList(`users/${segment(userId)}/roles`);
	return new Set(roles.map(({ groupId, role }) => roleKey(groupId, role)));
}

/** Reads the roles in groups, by user. */
export async function rolesIn(
	directory: Directory,
	groupIds: readonly string[],
): Promise<Map<string, ReadonlySet<string>>> {
	const read = async (groupId: string) =>
		await directory.readList(`groups/${segment(groupId)}/roles`);
	const lists = await Promise.all(groupIds.map(read));
	const byUser = new Map<string, Set<string>>();
	for (const [at, groupId] of groupIds.entries()) {
		for (const { userId, role } of lists[at] ?? []) {
			const id = foldId(userId as string);
			byUser.set(id, (byUser.get(id) ?? new Set()).add(roleKey(groupId, role)));
		}
	}
	return byUser;
}
