import type { GroupRef, Ref } from '../../form';
import {
	isDeleted,
	isProblem,
	readRoles,
	roleKey,
	rolesOf,
	rolesWith,
	segment,
	type Directory,
	type Problem,
} from '../../people';
import { foldId } from '../../values/identity';
import { rowByRow } from '../changes';
import type { Entry, Result, Row, WriteOperation } from '../operation';
import { refusal } from '../refusals';
import { send } from '../send';
import { findSubjects, problemsIn, sharedStates, withoutProblems, type Subject } from '../subjects';

export interface MemberEntry extends Entry {
	group: GroupRef;
	user: Ref;
	role: string;
}

export interface Member extends Subject {
	/** The roles in the groups of this run. */
	roles: ReadonlySet<string>;
	/** True if another row of the user names an unknown group. */
	hasFailedRow?: boolean;
}

type FoundMembers<E extends MemberEntry> = Map<Row<E>, Member | Problem>;

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

/** Adds or removes a role in a group. */
export function memberChange(isAddition: boolean) {
	const done = isAddition ? 'added' : 'removed';
	return {
		differences: (row: Row<MemberEntry>, member: Member): Result<Member> => {
			const { role } = row.entry;
			const groupId = groupOfRow(row);
			if (isAddition && isDeleted(member.user)) throw refusal('userDeleted');
			const record = { userId: member.userId, groupId, role };
			if (member.roles.has(roleKey(groupId, role)) === isAddition) {
				return { outcome: isAddition ? 'unchanged' : 'notMember', record, state: member };
			}
			const roles = new Set(member.roles);
			for (const key of rolesWith(row.directory, { groupId, role }, isAddition)) {
				if (isAddition) roles.add(key);
				else roles.delete(key);
			}
			return { outcome: done, record, state: { ...member, roles } };
		},
		apply: async (row: Row<MemberEntry>, { userId }: Member, plan: Result<Member>) => {
			const { client, directory, entry } = row;
			const groupId = groupOfRow(row);
			const role = entry.role === 'userAdmin' ? 'user-admin' : entry.role;
			const { isOfOther } = await send(client, {
				path: `groups/${segment(groupId)}/${role}/${segment(userId)}`,
				method: isAddition ? 'POST' : 'DELETE',
				isConfirmed: ({ status }) => status === 204,
				look: async () => {
					const roles = await rolesOf(directory, userId);
					return roles.has(roleKey(groupId, role)) === isAddition ? {} : undefined;
				},
				...(!isAddition && { repeated: ['userNotFoundInGroup'], isProof: true }),
			});
			const outcome = isOfOther ? 'notMember' : done;
			client.log.write('memberChanged', { id: userId, outcome, groupId, role: entry.role });
			return { ...plan, outcome };
		},
	};
}

export const groupOfRow = ({ entry, directory }: Row<MemberEntry>) =>
	directory.groups.get(entry.group);

async function findMembers(
	directory: Directory,
	rows: readonly Row<MemberEntry>[],
	isAddition: boolean,
) {
	await directory.groups.find(rows.map(({ entry }) => entry.group));
	const found = await findUsers(directory, rows, isAddition);
	const open = [...withoutProblems(found)];
	const roles = await readRoles(
		directory,
		open.map(([row, { userId }]) => ({ userId, groupId: groupOfRow(row) })),
	);
	for (const [at, [row, member]] of open.entries()) {
		const own = roles[at] ?? new Set();
		if (isProblem(own)) found.set(row, own);
		else member.roles = new Set([...member.roles, ...own]);
	}
	// The groups of other rows are in a list or in a later request.
	await checkGroups(found, (row, { roles: own }) => {
		const { group, role, options } = row.entry;
		const isSent = isAddition || own.has(roleKey(groupOfRow(row), role));
		return group.by === 'id' && !(isSent && !options.dryRun);
	});
	const groupIds = new Set([...withoutProblems(found).keys()].map(groupOfRow));
	// Two removals may overlap.
	if (!isAddition && groupIds.size > 1) await directory.groups.readAll();
	return found;
}

/** Finds the users and the groups of rows. Rows of the same user share one member, whose roles are unknown. */
export async function findUsers<E extends MemberEntry>(
	directory: Directory,
	rows: readonly Row<E>[],
	isAddition: boolean,
): Promise<FoundMembers<E>> {
	const share = sharedStates<Member>();
	const found: FoundMembers<E> = new Map();
	for (const [row, subject] of await findSubjects(directory, rows, isAddition)) {
		const groupId = directory.groups.idOf(row.entry.group);
		if (isProblem(subject)) found.set(row, subject);
		else {
			const member = share(row, foldId(subject.userId), { ...subject, roles: new Set() });
			if (isProblem(groupId)) member.hasFailedRow = true;
			found.set(row, isProblem(groupId) ? groupId : member);
		}
	}
	return found;
}

/** Fails the rows whose group does not exist. @param isUnsure returns true for a row whose group may be unknown */
export async function checkGroups<E extends MemberEntry>(
	found: FoundMembers<E>,
	isUnsure: (row: Row<E>, member: Member) => boolean,
): Promise<void> {
	const open = withoutProblems(found);
	const problems = await problemsIn(open, async (row, member) => {
		if (isUnsure(row, member)) await row.directory.checkGroup(groupOfRow(row));
	});
	for (const [row, problem] of problems) {
		Object.assign(open.get(row) ?? {}, { hasFailedRow: true });
		found.set(row, problem);
	}
}
