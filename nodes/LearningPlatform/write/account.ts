import type { IDataObject } from 'n8n-workflow';

import { userFieldLabel } from '../form';
import { impossible, isStored, recordId, segment, type Body } from '../people';
import { foldId } from '../values/identity';
import {
	bodyFor,
	enteredIn,
	failedFields,
	groupIdOf,
	numberToStore,
	planUser,
	type Person,
	type UpsertEntry,
	type UserEntry,
} from './differences';
import { DONE, type Result, type Row } from './operation';
import { codeOf, refusal } from './refusals';
import { storeNumber } from './numbers';
import { lookRepeatedly, send } from './send';

/** Changes a user's fields, and stores the personnel number. */
export async function changeUser(
	row: Row<UserEntry>,
	person: Person,
	plan: Result<Person>,
): Promise<Result<Person>> {
	let { user: record = {} } = person;
	const body = bodyFor(row, record);
	const names = Object.keys(body);
	const notStored = [...(plan.notStored ?? [])];
	if (names.length > 0) {
		record = await patch(row, record, body);
		const id = recordId(record);
		row.client.log.write('userUpdated', { id, outcome: 'updated', fields: names });
		notStored.push(...missedIn(row, record, body));
	}
	const result = { ...plan, record, notStored, state: { ...plan.state, user: record } };
	if (!numberToStore(row, person)) return result;
	const isStoredNow = await storeNumber(row, recordId(record)).catch((error: unknown) => {
		// Everybody else is still found by the number.
		if (names.length === 0 && codeOf(error) !== 'reservedPlatformName') throw error;
		notStored.push(...failedFields(row.remarks, ['externalId'], error));
	});
	if (isStoredNow) return result;
	const outcome = names.length > 0 ? 'updated' : 'unchanged';
	return { ...result, outcome, changed: names, state: { ...result.state, number: person.number } };
}

/** Creates or restores a user, and completes what the platform has not written. */
export async function makeUser(
	row: Row<UpsertEntry>,
	person: Person,
	plan: Result<Person>,
): Promise<Result<Person>> {
	const { client, directory, entry, remarks } = row;
	const old = person.user;
	const entered = enteredFor(row, old);
	const by = entered.mail === undefined ? 'username' : 'mail';
	const taken = `${by}AlreadyUsed`;
	const look = async () => await directory.again({ by, value: entered[by] ?? '' });
	const membership = { groupId: groupIdOf(row), role: entry.role };
	const sent = await send(client, {
		path: `users?sendInvitationEmail=${entry.options.sendInvitation}`,
		...{ method: 'POST', body: { ...entered, membership }, look, repeated: [taken] },
		isConfirmed: ({ status = 0, record }) => [200, 201].includes(status) && recordId(record) !== '',
	}).catch(async (error: unknown) => {
		if (codeOf(error) !== taken || old) throw error;
		// Another program, such as a second run, has created the user since the lookup.
		const other = (await look()) ?? (await lookRepeatedly(client, look));
		if (other) return { other };
		throw by === 'mail' ? refusal('unseen', error) : error;
	});
	if ('other' in sent) {
		const state = { ...person, user: sent.other };
		const next = planUser(row, state);
		return DONE.has(next.outcome) ? await changeUser(row, state, next) : next;
	}
	let { record } = sent;
	const [id, oldId] = [recordId(record), recordId(old)];
	if (old && foldId(id) !== foldId(oldId)) {
		throw impossible('notRestored', `These are ${id} and ${oldId}.`);
	}
	// If the platform does not list deleted users, only this shows that a user was restored.
	const wasHidden = !old && (sent.status === 200 || (!sent.status && wasDeleted(record)));
	const outcome = old || wasHidden ? 'restored' : 'created';
	client.log.write('userAdded', { id, outcome });
	if (wasHidden && entry.deletedUsers === 'leave') remarks.push(HIDDEN);
	const notStored = [...(plan.notStored ?? [])];
	// The documentation does not say whether restoring a user also writes the fields.
	const rest = outcome === 'restored' ? bodyFor(row, record) : {};
	if (outcome === 'created') notStored.push(...missedIn(row, record, entered));
	const complete = async (names: string[], change: () => Promise<string[]>) => {
		// The row has succeeded, so it does not fail anymore. The next run repairs the rest.
		const failed = (error: unknown) => failedFields(remarks, names, error);
		notStored.push(...(await change().catch(failed)));
	};
	if (Object.keys(rest).length > 0) {
		await complete(Object.keys(rest), async () => {
			record = await patch(row, record, rest);
			return missedIn(row, record, rest);
		});
	}
	const numbers = numberToStore(row, person);
	if (numbers) {
		await complete(['externalId'], async () =>
			(await storeNumber(row, id)) ? [] : ['externalId'],
		);
	}
	const { number } = notStored.includes('externalId') ? person : plan.state;
	return { ...plan, outcome, record, notStored, state: { ...plan.state, user: record, number } };
}

async function patch(row: Row<UserEntry>, user: IDataObject, body: Body): Promise<IDataObject> {
	const { client, directory } = row;
	const id = recordId(user);
	const { record } = await send(client, {
		...{ path: `users/${segment(id)}`, method: 'PATCH', body },
		isConfirmed: ({ status, record }) => status === 200 && foldId(recordId(record)) === foldId(id),
		look: async () => {
			const now = await directory.user(id);
			// The platform may store a value otherwise than it was sent.
			const isDone = ([name, value]: [string, string | null]) =>
				isStored(name, now[name], value) || (now[name] ?? '') !== (user[name] ?? '');
			return Object.entries(body).every(isDone) ? now : undefined;
		},
	});
	return record;
}

/** Returns the fields of a new user. A deleted user is restored by the address or the name that the platform has. */
function enteredFor(row: Row<UpsertEntry>, old: IDataObject | undefined): Record<string, string> {
	const entered = enteredIn(row);
	const isFilled = (value: unknown): value is string => typeof value === 'string' && value !== '';
	const name = isFilled(old?.mail) ? 'mail' : 'username';
	return isFilled(old?.[name]) ? { ...entered, [name]: old[name] } : entered;
}

/** Returns the fields that the platform stored otherwise than they were sent, and remarks on them. */
function missedIn({ remarks }: Row, record: IDataObject, sent: Body): string[] {
	const names = Object.keys(sent);
	const missed = names.filter((name) => !isStored(name, record[name], sent[name] ?? null));
	for (const name of missed) {
		const sentence = `The platform did not store ${userFieldLabel(name)} as it was sent. The next run will send it again.`;
		remarks.push({ sentence, isWarning: true });
	}
	return missed;
}

const HIDDEN = {
	sentence:
		'The platform restored an account that was deleted. The node could not see it beforehand, because the platform does not list deleted users.',
	isWarning: true,
};

const wasDeleted = ({ deletedAt }: IDataObject) => Array.isArray(deletedAt) && deletedAt.length > 0;
