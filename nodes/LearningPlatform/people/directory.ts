import type { IDataObject } from 'n8n-workflow';

import { CORRECT_DUPLICATES, UserFacingError } from '../failures/userFacingError';
import { quoted, type Ref } from '../form';
import { recordId } from '../values/identity';
import { foldMail } from '../values/mails';
import { CustomFields } from './customFields';
import { Groups } from './groups';
import { RunCache } from './runCache';
import {
	asRowError,
	factsOf,
	isRejectedLookup,
	isRowError,
	rowError,
	type RowError,
} from './rowErrors';
import { isDeleted, keysOf, LOOKUP_BATCH, refKey } from './records';

/** The users with the same address or name: usually one, and several if some are deleted or duplicates. */
type Candidates = IDataObject[] | RowError;

/** The users, groups, and lists that a run has looked up with one credential. */
export class Directory extends RunCache {
	/** HR systems whose numbers only the platform itself may store. */
	readonly reservedPlatforms = new Set<string>();

	/** The groups, which rows name by ID or by name. */
	readonly groups = new Groups(
		async () => await this.readOnce('groups', async () => await this.readList('groups')),
	);

	readonly customFields = new CustomFields(async (path) => await this.readList(path));

	/** Finds users. Nobody is new, or deleted, before all users were searched for another spelling. */
	async find(refs: readonly Ref[]): Promise<(ref: Ref) => IDataObject | RowError | undefined> {
		const wanted = new Map(refs.map((ref) => [refKey(ref), ref]));
		const candidates = new Map<string, Candidates>();
		const ids = [...wanted.values()].filter(({ by }) => by === 'id');
		// The list of users has no filter for IDs.
		const isIdRead = ids.length <= LOOKUP_BATCH;
		const readIds = (some: readonly Ref[]) => some.map((ref) => this.readId(ref, candidates));
		const lookUps = this.lookUps([...wanted.values()], candidates);
		await Promise.all([...lookUps, ...(isIdRead ? readIds(ids) : [])]);
		const unresolved = [...wanted].filter(([key, { by }]) => {
			const users = candidates.get(key) ?? [];
			return !(by === 'id' && isIdRead) && users instanceof Array && users.every(isDeleted);
		});
		const everyone = unresolved.length > 0 ? await this.everyone().catch(asRowError) : undefined;
		for (const [key] of unresolved) {
			const users = isRowError(everyone) ? everyone : everyone?.get(key);
			if (users) candidates.set(key, users);
		}
		const hidden = unresolved.filter(([key, { by }]) => by === 'id' && !candidates.has(key));
		await Promise.all(readIds(hidden.map(([, ref]) => ref)));
		return (ref) => {
			const key = refKey(ref);
			return pickUser(candidates.get(key) ?? [], wanted.get(key) ?? ref);
		};
	}

	/** Finds living users with exactly these addresses and user names, without a search for other spellings. */
	async findLiving(
		refs: readonly Ref[],
	): Promise<(ref: Ref) => IDataObject | RowError | undefined> {
		const candidates = new Map<string, Candidates>();
		await Promise.all(this.lookUps(refs, candidates));
		return (ref) => {
			const users = candidates.get(refKey(ref)) ?? [];
			return isRowError(users) ? users : users.find((user) => !isDeleted(user));
		};
	}

	/** Looks for a living user by address or user name again. @throws RowError */
	async findLivingAgain(ref: Ref): Promise<IDataObject | undefined> {
		const living = (await this.findLiving([ref]))(ref);
		if (isRowError(living)) throw living;
		return living;
	}

	async user(id: string): Promise<IDataObject> {
		return await this.readRecord('users', id);
	}

	/** @throws RowError if the group does not exist */
	async checkGroup(id: string): Promise<void> {
		await this.readOnce(`group ${id}`, async () => await this.readRecord('groups', id));
	}

