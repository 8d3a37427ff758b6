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
	segment,
	unknownUser,
	type Directory,
	type Problem,
} from '../people';
import { foldId } from '../values/identity';
import type { Entry, Row, WriteOperation } from './operation';
import { codeOf, refusal } from './refusals';
import { send } from './send';

interface MemberEntry extends Entry {
	group: GroupRef;
	user: Ref;
	role: string;
}

type MemberRow = Row<MemberEntry>;

interface Member {
	userId: string;
	/** The record, if it was read. */
	user: IDataObject | undefined;
	/** The roles in the groups of this run. */
	roles: ReadonlySet<string>;
}

export const memberAddition = operation(true);

export const memberRemoval = operation(false);

function operation(isAddition: boolean): WriteOperation<MemberEntry, Member> {
	const done = isAddition ? 'added' : 'removed';
	return {
		find: async (directory, rows) => await findMembers(directory, rows, isAddition),
		differences: (row, member) => {
			const { role } = row.entry;
			const groupId = groupIdOf(row);
			if (isAddition && isDeleted(member.user)) throw refusal('userDeleted');
			const record = { userId: member.userId, groupId, role };
			if (member.roles.has(roleKey(groupId, role)) === isAddition) {
				return { outcome: isAddition ? 'unchanged' : 'notMember', record, state: member };
			}
			const roles = new Set(member.roles);
			// A learner also leaves the public groups below.
			const below = role === 'learner' ? row.directory.groups.publicBelow(groupId) : [];
			if (isAddition) roles.add(roleKey(groupId, role));
			else for (const id of [groupId, ...below]) roles.delete(roleKey(id, role));
			return { outcome: done, record, state: { ...member, roles } };
		},
		apply: async (row, { userId }, plan) => {
			const { client, directory, entry } = row;
			const groupId = groupIdOf(row);
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

const groupIdOf = ({ entry, directory }: MemberRow) => directory.groups.get(entry.group);

async function findMembers(directory: Directory, rows: readonly MemberRow[], isAddition: boolean) {
	// In a dry run, no request would reveal that the user of an ID is unknown or deleted.
	const isSought = ({ entry }: MemberRow) =>
		entry.user.by !== 'id' || (isAddition && entry.options.dryRun);
	await directory.groups.find(rows.map(({ entry }) => entry.group));
	const users = await directory.find(rows.filter(isSought).map(({ entry }) => entry.user));
	const members = new Map<string, Member>();
	const found = new Map<MemberRow, Member | Problem>();
	for (const row of rows) {
		const ref = row.entry.user;
		const user = isSought(row) ? (users.get(refKey(ref)) ?? unknownUser(ref)) : undefined;
		const groupId = directory.groups.idOf(row.entry.group);
		if (isProblem(user)) found.set(row, user);
		else if (isProblem(groupId)) found.set(row, groupId);
		else {
			const userId = user ? recordId(user) : ref.value;
			const key = `${row.entry.options.dryRun} ${foldId(userId)}`;
			const member = members.get(key) ?? { userId, user, roles: new Set<string>() };
			members.set(key, member);
			found.set(row, member);
		}
	}
	const open = openRows(found);
	const roles = await readRoles(
		directory,
		open.map(([row, { userId }]) => ({ userId, groupId: groupIdOf(row) })),
	);
	for (const [at, [row, member]] of open.entries()) {
		const own = roles[at] ?? new Set();
		if (isProblem(own)) found.set(row, own);
		else member.roles = new Set([...member.roles, ...own]);
	}
	await checkGroups(directory, found, isAddition);
	return found;
}

const openRows = (found: ReadonlyMap<MemberRow, Member | Problem>) =>
	[...found].flatMap(([row, one]) => (isProblem(one) ? [] : [[row, one] as const]));

/** Checks the groups that no later request mentions, and reads all groups if two removals may overlap. */
async function checkGroups(
	directory: Directory,
	found: Map<MemberRow, Member | Problem>,
	isAddition: boolean,
): Promise<void> {
	await Promise.all(
		openRows(found).map(async ([row, member]) => {
			const groupId = groupIdOf(row);
			const { dryRun } = row.entry.options;
			const isSent = isAddition || member.roles.has(roleKey(groupId, row.entry.role));
			if (row.entry.group.by === 'name' || (isSent && !dryRun)) return;
			await directory.checkGroup(groupId).catch((error: unknown) => {
				found.set(row, asProblem(error));
			});
		}),
	);
	const groupIds = new Set(openRows(found).map(([row]) => groupIdOf(row)));
	if (!isAddition && groupIds.size > 1) await directory.groups.readAll();
}
