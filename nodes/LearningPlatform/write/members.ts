import type { IDataObject } from 'n8n-workflow';

import { Failure } from '../failures/failure';
import type { readForm } from '../form';
import { readList, readOne } from '../list';
import { lettersOf } from '../values/words';
import { membershipForm } from './form';
import { onceARun, send, type Input } from './send';

type MemberInput = Input<ReturnType<typeof readForm<typeof membershipForm>>>;

/** A user's roles in groups. Each write updates them for later items about the same user. */
type Roles = Set<string>;

const membership = {
	form: membershipForm,
	subjectOf: ({ userId }: MemberInput['entry']) => userId,
	look: readRoles,
};

export const memberAddition = { ...membership, perform: change(true) };

export const memberRemoval = { ...membership, perform: change(false) };

const keyOf = (groupId: unknown, role: unknown) => `${String(groupId)} ${lettersOf(String(role))}`;

async function readRoles({ client, entry }: MemberInput): Promise<Roles> {
	const roles: Roles = new Set();
	const listing = { path: `users/${entry.userId}/roles` };
	for await (const { records } of readList(client, listing, { overlap: true })) {
		for (const { groupId, role } of records) roles.add(keyOf(groupId, role));
	}
	return roles;
}

function change(isAddition: boolean) {
	return async (input: MemberInput, roles: Roles): Promise<IDataObject> => {
		const { client, entry } = input;
		const { groupId, userId, role, options } = entry;
		const record = {
			userId: decodeURIComponent(userId),
			groupId: decodeURIComponent(groupId),
			role,
		};
		const key = keyOf(groupId, role);
		const isDone = roles.has(key) === isAddition;
		// In these cases, no role is sent, so only this request can detect a nonexistent group.
		if (options.dryRun || (isDone && !isAddition)) {
			const readGroup = async () => await readOne(client, { path: 'groups' }, groupId);
			await onceARun(input, `group ${groupId}`, readGroup);
		}
		if (isDone) return { ...record, outcome: isAddition ? 'unchanged' : 'notMember' };
		let outcome = isAddition ? 'added' : 'removed';
		if (!options.dryRun) {
			const path = `groups/${groupId}/${role === 'userAdmin' ? 'user-admin' : role}/${userId}`;
			const lookAgain = async () =>
				(await readRoles(input)).has(key) === isAddition ? { record } : undefined;
			const method = isAddition ? 'POST' : 'DELETE';
			await send(client, path, { method }, lookAgain).catch((error: unknown) => {
				// Another program has already removed the role.
				const isGone =
					error instanceof Failure && error.facts.serviceCode === 'userNotFoundInGroup';
				if (!isGone) throw error;
				outcome = 'notMember';
			});
			client.log.write('memberChanged', { id: userId, outcome, groupId, role });
		}
		if (isAddition) roles.add(key);
		else roles.delete(key);
		return { ...record, outcome };
	};
}
