import { Failure } from '../../failures/failure';
import {
	asRowError,
	isDeleted,
	isRowError,
	readRoles,
	roleKey,
	rolesOf,
	rolesWith,
	segment,
	type Directory,
	type RowError,
} from '../../people';
import { foldId } from '../../values/identity';
import type { ByRow, Result, Row, WriteOperation } from '../operation';
import {
	eachRow,
	findSubjects,
	rowByRow,
	sharedStates,
	withoutErrors,
	type Subject,
} from '../rows';
import { codeOf, lookUnlessFutile, rejection, sendConfirmed } from '../confirm';
import { memberForm, memberScopes, type MemberEntry } from './form';

export interface Member extends Subject {
	/** The roles in the groups of this run. */
	roles: ReadonlySet<string>;
	/** True if another row of the user has failed. */
	hasFailedRow?: boolean;
	/** The IDs of all members that Move Between Groups compares. */
	compared?: ReadonlySet<string>;
}

export const memberAddition = operation(true);

export const memberRemoval = operation(false);

function operation(isAddition: boolean): WriteOperation<MemberEntry, Member> {
	const { differences, apply } = memberChange(isAddition);
	return {
		form: memberForm(isAddition),
		scopes: memberScopes,
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
	const open = [...withoutErrors(members)];
	const roles = await readRoles(
		directory,
		open.map(([row, { userId, user }]) => {
			// The platform itself refuses to add an unknown user.
			return { userId, groupId: groupOfRow(row), isKnown: isAddition || user !== undefined };
		}),
	);
	for (const [at, [row, member]] of open.entries()) {
		const memberRoles = roles[at] ?? new Set();
		if (isRowError(memberRoles)) members.set(row, memberRoles);
		else member.roles = new Set([...member.roles, ...memberRoles]);
	}
	// The groups of other rows are in a list or in a later request.
	const checked = await checkGroups(members, (row, { roles: own }) => {
		const { group, role, options } = row.entry;
		const isSent = isAddition || own.has(roleKey(groupOfRow(row), role));
		return group.by === 'id' && !(isSent && !options.dryRun);
	});
	const groupIds = new Set([...withoutErrors(checked).keys()].map(groupOfRow));
	// Two removals may overlap.
	if (!isAddition && groupIds.size > 1) await directory.groups.readAll();
	return checked;
}

export const groupOfRow = ({ entry, directory }: Row<MemberEntry>) =>
	directory.groups.get(entry.group);

/** Adds or removes a role in a group. */
export function memberChange(isAddition: boolean) {
	const done = isAddition ? 'added' : 'removed';
	return {
		differences: (row: Row<MemberEntry>, member: Member): Result<Member> => {
			const { role } = row.entry;
			const groupId = groupOfRow(row);
			if (isAddition && isDeleted(member.user)) throw rejection('groups', 'userDeleted');
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
		apply: async (
			row: Row<MemberEntry>,
			{ userId }: Member,
			plan: Result<Member>,
		): Promise<Result<Member>> => {
			const { client, directory, entry } = row;
			const groupId = groupOfRow(row);
			const role = entry.role === 'userAdmin' ? 'user-admin' : entry.role;
			const look = async () => {
				const roles = await rolesOf(directory, userId);
				return roles.has(roleKey(groupId, role)) === isAddition ? {} : undefined;
			};
			const { isMadeElsewhere } = await sendConfirmed(client, {
				path: `groups/${segment(groupId)}/${role}/${segment(userId)}`,
				method: isAddition ? 'POST' : 'DELETE',
				isConfirmed: ({ status }) => status === 204,
				look,
				...(!isAddition && { repeated: ['userNotFoundInGroup'], isProof: true }),
			}).catch(async (error: unknown) => {
				// A lost attempt or another program may have added the role, which a platform may reject the second time.
				const mayBeDone = isAddition && isUndocumented(error);
				const lookSafely = async () => await look().catch(() => undefined);
				if (!mayBeDone || !(await lookUnlessFutile(client, directory, lookSafely))) throw error;
				return { isMadeElsewhere: false };
			});
			const outcome = isMadeElsewhere ? 'notMember' : done;
			client.log.write('memberChanged', { id: userId, outcome, groupId, role: entry.role });
			return { ...plan, outcome };
		},
	};
}

/** Returns true for a rejection that the API does not document for an addition. */
const isUndocumented = (error: unknown) =>
	error instanceof Failure &&
	error.kind === 'rejected' &&
	!['analystUnavailable', 'userDeleted'].includes(codeOf(error) ?? '');

/** Finds the users and the groups of rows. Rows of the same user share one member, whose roles are unknown. */
export async function findUsers<E extends MemberEntry>(
	directory: Directory,
	rows: readonly Row<E>[],
	isAddition: boolean,
): Promise<Map<Row<E>, Member | RowError>> {
	// A removal reads the user's roles, which shows whether the user exists.
	const isIdSought = ({ entry }: Row<E>) => isAddition && entry.options.dryRun;
	const share = sharedStates<Member>();
	const subjects = await findSubjects(directory, rows, isIdSought);
	return await eachRow(subjects, (row, subject) => {
		const member = share(foldId(subject.userId), { ...subject, roles: new Set() });
		const groupId = directory.groups.idOf(row.entry.group);
		if (isRowError(groupId)) member.hasFailedRow = true;
		return isRowError(groupId) ? groupId : member;
	});
}

/** Fails the rows whose group does not exist. @param isUnsure returns true for a row whose group may be unknown */
export async function checkGroups<E extends MemberEntry>(
	members: ByRow<E, Member | RowError>,
	isUnsure: (row: Row<E>, member: Member) => boolean,
): Promise<Map<Row<E>, Member | RowError>> {
	return await eachRow(members, async (row, member) => {
		if (!isUnsure(row, member)) return member;
		const error = await row.directory.checkGroup(groupOfRow(row)).catch(asRowError);
		if (error) member.hasFailedRow = true;
		return error ?? member;
	});
}
