import type { IDataObject } from 'n8n-workflow';

import type { userKeys, ComparedUsers } from '../form';
import { foldId, recordId } from '../values/identity';
import { foldMail } from '../values/mails';
import type { Directory } from './directory';
import { readNumbers } from './numbers';
import { foldNumber, isDeleted, keysOf } from './records';
import { roleKey, rolesIn } from './roles';

/**
 * Finds the users who are not in the table. Users with a deactivation date need no other.
 *
 * @returns also the places of the rows that may mean one of them
 */
export async function findLeavers(
	directory: Directory,
	comparedUsers: ComparedUsers,
	rows: readonly ReturnType<(typeof userKeys)['read']>[],
) {
	const [users, members] = await Promise.all([
		directory.readList('users'),
		readComparedUsers(directory, comparedUsers),
	]);
	const named = new Set(rows.flat().map(keyText));
	const kinds = new Set(rows.flat().map(({ by }) => by as string));
	const matched = new Set<string>();
	const leavers: IDataObject[] = [];
	const counts = { compared: 0, withoutKey: 0 };
	for (const user of users) {
		const id = foldId(recordId(user));
		const number = members.get(id);
		const keys = keysOf(user);
		if (number !== undefined) keys.push(keyText({ by: 'externalId', value: number }));
		const keysInTable = keys.filter((key) => named.has(key));
		for (const key of keysInTable) matched.add(key);
		if (isDeleted(user) || !members.has(id)) continue;
		const isComparable = keys.some((key) => kinds.has(key.slice(0, key.indexOf(' '))));
		counts[isComparable ? 'compared' : 'withoutKey'] += 1;
		const isLeaver = isComparable && keysInTable.length === 0;
		if (isLeaver && (user.toBeDeactivatedAt ?? '') === '') leavers.push(user);
	}
	const unmatched = [...rows.keys()].filter(
		(at) => !rows[at]?.some((key) => matched.has(keyText(key))),
	);
	// In a table with numbers, there is no telling whom a row means that has neither a number nor a known name.
	const unclear = unmatched.filter(
		(at) => kinds.has('externalId') && !rows[at]?.some(({ by }) => by === 'externalId'),
	);
	return { leavers, ...counts, unmatched: unmatched.length, unclear };
}

/** Returns the users to compare by ID, each with the personnel number if the HR system's users are compared. */
async function readComparedUsers(directory: Directory, { platform, group }: ComparedUsers) {
	const members = new Map<string, string | undefined>();
	if (group === undefined) {
		for (const { targetId, value } of await readNumbers(directory, platform)) {
			members.set(foldId(targetId as string), value as string);
		}
		return members;
	}
	await directory.groups.find([group]);
	const groupId = directory.groups.get(group);
	const learner = roleKey(groupId, 'learner');
	for (const [id, roles] of await rolesIn(directory, [groupId])) {
		// A second role, such as admin, is a reason to stay.
		if (roles.size === 1 && roles.has(learner)) members.set(id, undefined);
	}
	return members;
}

const keyText = ({ by, value }: { by: string; value: string }) =>
	`${by} ${by === 'externalId' ? foldNumber(value) : foldMail(value)}`;
