import type { IDataObject } from 'n8n-workflow';

import type { GroupRef, Ref } from '../form';
import {
	asProblem,
	isDeleted,
	isProblem,
	readRoles,
	recordId,
	refKey,
	roleKey,
	rolesOf,
	rolesWith,
	segment,
	unknownUser,
	type Directory,
	type Problem,
} from '../people';
import { foldId } from '../values/identity';
import type { Entry, Row, WriteOperation } from './operation';
import { codeOf, refusal } from './refusals';
import { send } from './send';

export interface MemberEntry extends Entry {
	group: GroupRef;
	user: Ref;
	role: string;
}

export interface Member {
	userId: string;
	/** The record, if it was read. */
	user: IDataObject | undefined;
	/** The roles in the groups of this run. */
	roles: ReadonlySet<string>;
	/** True if another row of the user names an unknown group. */
	hasFailedRow?: boolean;
}

type FoundMembers<E extends MemberEntry> = Map<Row<E>, Member | Problem>;

export const memberAddition = operation(true);

export const memberRemoval = operation(false);

function operation(isAddition: boolean): WriteOperation<MemberEntry, Member> {
	const done = isAddition ? 'added' : 'removed';
	return {
		find: async (directory, rows) => await findMembers(directory, rows, isAddition),
		differences: (row, member) => {
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
		apply: async (row, { userId }, plan) => {
			const { client, directory, entry } = row;
			const groupId = groupOfRow(row);
			const role = entry.role === 'userAdmin' ? 'user-admin' : entry.role;
			const outcome = await send(client, {
				path: `groups/${segment(groupId)}/${role}/${segment(userId)}`,
				method: isAddition ? 'POST' : 'DELETE',
				isConfirmed: ({ status }) => status === 204,
				look: async () => {
					const roles = await rolesOf(directory, userId);
					return roles.has(roleKey(groupId, role)) === isAddition ? {} : undefined;
				},
				...(!isAddition && { repeated: ['userNotFoundInGroup'], isProof: true }),
			}).then(
				() => done,
				(error: unknown) => {
					// Another program has already removed the role.
					if (codeOf(error) !== 'userNotFoundInGroup') throw error;
					return 'notMember';
				},
			);
			const facts = { id: userId, outcome, groupId, role: entry.role };
			client.log.write('memberChanged', facts);
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
	const open = openRows(found);
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
	const groupIds = new Set(openRows(found).map(([row]) => groupOfRow(row)));
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
	// In a dry run, no request would reveal that the user of an ID is unknown or deleted.
	const isSought = ({ entry }: Row<E>) =>
		entry.user.by !== 'id' || (isAddition && entry.options.dryRun);
	const users = await directory.find(rows.filter(isSought).map(({ entry }) => entry.user));
	const members = new Map<string, Member>();
	const found: FoundMembers<E> = new Map();
	for (const row of rows) {
		const { user: ref, group, options } = row.entry;
		const user = isSought(row) ? (users.get(refKey(ref)) ?? unknownUser(ref)) : undefined;
		if (isProblem(user)) {
			found.set(row, user);
			continue;
		}
		const userId = user ? recordId(user) : ref.value;
		const key = `${options.dryRun} ${foldId(userId)}`;
		const member = members.get(key) ?? { userId, user, roles: new Set<string>() };
		members.set(key, member);
		const groupId = directory.groups.idOf(group);
		if (isProblem(groupId)) member.hasFailedRow = true;
		found.set(row, isProblem(groupId) ? groupId : member);
	}
	return found;
}

export const openRows = <E extends MemberEntry>(found: FoundMembers<E>) =>
	[...found].flatMap(([row, one]) => (isProblem(one) ? [] : [[row, one] as const]));

/** Fails the rows whose group does not exist. @param isUnsure returns true for a row whose group may be unknown */
export async function checkGroups<E extends MemberEntry>(
	found: FoundMembers<E>,
	isUnsure: (row: Row<E>, member: Member) => boolean,
): Promise<void> {
	const unsure = openRows(found).filter(([row, member]) => isUnsure(row, member));
	await Promise.all(
		unsure.map(async ([row, member]) => {
			await row.directory.checkGroup(groupOfRow(row)).catch((error: unknown) => {
				member.hasFailedRow = true;
				found.set(row, asProblem(error));
			});
		}),
	);
}
