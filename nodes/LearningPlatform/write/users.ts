import type { IDataObject } from 'n8n-workflow';

import { Failure, withFacts } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import type { readForm } from '../form';
import { readList, readOne } from '../list';
import type { ObjectAnswer } from '../service';
import { readRecordDate } from '../values/dates';
import { idOf as recordIdOf } from '../values/identity';
import { updateForm, upsertForm } from './form';
import { onceARun, refusal, send, type Input } from './send';

type UpsertInput = Input<ReturnType<typeof readForm<typeof upsertForm>>>;
type UpdateInput = Input<ReturnType<typeof readForm<typeof updateForm>>>;

/** The known state of a user. Each write updates it for later items about the same user. */
interface Known {
	user: IDataObject | undefined;
}

export const upsert = {
	form: upsertForm,
	subjectOf: ({ mail }: UpsertInput['entry']) => foldMail(mail),
	look: findUser,
	perform: upsertUser,
};

export const update = {
	form: updateForm,
	subjectOf: ({ userId }: UpdateInput['entry']) => userId,
	look: async (input: UpdateInput) => ({ user: await readById(input, input.entry.userId) }),
	perform: updateUser,
};

const idOf = (user: IDataObject) => recordIdOf(user) ?? '';

const isDeleted = ({ status }: IDataObject) => status === 'deleted';

/** Normalizes an email address for comparison. */
function foldMail(mail: unknown): string {
	return typeof mail === 'string' ? mail.replace(/\s/g, '').toLowerCase() : '';
}

/** Finds an item's user by email address. One request covers all items of an account that are looked up together. */
async function findUser(input: UpsertInput, together: readonly UpsertInput[]): Promise<Known> {
	const { account } = input.client;
	const own = together.filter(({ client }) => client.account === account);
	const mails = own.map(({ entry: { mail } }) => mail);
	const read = async () => await readUsers(input, mails);
	return { user: theOne(await onceARun(input, `users ${mails.join(' ')}`, read), input) };
}

/** Reads users by email address. @param mails omitted to read all users @returns users by normalized address */
async function readUsers(input: UpsertInput, mails: readonly string[] = []) {
	// The service may compare addresses case-sensitively.
	const values = [...new Set(mails.flatMap((mail) => [mail, foldMail(mail)]))];
	const filter = { field: 'mail', operator: values.length > 1 ? 'in' : 'eq', values };
	const filters = values.length > 0 ? [filter] : [];
	const users = new Map<string, IDataObject[]>();
	const listing = { path: 'users', filters };
	for await (const { records } of readList(input.client, listing, { overlap: true })) {
		for (const user of records) {
			const mail = foldMail(user.mail);
			users.set(mail, [...(users.get(mail) ?? []), user]);
		}
	}
	return users;
}

/** Returns the user with the item's email, preferably not a deleted one. @throws UserFacingError if several match */
function theOne(users: ReadonlyMap<string, IDataObject[]>, { entry: { mail } }: UpsertInput) {
	const all = users.get(foldMail(mail)) ?? [];
	const present = all.filter((user) => !isDeleted(user));
	if (present.length < 2) return present[0] ?? all[0];
	throw new UserFacingError(
		`More than one user has the email address entered in Email: ${present.map(idOf).join(', ')}`,
		'Ask a platform administrator to correct the duplicates, or run Update with the ID of one of the users.',
		{},
	);
}

/** Reads the whole list to find a user whose email address is spelled differently on the platform. */
async function findElsewhere(input: UpsertInput): Promise<IDataObject | undefined> {
	return theOne(await onceARun(input, 'all users', async () => await readUsers(input)), input);
}

/** Creates, restores, or updates the user with the item's email address. */
async function upsertUser(input: UpsertInput, known: Known): Promise<IDataObject> {
	const { dryRun } = input.entry.options;
	if (dryRun) known.user ??= await findElsewhere(input);
	if (known.user && !isDeleted(known.user)) return await updateUser(input, known);
	const outcome = await createUser(input, known).catch(async (error: unknown) => {
		const refused = error instanceof Failure ? error : undefined;
		const isTaken = refused?.facts.serviceCode === 'mailAlreadyUsed' && !known.user;
		const other = isTaken ? await findElsewhere(input) : undefined;
		if (!other || isDeleted(other)) throw isTaken ? refusal('unseen', refused) : error;
		known.user = other;
		return 'updated';
	});
	const isWhole = outcome === 'created' || dryRun;
	// The documentation does not say whether restoring a user also writes the fields.
	const record = isWhole ? known.user : await updateUser(input, known);
	return outcome === 'updated' ? { ...record } : { ...record, outcome };
}

