import type { IDataObject } from 'n8n-workflow';

import { userFieldLabel } from '../../form';
import { impossible, isStored, recordId, segment, type Body } from '../../people';
import { foldId } from '../../values/identity';
import {
	bodyFor,
	enteredIn,
	failedFields,
	FURTHER_FIELDS,
	groupIdOf,
	planUser,
} from './differences';
import { rememberManager } from './managers';
import { DONE, type Result, type Row } from '../operation';
import type { Person, UpsertEntry, UserRow } from './person';
import { codeOf, refusal } from '../refusals';
import { send } from '../send';

/** Changes a user's record, and then the further fields. */
export async function changeUser(
	row: UserRow,
	person: Person,
	plan: Result<Person>,
): Promise<Result<Person>> {
	const { user = {} } = person;
	const body = bodyFor(row, user);
	const fields = Object.keys(body);
	if (fields.length === 0) return await storeFurther(row, person, { ...plan, record: user }, false);
	const record = await patch(row, user, body);
	row.client.log.write('userUpdated', { id: recordId(record), outcome: 'updated', fields });
	const notStored = [...(plan.notStored ?? []), ...missedFields(row, missedIn(record, body))];
	return await storeFurther(row, person, { ...plan, record, notStored }, true);
}

/** Creates or restores a user, and completes what the platform has not written. */
export async function makeUser(
	row: Row<UpsertEntry>,
	person: Person,
	plan: Result<Person>,
): Promise<Result<Person>> {
	const { client, directory, entry, remarks } = row;
	const { user: old } = person;
	const entered = enteredFor(row, old);
	const by = entered.mail === undefined ? 'username' : 'mail';
	const taken = `${by}AlreadyUsed`;
	const sent = await send(client, {
		path: `users?sendInvitationEmail=${entry.options.sendInvitation}`,
		method: 'POST',
		body: { ...entered, membership: { groupId: groupIdOf(row), role: entry.role } },
		isConfirmed: ({ status = 0, record }) => [200, 201].includes(status) && recordId(record) !== '',
		look: async () => await directory.again({ by, value: entered[by] ?? '' }),
		repeated: [taken],
		isSlow: true,
	}).catch((error: unknown) => {
		const isHidden = codeOf(error) === taken && by === 'mail' && !old;
		throw isHidden ? refusal('unseen', error) : error;
	});
	if (sent.isOfOther) {
		const state = { ...person, user: sent.record };
		remarks.length = 0;
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
	if (outcome === 'created') notStored.push(...missedFields(row, missedIn(record, entered)));
	if (Object.keys(rest).length > 0) {
		// The row has succeeded, so it does not fail anymore. The next run repairs the rest.
		const failed = (error: unknown) => failedFields(remarks, Object.keys(rest), error);
		const complete = async () => {
			record = await patch(row, record, rest);
			return missedFields(row, missedIn(record, rest));
		};
		notStored.push(...(await complete().catch(failed)));
	}
	return await storeFurther(row, person, { ...plan, outcome, record, notStored }, true);
}

/** Writes the fields outside the user's record. After a row's first success, a failure costs only its fields. */
async function storeFurther(
	row: UserRow,
	person: Person,
	result: Result<Person>,
	hasSucceeded: boolean,
): Promise<Result<Person>> {
	const { changed = [], record } = result;
	const notStored = [...(result.notStored ?? [])];
	const failed: string[] = [];
	let isDone = hasSucceeded;
	rememberManager(row, recordId(record));
	let state: Person = { ...person, wanted: result.state.wanted, user: record };
	for (const { plan, store } of FURTHER_FIELDS) {
		const open = plan(row, person).wishes.filter(({ isStored }) => !isStored);
		if (open.length === 0) continue;
		await store(row, person, recordId(record)).then(
			({ state: stored, missed = [] }) => {
				state = { ...state, ...stored };
				notStored.push(...missedFields(row, missed));
				isDone = true;
			},
			(error: unknown) => {
				if (!isDone && !COST_A_FIELD.has(codeOf(error) ?? '')) throw error;
				const names = open.map(({ name }) => name);
				failed.push(...failedFields(row.remarks, names, error));
			},
		);
	}
	const written = changed.filter((name) => !failed.includes(name));
	const isUnchanged = result.outcome === 'updated' && written.length === 0;
	return {
		...{ ...result, changed: written, state, notStored: [...notStored, ...failed] },
		outcome: isUnchanged ? 'unchanged' : result.outcome,
	};
}

/** The error codes that cost a row only the field, even if nothing else differs. */
const COST_A_FIELD = new Set([
	...['customFieldNotFound', 'managerDeleted', 'managerNotFound', 'reservedPlatformName'],
	...['unauthorizedValue', 'wrongTypeValue'],
]);

async function patch(row: UserRow, user: IDataObject, body: Body): Promise<IDataObject> {
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

/** Returns the fields that the platform stored otherwise than they were sent. */
const missedIn = (record: IDataObject, sent: Body) =>
	Object.keys(sent).filter((name) => !isStored(name, record[name], sent[name] ?? null));

/** Remarks on fields that the platform stored otherwise than they were sent. */
function missedFields({ remarks }: Row, names: readonly string[]): readonly string[] {
	for (const name of names) {
		const sentence = `The platform did not store ${userFieldLabel(name)} as it was sent. The next run will send it again.`;
		remarks.push({ sentence, isWarning: true });
	}
	return names;
}

const HIDDEN = {
	sentence:
		'The platform restored an account that was deleted. The node could not see it beforehand, because the platform does not list deleted users.',
	isWarning: true,
};

const wasDeleted = ({ deletedAt }: IDataObject) => Array.isArray(deletedAt) && deletedAt.length > 0;