	/** Looks up the users who are named by an address or a user name, in batches. */
	private lookUps(refs: readonly Ref[], candidates: Map<string, Candidates>): Promise<void>[] {
		return (['mail', 'username'] as const).flatMap((by) =>
			inBatches(refs.filter((ref) => ref.by === by)).map((batch) =>
				this.lookUp(by, batch, candidates),
			),
		);
	}

	/** Looks up some users together, and in halves if the service rejects the lookup. */
	private async lookUp(
		by: 'mail' | 'username',
		refs: readonly Ref[],
		candidates: Map<string, Candidates>,
	): Promise<void> {
		const users = await this.read(by, refs).catch(asRowError);
		if (isRowError(users) && isRejectedLookup(users) && refs.length > 1) {
			const half = Math.ceil(refs.length / 2);
			const halves = [refs.slice(0, half), refs.slice(half)];
			await Promise.all(halves.map((half) => this.lookUp(by, half, candidates)));
			return;
		}
		for (const ref of refs) {
			const isRejected = isRowError(users) && isRejectedLookup(users);
			const error = isRejected ? rowError('rejectedLookup', `It is ${quoted(ref.value)}.`) : users;
			const hasRef = (user: IDataObject) => keysOf(user).includes(refKey(ref));
			candidates.set(refKey(ref), isRowError(error) ? error : error.filter(hasRef));
		}
	}

	private async read(by: 'mail' | 'username', refs: readonly Ref[]): Promise<IDataObject[]> {
		// The service may compare addresses case-sensitively.
		const values = [...new Set(refs.flatMap(({ value }) => [value, foldMail(value)]))];
		const operator = values.length > 1 ? 'in' : 'eq';
		return await this.readList('users', [{ field: by, operator, values }]);
	}

	private async readId(ref: Ref, candidates: Map<string, Candidates>): Promise<void> {
		const user = await this.user(ref.value).catch(asRowError);
		const isUnknown = factsOf(user).status === 404;
		const users = isRowError(user) ? user : [user];
		candidates.set(refKey(ref), isUnknown ? [] : users);
	}

	/** Reads all users. The service may leave deleted users out of the whole list. */
	private async everyone(): Promise<Map<string, IDataObject[]>> {
		return await this.readOnce('everyone', async () => {
			const deleted = [{ field: 'status', operator: 'eq', values: ['deleted'] }];
			const lists = await Promise.all([this.readList('users'), this.readList('users', deleted)]);
			const users = new Map(lists.flat().map((user) => [recordId(user), user]));
			const byKey = new Map<string, IDataObject[]>();
			for (const user of users.values()) {
				for (const key of keysOf(user)) byKey.set(key, [...(byKey.get(key) ?? []), user]);
			}
			return byKey;
		});
	}
}

/** Returns the user that a table means: the living one, or else the deleted one with exactly this spelling. */
function pickUser(candidates: Candidates, { by, value }: Ref): IDataObject | RowError | undefined {
	if (isRowError(candidates)) return candidates;
	const present = candidates.filter((user) => !isDeleted(user));
	if (present.length > 1) return severalUsers(by, present.map(recordId));
	const isExact = ({ mail, username }: IDataObject) => mail === value || username === value;
	return present[0] ?? candidates.find(isExact) ?? candidates[0];
}

/** Returns the error for several users with the same address or name. */
function severalUsers(by: Ref['by'], ids: readonly string[]): UserFacingError {
	const field =
		by === 'username' ? 'user name entered in User Name' : 'email address entered in Email';
	return new UserFacingError(
		`More than one user has the ${field}: ${ids.join(', ')}`,
		CORRECT_DUPLICATES,
		{},
	);
}

/** Returns the values in groups that fit into one lookup. */
const inBatches = <T>(all: readonly T[]): T[][] =>
	all.flatMap((_, at) => (at % LOOKUP_BATCH === 0 ? [all.slice(at, at + LOOKUP_BATCH)] : []));
