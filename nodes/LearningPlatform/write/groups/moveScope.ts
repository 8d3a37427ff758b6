import type { Ref } from '../../form';
import { isProblem, recordId, type Directory, type Problem } from '../../people';
import { foldId } from '../../values/identity';
import type { Row } from '../operation';
import { withoutProblems } from '../subjects';
import type { MoveEntry } from './form';
import { checkGroups, findUsers, groupOfRow, type Member } from './members';

export type MoveRow = Row<MoveEntry>;

/** Finds the users and the groups of all rows, and the groups directly below Groups Under. */
export async function findNamed(
	directory: Directory,
	rows: readonly MoveRow[],
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
	await holdBack(directory, users, unread);
	const members = await checkGroups(users, (row) => !listed.has(foldId(groupOfRow(row))));
	const children = parentId === undefined ? [] : groups.below(parentId).map(recordId);
	return { members, children };
}

/** Lets the users of unread items keep their groups: such an item may have named one of them. */
async function holdBack(
	directory: Directory,
	members: ReadonlyMap<MoveRow, Member | Problem>,
	unread: readonly Ref[],
): Promise<void> {
	const userOf = await directory.find(unread.filter(({ by }) => by !== 'id'));
	const ids = new Set(
		unread.flatMap((ref) => {
			if (ref.by === 'id') return foldId(ref.value);
			const user = userOf(ref);
			return user && !isProblem(user) ? foldId(recordId(user)) : [];
		}),
	);
	for (const member of withoutProblems(members).values()) {
		if (ids.has(foldId(member.userId))) member.hasFailedRow = true;
	}
}
