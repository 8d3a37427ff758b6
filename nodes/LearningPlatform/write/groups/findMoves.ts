import type { Ref } from '../../form';
import {
	asRowError,
	isDeleted,
	isForbidden,
	isRowError,
	roleKey,
	rolesIn,
	rolesOf,
	rolesWith,
	type Directory,
	type RowError,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId, recordId } from '../../values/identity';
import type { Row } from '../operation';
import { eachRow, withoutErrors } from '../rows';
import type { MoveEntry } from './form';
import { checkGroups, findUsers, groupOfRow, type Member } from './members';

/** The number of members who may always leave a group. */
export const ALWAYS_ALLOWED = 10;

/** Finds the members, and adds a row for each role that ends: after its user's last row, or at the end if there is none. */
export async function findMoves(
	directory: Directory,
	rows: readonly Row<MoveEntry>[],
	unread: readonly Ref[],
) {
	const all = new Map<Row<MoveEntry>, Member | RowError>();
	const [first] = rows;
	if (!first) return all;
	const { others } = first.entry;
	const { members, children } = await findNamed(directory, rows, unread);
	const valid = withoutErrors(members);
	const namedUsers = groupedBy(valid, ([, { userId }]) => foldId(userId));
	const rolesOfRows = [...valid.keys()].map((row) => ({
		groupId: groupOfRow(row),
		role: row.entry.role,
	}));
	const ids = [...rolesOfRows.map(({ groupId }) => groupId), ...children];
	const groupIds = [...new Map(ids.map((id) => [foldId(id), id])).values()];
	const rolesOfRun = byKey(allRolesIn(groupIds, rows));
	// A row about one group does not ask for its role to end in another, except for its own user.
	const rolesOfOthers = byKey([...rolesOfRows, ...allRolesIn(children, rows)]);
	const readNamed = async () => {
		const read = async (id: string) =>
			[id, await rolesOf(directory, id).catch(asRowError)] as const;
		return new Map(await Promise.all([...namedUsers.keys()].map(read)));
	};
	const readAll = async () =>
		await rolesIn(directory, groupIds).catch(async (error: unknown) => {
			if (others === 'keep' && isForbidden(error)) return await readNamed();
			throw error;
		});
	// So few people cannot exceed the limit, so the other members do not matter.
	const isFew = others === 'keep' && namedUsers.size <= ALWAYS_ALLOWED;
	const rolesByUser = await (isFew ? readNamed() : readAll());
	const compared = new Set<string>();
	const withRoles = await eachRow(members, (_row, member) => {
		const roles = rolesByUser.get(foldId(member.userId)) ?? new Set<string>();
		return isRowError(roles) ? roles : Object.assign(member, { roles, compared });
	});
	for (const [row, member] of withRoles) {
		all.set(row, member);
		if (isRowError(member) || member.hasFailedRow || isDeleted(member.user)) continue;
		const wanted = (namedUsers.get(foldId(member.userId)) ?? []).map(([rowOfUser]) => rowOfUser);
		if (row !== wanted.at(-1)) continue;
		for (const role of endingRoles(directory, member, rolesOfRun, wanted)) {
			all.set(rowAbout(member, role, wanted[0] ?? row, false), member);
		}
	}
	for (const [userId, roles] of rolesByUser) {
		if (isRowError(roles)) continue;
		const isNamed = namedUsers.has(userId);
		const rolesCompared = isNamed ? rolesOfRun : rolesOfOthers;
		if ([...roles].some((key) => rolesCompared.has(key))) compared.add(userId);
		if (others !== 'remove' || isNamed) continue;
		const member: Member = { userId, user: undefined, roles, compared };
		for (const role of endingRoles(directory, member, rolesOfOthers)) {
			all.set(rowAbout(member, role, first, true), member);
		}
	}
	return all;
}

