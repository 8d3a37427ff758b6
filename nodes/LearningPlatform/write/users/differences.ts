import type { IDataObject } from 'n8n-workflow';

import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { worded } from '../../nodeErrors';
import {
	asProblem,
	changesFor,
	impossible,
	isDeleted,
	isProblem,
	msOf,
	valuesBefore,
	valuesOf,
	type Body,
	type Problem,
} from '../../people';
import { foldBlanks } from '../../values/cells';
import { customFieldWrites } from './customFields';
import { managerWrites } from './managers';
import { numberWrites } from './numbers';
import type { Result, Row } from '../operation';
import { staysDeleted, type Person, type UserRow, type Wish } from './person';
import { refusal } from '../refusals';

/** The fields that are written after the user's record, in this order. */
export const FURTHER_FIELDS = [customFieldWrites, managerWrites, numberWrites];

/** Returns what would happen to a row's user. @throws Problem if the row is impossible */
export function planUser(row: UserRow, person: Person): Result<Person> {
	const { entry, remarks, timeZone } = row;
	const { user } = person;
	const further = FURTHER_FIELDS.map(({ plan }) => plan(row, person));
	const wishes = further.flatMap((one) => one.wishes);
	const wanted = wantedWith(row, person, wishes);
	const values = enteredIn(row);
	const isLiving = user !== undefined && !isDeleted(user);
	if (!isLiving) {
		const hasLeft = (entry.fields.lastDay?.endsAt ?? Infinity) <= Date.now();
		if (hasLeft || staysDeleted(row, person)) {
			const outcome = hasLeft ? 'left' : 'deleted';
			const state = { ...person, wanted };
			return { outcome, record: user ?? values, state, changed: [], before: {} };
		}
		groupIdOf(row, user);
		if (!values.mail && !values.username && !user) throw refusal('mailAndUsernameUndefined');
	}
	const body = isLiving ? bodyFor(row, user) : values;
	const differing = wishes.filter(({ isStored }) => !isStored);
	const changed = [...Object.keys(body), ...differing.map(({ name }) => name)];
	const record = { ...user, ...(user && !isLiving && { status: 'active' }), ...body };
	const [stored, sent] = [user, body].map((one) => msOf(one?.toBeDeactivatedAt));
	const refused = [unknownGroupIn(row), ...further.flatMap((one) => one.refused ?? [])];
	remarks.push(...further.flatMap(({ remark }) => remark ?? []));
	const ofExisting = changed.length > 0 ? 'updated' : 'unchanged';
	const ofOthers = user ? 'restored' : 'created';
	const oldWishes = differing.map(({ name, before }) => [name, before] as const);
	return {
		...{ outcome: isLiving ? ofExisting : ofOthers, record, changed },
		state: further.reduce<Person>((known, one) => ({ ...known, ...one.state }), {
			...{ ...person, wanted, user: record },
		}),
		before: isLiving
			? { ...valuesBefore(user, Object.keys(body), timeZone), ...Object.fromEntries(oldWishes) }
			: {},
		notStored: refused.flatMap((one) => (one ? failedFields(remarks, [one[0]], one[1]) : [])),
		isRemoval: isLiving && sent !== undefined && (stored === undefined || sent < stored),
	};
}

/** Returns the values of a new user, with the address or name that identifies the user. */
export function enteredIn(row: UserRow): Record<string, string> {
	const { who } = row.entry;
	const isField = who !== undefined && who.by !== 'externalId';
	return { ...(isField && { [who.by]: who.value }), ...valuesOf(row.entry.fields, row.directory) };
}

/** Returns the ID of the group that a new user joins. @throws Problem if there is none */
export function groupIdOf({ entry, directory }: UserRow, user?: IDataObject): string {
	if (entry.group === undefined) {
		throw new UserFacingError(
			`The user ${user ? 'is deleted' : 'is new'}, and Group for New Users is empty`,
			'Choose the group that the user should join. To avoid creating users, leave out their rows.',
		);
	}
	return directory.groups.get(entry.group);
}

/** Adds a row's wishes to those of earlier rows. @throws UserFacingError if they contradict each other */
function wantedWith(row: UserRow, { wanted }: Person, wishes: readonly Wish[]): Person['wanted'] {
	const values = valuesOf(row.entry.fields, row.directory);
	const { fieldsToClear } = row.entry.options;
	const cleared = fieldsToClear.filter((name) => !(name in values) && name !== 'manager');
	const all = Object.fromEntries([
		...Object.entries(values),
		...cleared.map((name) => [name, ''] as const),
		...wishes.map(({ name, value }) => [name, value] as const),
	]);
	const opposed = Object.entries(all).filter(
		([name, value]) => foldBlanks(wanted[name] ?? value) !== foldBlanks(value),
	);
	if (opposed.length === 0) return { ...wanted, ...all };
	const names = opposed.map(([name]) => userFieldLabel(name)).join(', ');
	throw impossible('contradiction', `The rows differ in ${names}.`);
}

/** Returns what to send to make a user's record what the row asks for. @throws UserFacingError */
export function bodyFor({ entry, directory, timeZone }: UserRow, user: IDataObject): Body {
	const { fields, options } = entry;
	const { fieldsToClear } = options;
	const values = valuesOf(fields, directory);
	return changesFor({ values, lastDay: fields.lastDay, fieldsToClear, timeZone }, user, Date.now());
}

/** Returns the field whose group was not found: it costs the row that field only. */
function unknownGroupIn({ entry, directory }: UserRow): [string, Problem] | undefined {
	const { primaryGroup } = entry.fields;
	const error = primaryGroup && directory.groups.idOf(primaryGroup);
	return isProblem(error) ? ['primaryGroupId', error] : undefined;
}

/** Remarks on fields that cannot be written even though the row succeeds. */
export function failedFields(remarks: Row['remarks'], names: string[], error: unknown): string[] {
	const { message, description = '' }: Partial<UserFacingError> = worded(asProblem(error));
	const sentence = `${names.map(userFieldLabel).join(', ')} could not be written: ${message}.`;
	remarks.push({ sentence, detail: description, isWarning: true });
	return names;
}
