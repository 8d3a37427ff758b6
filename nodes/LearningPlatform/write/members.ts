import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../errors';
import type { readForm } from '../form';
import { readList, readOne } from '../list';
import { lettersOf } from '../values/words';
import { membershipForm } from './form';
import { listingFor, onceARun, send, type Input } from './send';

type MemberInput = Input<ReturnType<typeof readForm<typeof membershipForm>>>;

/** The roles of a user in groups. A write updates them for later items about the same user. */
type Roles = Set<string>;

const membership = {
	form: membershipForm,
	subjectOf: ({ userId }: MemberInput['entry']) => userId,
	look: readRoles,
};

export const memberAddition = { ...membership, perform: change(true) };

export const memberRemoval = { ...membership, perform: change(false) };

const keyOf = (groupId: unknown, role: unknown) => `${String(groupId)} ${lettersOf(String(role))}`;

async function readRoles(input: MemberInput): Promise<Roles> {
	const roles: Roles = new Set();
	const listing = listingFor(input, `users/${input.entry.userId}/roles`);
	for await (const { records } of readList(input.context, listing, { overlap: true })) {
		for (const { groupId, role } of records) roles.add(keyOf(groupId, role));
	}
	return roles;
}

/** Makes the function that gives a user a role, or takes it away. */
function change(isAddition: boolean) {
	return async (input: MemberInput, roles: Roles): Promise<IDataObject> => {
		const { record, key, path } = membershipOf(input);
		const isDone = roles.has(key) === isAddition;
		// A user also has no role in a nonexistent group.
		if (input.entry.options.dryRun || (isDone && !isAddition)) await checkGroup(input);
		if (isDone) return { ...record, outcome: isAddition ? 'unchanged' : 'notMember' };
		let outcome = isAddition ? 'added' : 'removed';
		if (!input.entry.options.dryRun) {
			const lookAgain = async () =>
				(await readRoles(input)).has(key) === isAddition ? { record } : undefined;
			const method = isAddition ? 'POST' : 'DELETE';
			await send(input, path, { method }, lookAgain).catch((error: unknown) => {
				// Another program was faster.
				if ((error as UserFacingError).serviceCode !== 'userNotFoundInGroup') throw error;
				outcome = 'notMember';
			});
			logMember(input, outcome);
		}
		if (isAddition) roles.add(key);
		else roles.delete(key);
		return { ...record, outcome };
	};
}

function membershipOf({ entry: { groupId, userId, role } }: MemberInput) {
	return {
		record: { userId: decodeURIComponent(userId), groupId: decodeURIComponent(groupId), role },
		key: keyOf(groupId, role),
		path: `groups/${groupId}/${role === 'userAdmin' ? 'user-admin' : role}/${userId}`,
	};
}

function logMember({ log, entry }: MemberInput, outcome: string): void {
	const { groupId, userId, role } = entry;
	const line = `${outcome}: group ${groupId}, ${role}`;
	log.info(`user ${userId} ${line}`, { id: userId, outcome, groupId, role });
}

/** @throws UserFacingError for a nonexistent group */
async function checkGroup(input: MemberInput): Promise<void> {
	const { context, entry } = input;
	await onceARun(input, `group ${entry.groupId}`, async () => {
		return await readOne(context, listingFor(input, 'groups'), entry.groupId);
	});
}