/** Finds the users and the groups of all rows, and the groups directly below Groups Under. */
async function findNamed(
	directory: Directory,
	rows: readonly Row<MoveEntry>[],
	unread: readonly Ref[],
) {
	const { groups } = directory;
	const groupsUnder = rows[0]?.entry.groupsUnder;
	const listed = new Set((await groups.readAll()).map((group) => foldId(recordId(group))));
	await groups.find([groupsUnder]);
	const parentId = groupsUnder && groups.get(groupsUnder);
	if (parentId !== undefined && !listed.has(foldId(parentId))) await directory.checkGroup(parentId);
	const refs = rows.map(({ entry }) => entry.group);
	await groups.find(refs, parentId);
	const users = await findUsers(directory, rows, true);
	await keepGroupsOfUnread(directory, users, unread);
	const members = await checkGroups(users, (row) => !listed.has(foldId(groupOfRow(row))));
	const children = parentId === undefined ? [] : groups.below(parentId).map(recordId);
	return { members, children };
}

/** Lets the users of unread items keep their groups: such an item may have named one of them. */
async function keepGroupsOfUnread(
	directory: Directory,
	members: ReadonlyMap<Row<MoveEntry>, Member | RowError>,
	unread: readonly Ref[],
): Promise<void> {
	const userOf = await directory.find(unread.filter(({ by }) => by !== 'id'));
	const idOf = (ref: Ref) => {
		const user = userOf(ref);
		return isRowError(user) ? '' : foldId(user ? recordId(user) : ref.value);
	};
	const ids = new Set(unread.map(idOf));
	for (const member of withoutErrors(members).values()) {
		if (ids.has(foldId(member.userId))) member.hasFailedRow = true;
	}
}

/** Returns each role of the rows in each of some groups. */
function allRolesIn(groupIds: readonly string[], rows: readonly Row<MoveEntry>[]) {
	const roles = [...new Set(rows.map(({ entry }) => entry.role))];
	return groupIds.flatMap((groupId) => roles.map((role) => ({ groupId, role })));
}

const byKey = (roles: ReturnType<typeof allRolesIn>) =>
	new Map(roles.map((groupRole) => [roleKey(groupRole.groupId, groupRole.role), groupRole]));

/**
 * Returns the roles of a member that end. Their removal cannot end a wanted role, because the public groups above a
 * wanted group are wanted.
 *
 * @param wanted the member's rows; omitted for a member who is not in the table
 */
function endingRoles(
	directory: Directory,
	{ roles }: Member,
	rolesOfRun: ReturnType<typeof byKey>,
	wanted?: readonly Row<MoveEntry>[],
) {
	const wantedRoles = new Set(
		wanted?.flatMap((row) => {
			const { role } = row.entry;
			return rolesWith(directory, { groupId: groupOfRow(row), role }, true);
		}),
	);
	const isRoleOfRows = (role: string) => !wanted || wanted.some(({ entry }) => entry.role === role);
	const ending = [...roles]
		.flatMap((key) => (wantedRoles.has(key) ? [] : (rolesOfRun.get(key) ?? [])))
		.filter(({ role }) => isRoleOfRows(role));
	// The platform itself ends a learner's role in the public groups below.
	const along = new Set(
		ending.flatMap((groupRole) => rolesWith(directory, groupRole, false).slice(1)),
	);
	return ending.filter(({ groupId, role }) => !along.has(roleKey(groupId, role)));
}

function rowAbout(
	{ userId }: Member,
	{ groupId, role }: { groupId: string } & Pick<MoveEntry, 'role'>,
	row: Row<MoveEntry>,
	isUnnamed: boolean,
): Row<MoveEntry> {
	const ids = {
		user: { by: 'id' as const, value: userId },
		group: { by: 'id' as const, value: groupId },
	};
	const key = `${foldId(userId)} ${roleKey(groupId, role)}`;
	const subject = `This is about the user ${userId} in the group ${groupId}.`;
	const added = { key, subject, isUnnamed };
	return { ...row, entry: { ...row.entry, ...ids, role }, added };
}