async function createUser(input: UpsertInput, known: Known): Promise<string> {
	const { mail, fields, groupId, role, options } = input.entry;
	const deleted = known.user;
	if (groupId === '') {
		throw new UserFacingError(
			`The user ${deleted ? 'is deleted' : 'is new'}, and Group is empty`,
			'Choose the group that the user should join. To avoid creating users, leave out their rows.',
		);
	}
	const entered = { mail, ...withoutEmpty(fields) };
	if (options.dryRun) {
		known.user = { ...deleted, ...(deleted && { status: 'active' }), ...entered };
		return deleted ? 'restored' : 'created';
	}
	const lookAgain = async (): Promise<ObjectAnswer | undefined> => {
		const user = theOne(await readUsers(input, [mail]), input);
		return user && !isDeleted(user) ? { record: user } : undefined;
	};
	const path = `users?sendInvitationEmail=${options.sendInvitation}`;
	const body = { ...entered, membership: { groupId, role } };
	const { status, record } = await send(input.client, path, { method: 'POST', body }, lookAgain);
	known.user = idOf(record) === '' ? (await lookAgain())?.record : record;
	// If the platform does not list deleted users, only status 200 shows that a user was restored.
	const outcome = deleted || status === 200 ? 'restored' : 'created';
	const id = idOf(known.user ?? {});
	input.client.log.write('userAdded', { id, outcome });
	return outcome;
}

/** @param id percent-encoded */
async function readById({ client }: Pick<Input, 'client'>, id: string): Promise<IDataObject> {
	return await readOne(client, { path: 'users' }, id).catch((error: unknown) => {
		const purpose = { action: 'readRecord', name: 'user', id: decodeURIComponent(id) } as const;
		throw withFacts(error, { purpose });
	});
}

/** Sends only the fields that differ, if any. */
async function updateUser(input: UpdateInput | UpsertInput, known: Known): Promise<IDataObject> {
	const { fields, options } = input.entry;
	const { user = {} } = known;
	const body = differences(user, withoutEmpty(fields), options.fieldsToClear);
	const names = Object.keys(body);
	if (names.length === 0) return { ...user, outcome: 'unchanged' };
	if (isDeleted(user)) throw refusal('invalidUpdateOnDeletedUser');
	if (options.dryRun) known.user = { ...user, ...body };
	else {
		const id = encodeURIComponent(idOf(user));
		const { record } = await send(input.client, `users/${id}`, { method: 'PATCH', body });
		input.client.log.write('userUpdated', { id, outcome: 'updated', fields: names });
		known.user = idOf(record) === '' ? await readById(input, id) : record;
	}
	return { ...known.user, outcome: 'updated' };
}

type Texts = Record<string, string>;

/** Returns the entered values that differ from the user's, and null for each field to clear. */
function differences(user: IDataObject, entered: Texts, toClear: readonly string[]): IDataObject {
	const changed = Object.entries(entered).filter(([name, text]) => !isSame(name, user[name], text));
	const cleared = toClear.filter((name) => !(name in entered) && (user[name] ?? '') !== '');
	return Object.fromEntries([...changed, ...cleared.map((name) => [name, null])]) as IDataObject;
}

function isSame(name: string, actual: unknown, entered: string): boolean {
	if (name === 'mail') return foldMail(actual) === foldMail(entered);
	// The service ignores milliseconds.
	const secondOf = (value: unknown) => Math.floor((readRecordDate(value)?.ms ?? NaN) / 1_000);
	if (name === 'toBeDeactivatedAt') return secondOf(actual) === secondOf(entered);
	return typeof actual === 'string' && actual.trim().normalize() === entered.normalize();
}

function withoutEmpty(fields: Texts): Texts {
	return Object.fromEntries(Object.entries(fields).filter(([, text]) => text !== ''));
}
