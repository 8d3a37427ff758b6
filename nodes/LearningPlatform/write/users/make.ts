import type { IDataObject } from 'n8n-workflow';

import { foldNumber, impossible, numberOf, numberOfAnother, recordId } from '../../people';
import { foldId, idIn } from '../../values/identity';
import { foldMail } from '../../values/mails';
import { WRITTEN_OUTCOMES, type Result, type Row } from '../operation';
import { codeOf, rejection, send } from '../send';
import { changeUser } from './change';
import type { UpsertEntry } from './form';
import type { Person } from './person';
import { enteredIn, groupIdOf, planUser } from './plan';
import { missedIn } from './recordFields';
import { missedFields } from './remarks';

/** Creates or restores a user, and completes what the platform has not written. */
export async function makeUser(
	row: Row<UpsertEntry>,
	person: Person,
	plan: Result<Person>,
): Promise<Result<Person>> {
	const { client, directory, entry, remarks } = row;
	const { user: old } = person;
	const entered = enteredFor(row, old);
	const isNamed = entry.who.by === 'username' || entered.mail === undefined;
	const by = isNamed ? 'username' : 'mail';
	const taken = `${by}AlreadyUsed`;
	const { record, status, isMadeByOther } = await send(client, {
		path: `users?sendInvitationEmail=${entry.options.sendInvitation}`,
		method: 'POST',
		body: { ...entered, membership: { groupId: groupIdOf(row), role: entry.role } },
		isConfirmed: (answer) =>
			[200, 201].includes(answer.status ?? 0) &&
			idIn(answer.record, '_id') !== undefined &&
			foldMail(answer.record[by]) === foldMail(entered[by]),
		// Only the key that the row matches by shows whose account it is: an address may be shared.
		look: async () => await directory.again({ by, value: entered[by] ?? '' }),
		repeated: ['mailAlreadyUsed', 'usernameAlreadyUsed'],
	}).catch((error: unknown) => {
		const isHidden = codeOf(error) === taken && by === 'mail' && !old;
		throw isHidden ? rejection('unseen', error) : error;
	});
	const [id, oldId] = [recordId(record), recordId(old)];
	const isSame = !old || foldId(id) === foldId(oldId);
	const stored = { ...person, user: record };
	if (isMadeByOther) {
		if (!isSame) throw rejection(taken);
		await checkNumber(row, id);
		remarks.length = 0;
		const next = planUser(row, stored);
		return WRITTEN_OUTCOMES.has(next.outcome) ? await changeUser(row, stored, next) : next;
	}
	if (!isSame) throw impossible('notRestored', `These are ${id} and ${oldId}.`);
	// If the platform does not list deleted users, only this shows that a user was restored.
	const wasHidden = !old && (status === 200 || (!status && wasDeleted(record)));
	// The documentation does not say whether restoring a user also writes the fields.
	const outcome = old || wasHidden ? 'restored' : 'created';
	client.log.write('userAdded', { id, outcome });
	if (wasHidden && entry.deletedUsers === 'leave') remarks.push(HIDDEN);
	const missed = outcome === 'created' ? missedIn(record, entered) : [];
	const notStored = [...(plan.notStored ?? []), ...missedFields(remarks, missed)];
	return await changeUser(row, stored, { ...plan, outcome, notStored }, true);
}

/** Checks a user that another program has created since the lookup. @throws Problem if the user has another number */
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
