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
	const { found, children } = await findNamed(directory, rows, unread);
	const good = withoutProblems(found);
	const named = groupedBy(good, ([, { userId }]) => foldId(userId));
	const ofRows = [...good.keys()].map((row) => ({
		groupId: groupOfRow(row),
		role: row.entry.role,
	}));
	const ids = [...ofRows.map(({ groupId }) => groupId), ...children];
	const groupIds = [...new Map(ids.map((id) => [foldId(id), id])).values()];
	const ofRun = byKey(allRolesIn(groupIds, rows));
	// A row about one group does not ask for its role to end in another, except for its own user.
	const ofOthers = byKey([...ofRows, ...allRolesIn(children, rows)]);
	const members = await readMembers(directory, { groupIds, userIds: [...named.keys()], others });
	const compared = new Set<string>();
	for (const [row, member] of found) {
		const id = isProblem(member) ? '' : foldId(member.userId);
		const own = isProblem(member) ? member : (members.get(id) ?? new Set<string>());
		all.set(row, isProblem(own) ? own : member);
		if (isProblem(member) || isProblem(own)) continue;
		const wanted = (named.get(id) ?? []).map(([one]) => one);
		if (row === wanted[0]) Object.assign(member, { roles: own, compared });
		if (row !== wanted.at(-1) || member.hasFailedRow || isDeleted(member.user)) continue;
		for (const one of endingRoles(directory, member, ofRun, wanted)) {
			all.set(rowAbout(member, one, wanted[0] ?? row, false), member);
		}
	}
	for (const [userId, roles] of members) {
		if (isProblem(roles)) continue;
		const own = named.has(userId) ? ofRun : ofOthers;
		if ([...roles].some((key) => own.has(key))) compared.add(userId);
		if (others !== 'remove' || named.has(userId)) continue;
		const member: Member = { userId, user: undefined, roles, compared };
		for (const one of endingRoles(directory, member, ofOthers)) {
			all.set(rowAbout(member, one, first, true), member);
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
	new Map(roles.map((one) => [roleKey(one.groupId, one.role), one]));

/**
 * Returns the roles of a member that end. Their removal cannot end a wanted role, because the public groups above a
 * wanted group are wanted.
 *
 * @param wanted the member's rows; omitted for a member who is not in the table
 */
function endingRoles(
	directory: Directory,
	{ roles }: Member,
	ofRun: ReturnType<typeof byKey>,
	wanted?: readonly MoveRow[],
) {
	const kept = new Set(
		wanted?.flatMap((row) => {
			const { role } = row.entry;
			return rolesWith(directory, { groupId: groupOfRow(row), role }, true);
		}),
	);
	const isRoleOfRows = (role: string) => !wanted || wanted.some(({ entry }) => entry.role === role);
	const ending = [...roles]
		.flatMap((key) => (kept.has(key) ? [] : (ofRun.get(key) ?? [])))
		.filter(({ role }) => isRoleOfRows(role));
	// The platform itself ends a learner's role in the public groups below.
	const along = new Set(ending.flatMap((one) => rolesWith(directory, one, false).slice(1)));
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
