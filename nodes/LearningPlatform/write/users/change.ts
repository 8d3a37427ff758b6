import type { IDataObject } from 'n8n-workflow';

import { asRowError, foldNumber, numberOf, numberOfAnother, rowError } from '../../people';
import { foldId, idIn, recordId } from '../../values/identity';
import { foldMail } from '../../values/mails';
import { writesSomething, type Result, type Row } from '../operation';
import { codeOf, rejection, sendConfirmed, serialized } from '../confirm';
import type { BreakerOf } from '../circuitBreaker';
import type { UpsertEntry } from './form';
import type { Person, UserRow } from './person';
import { enteredIn, FIELD_GROUPS, groupIdOf, planUser } from './plan';
import { numberWrites } from './numbers';
import { missedIn } from './recordFields';
import { isInvited, remarkOnFailed } from './remarks';

/**
 * Writes the fields that differ. After a row's first success, a failure fails only its own fields.
 *
 * @param isMade true if the user was just created or restored
 */
export async function changeUser(
	row: UserRow,
	person: Person,
	plan: Result<Person>,
	breakerOf: BreakerOf,
	isMade = false,
): Promise<Result<Person>> {
	const { changed = [], outcome } = plan;
	const id = recordId(person.user);
	Object.assign(person.presence, { id: foldId(id), status: 'present' });
	let isDone = isMade;
	let state: Person = { ...person, wanted: plan.state.wanted };
	const remarks = [...(plan.remarks ?? [])];
	const failed: string[] = [];
	// What a new user's record was created with is not sent again.
	for (const group of FIELD_GROUPS.slice(outcome === 'created' ? 1 : 0)) {
		const open = group.plan(row, state).changes.filter(({ isStored }) => !isStored);
		if (open.length === 0) continue;
		const store = async () => await group.store(row, state, id, open);
		const change = async () => await serialized(row.client, foldId(id), store);
		await breakerOf(group)
			.attempt(change)
			.then(
				(stored) => {
					state = { ...state, ...stored.state };
					remarks.push(...(stored.remarks ?? []));
					isDone = true;
				},
				(error: unknown) => {
					if (!isDone && !FIELD_ERROR_CODES.has(codeOf(error) ?? '')) throw error;
					const names = open.map(({ name }) => name);
					failed.push(...names);
					remarks.push(remarkOnFailed(names, asRowError(error)));
				},
			);
	}
	const written = changed.filter((name) => !failed.includes(name));
	const isUnchanged = outcome === 'updated' && written.length === 0;
	return {
		...plan,
		state,
		remarks,
		changed: written,
		record: state.user ?? {},
		outcome: isUnchanged ? 'unchanged' : outcome,
	};
}

/** The error codes that fail only this field, even if nothing else differs. */
const FIELD_ERROR_CODES = new Set([
	'customFieldNotFound',
	'managerDeleted',
	'managerNotFound',
	'reservedPlatformName',
	'unauthorizedValue',
	'wrongTypeValue',
]);

/** Creates or restores a user, and completes what the platform has not written. */
export async function createOrRestore(
	row: Row<UpsertEntry>,
	person: Person,
	plan: Result<Person>,
	breakerOf: BreakerOf,
): Promise<Result<Person>> {
	const { client, directory, entry } = row;
	const { user: old } = person;
	// Nobody would recognize an account without its number if the email changes.
	if (numberWrites.plan(row, person).changes.length > 0) breakerOf(numberWrites).check();
	const entered = enteredFor(row, old);
	const isNamed = entry.who.by === 'username' || entered.mail === undefined;
	const by = isNamed ? 'username' : 'mail';
	const taken = `${by}AlreadyUsed`;
	const { record, status, isMadeElsewhere } = await sendConfirmed(client, {
		path: `users?sendInvitationEmail=${isInvited(row, plan)}`,
		method: 'POST',
		body: { ...entered, membership: { groupId: groupIdOf(row), role: entry.role } },
		isConfirmed: (answer) =>
			[200, 201].includes(answer.status ?? 0) &&
			idIn(answer.record, '_id') !== undefined &&
			foldMail(answer.record[by]) === foldMail(entered[by]),
		// Only the key that the row matches by shows whose account it is: an address may be shared.
		look: async () => await directory.findLivingAgain({ by, value: entered[by] ?? '' }),
		repeated: ['mailAlreadyUsed', 'usernameAlreadyUsed'],
		// The lookup has found nobody with this key.
		raced: { codes: [taken], run: directory },
	}).catch((error: unknown) => {
		const isHidden = codeOf(error) === taken && by === 'mail' && !old;
		throw isHidden ? rejection('users', 'unseen', error) : error;
	});
	const [id, oldId] = [recordId(record), recordId(old)];
	const isSame = !old || foldId(id) === foldId(oldId);
	const stored = { ...person, user: record };
	if (isMadeElsewhere) {
		if (!isSame) throw rejection('users', taken);
		await checkNumber(row, id);
		const next = planUser(row, stored);
		return writesSomething(next) ? await changeUser(row, stored, next, breakerOf) : next;
	}
	if (!isSame) throw rowError('notRestored', `These are ${id} and ${oldId}.`);
	// If the platform does not list deleted users, only this shows that a user was restored.
	const wasHidden = !old && (status === 200 || (!status && wasDeleted(record)));
	// The documentation does not say whether restoring a user also writes the fields.
	const outcome = old || wasHidden ? 'restored' : 'created';
	client.log.write('userAdded', { id, outcome });
	const isUnasked = wasHidden && entry.deletedUsers === 'leave';
	const remarks = [
		...(plan.remarks ?? []),
		...(isUnasked ? [HIDDEN] : []),
		...(outcome === 'created' ? missedIn(record, entered) : []),
	];
	return await changeUser(row, stored, { ...plan, outcome, remarks }, breakerOf, true);
}

/** Checks a user that another program has created since the lookup. @throws RowError if the user has another number */
async function checkNumber({ directory, entry: { who } }: Row<UpsertEntry>, id: string) {
	if (who.by !== 'externalId') return;
	const number = await numberOf(directory, who.platform, id);
	if (foldNumber(number ?? who.value) !== foldNumber(who.value)) throw numberOfAnother(number);
}

/** Returns the fields of a new user. A deleted user is restored only by what the platform has: the rest is changed afterward. */
function enteredFor(row: Row<UpsertEntry>, old: IDataObject | undefined): Record<string, string> {
	const { mail, username, ...others } = enteredIn(row);
	const user: IDataObject = old ?? { mail, username };
	const names = (['mail', 'username'] as const).filter((name) => (user[name] ?? '') !== '');
	return { ...others, ...Object.fromEntries(names.map((name) => [name, user[name] as string])) };
}

const wasDeleted = ({ deletedAt }: IDataObject) => Array.isArray(deletedAt) && deletedAt.length > 0;

/** Remarks on a user that the lookup did not find. */
const HIDDEN = {
	sentence:
		'The platform restored an account that was deleted. The node could not see it beforehand, because the platform does not list deleted users.',
	isWarning: true,
};
