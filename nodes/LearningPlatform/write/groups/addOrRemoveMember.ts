import { isProblem, readRoles, roleKey, type Directory } from '../../people';
import { rowByRow } from '../changes';
import type { Row, WriteOperation } from '../operation';
import { withoutProblems } from '../subjects';
import type { MemberEntry } from './form';
import { checkGroups, findUsers, groupOfRow, memberChange, type Member } from './members';

export const memberAddition = operation(true);

export const memberRemoval = operation(false);

function operation(isAddition: boolean): WriteOperation<MemberEntry, Member> {
	const { differences, apply } = memberChange(isAddition);
	return {
		find: async (directory, rows) => await findMembers(directory, rows, isAddition),
		differences,
		apply: rowByRow(differences, apply),
	};
}

async function findMembers(
	directory: Directory,
	rows: readonly Row<MemberEntry>[],
	isAddition: boolean,
) {
	await directory.groups.find(rows.map(({ entry }) => entry.group));
	const members = await findUsers(directory, rows, isAddition);
	const open = [...withoutProblems(members)];
	const roles = await readRoles(
		directory,
		open.map(([row, { userId, user }]) => {
			// The platform itself refuses to add an unknown user.
			return { userId, groupId: groupOfRow(row), isKnown: isAddition || user !== undefined };
		}),
	);
	for (const [at, [row, member]] of open.entries()) {
		const memberRoles = roles[at] ?? new Set();
		if (isProblem(memberRoles)) members.set(row, memberRoles);
		else member.roles = new Set([...member.roles, ...memberRoles]);
	}
	// The groups of other rows are in a list or in a later request.
	const checked = await checkGroups(members, (row, { roles: own }) => {
		const { group, role, options } = row.entry;
		const isSent = isAddition || own.has(roleKey(groupOfRow(row), role));
		return group.by === 'id' && !(isSent && !options.dryRun);
	});
	const groupIds = new Set([...withoutProblems(checked).keys()].map(groupOfRow));
	// Two removals may overlap.
	if (!isAddition && groupIds.size > 1) await directory.groups.readAll();
	return checked;
}
