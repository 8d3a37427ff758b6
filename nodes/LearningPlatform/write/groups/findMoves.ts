import type { Ref } from '../../form';
import {
	isDeleted,
	isForbidden,
	isProblem,
	roleKey,
	rolesInAll,
	rolesOfAll,
	rolesWith,
	type Directory,
	type Problem,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId } from '../../values/identity';
import { withoutProblems } from '../subjects';
import type { MoveEntry } from './form';
import { ALWAYS_ALLOWED } from './limits';
import { groupOfRow, type Member } from './members';
import { findNamed, type MoveRow } from './moveScope';

/** Finds the members, and adds a row for each role that ends: after its user's last row, or at the end if there is none. */
export async function findMoves(
	directory: Directory,
	rows: readonly MoveRow[],
	unread: readonly Ref[],
) {
	const all = new Map<MoveRow, Member | Problem>();
	const [first] = rows;
	if (!first) return all;
	const { others } = first.entry;
	const { members, children } = await findNamed(directory, rows, unread);
	const valid = withoutProblems(members);
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
	const userIds = [...namedUsers.keys()];
	const rolesByUser = await readMembers(directory, { groupIds, userIds, others });
	const compared = new Set<string>();
	for (const [row, member] of members) {
		const id = isProblem(member) ? '' : foldId(member.userId);
		const roles = isProblem(member) ? member : (rolesByUser.get(id) ?? new Set<string>());
		all.set(row, isProblem(roles) ? roles : member);
		if (isProblem(member) || isProblem(roles)) continue;
		const wanted = (namedUsers.get(id) ?? []).map(([rowOfUser]) => rowOfUser);
		if (row === wanted[0]) Object.assign(member, { roles, compared });
		if (row !== wanted.at(-1) || member.hasFailedRow || isDeleted(member.user)) continue;
		for (const role of endingRoles(directory, member, rolesOfRun, wanted)) {
			all.set(rowAbout(member, role, wanted[0] ?? row, false), member);
		}
	}
	for (const [userId, roles] of rolesByUser) {
		if (isProblem(roles)) continue;
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

/** Reads the roles of the named users, and of the other members if they matter. */
async function readMembers(
	directory: Directory,
	{
		groupIds,
		userIds,
		others,
	}: { groupIds: string[]; userIds: string[] } & Pick<MoveEntry, 'others'>,
): Promise<ReadonlyMap<string, ReadonlySet<string> | Problem>> {
	const readNamed = async () => await rolesOfAll(directory, userIds);
	// So few people cannot exceed the limit, so the other members do not matter.
	if (others === 'keep' && userIds.length <= ALWAYS_ALLOWED) return await readNamed();
	return await rolesInAll(directory, groupIds).catch(async (error: unknown) => {
		if (others === 'keep' && isForbidden(error)) return await readNamed();
		throw error;
	});
}

/** Returns each role of the rows in each of some groups. */
function allRolesIn(groupIds: readonly string[], rows: readonly MoveRow[]) {
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
	wanted?: readonly MoveRow[],
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
	row: MoveRow,
	isUnnamed: boolean,
): MoveRow {
	const ids = {
		user: { by: 'id' as const, value: userId },
		group: { by: 'id' as const, value: groupId },
	};
	const key = `${foldId(userId)} ${roleKey(groupId, role)}`;
	const subject = `This is about the user ${userId} in the group ${groupId}.`;
	const added = { key, subject, isUnnamed };
	return { ...row, remarks: [], entry: { ...row.entry, ...ids, role }, added };
}
