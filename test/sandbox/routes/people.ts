import { type ContractType, type WritePath, WRITES } from '../../contract';
import { complaints } from '../../contract/check';
import { parametersIn, patternOf } from '../address';
import type { Catalogue } from '../catalogue';
import { QueryError, parseQuery } from '../filters';
import type { JournalEntry } from '../journal';
import type { ListRecord } from '../records/world';
import { apiError, json, offContract, type Reply } from '../reply';
import type { Settings } from '../options';

/** A request to change a user or a member. */
interface Write {
	kind: WritePath;
	/** Decoded values, by name. */
	parameters: Readonly<Record<string, string>>;
}

interface Membership {
	groupId: string;
	role: string;
}

type Checked = 'mail' | 'username' | 'toBeDeactivatedAt' | 'primaryGroupId';

interface Body extends Partial<Record<Checked, string | null>> {
	membership?: Membership;
}

/** A user's optional fields. */
const OPTIONAL = Object.keys(WRITES['PATCH users/{userId}']?.body?.fields ?? {});

const NO_CONTENT: Reply = { status: 204, headers: {}, body: Buffer.alloc(0) };

const patterns = (Object.keys(WRITES) as WritePath[]).map((kind) => {
	const types = Object.entries(WRITES[kind]?.parameters ?? {});
	const values = Object.fromEntries(types.map(([name, type]) => [name, type.enum]));
	return { kind, pattern: patternOf(kind, values) };
});

/** Returns the requested change, or undefined for all other requests. */
export function writeAt(method: string, path: string): Write | undefined {
	for (const { kind, pattern } of patterns) {
		const match = pattern.exec(`${method} ${path}`);
		if (match) return { kind, parameters: { ...match.groups } };
	}
	return undefined;
}

/** The write routes for users and group members, which return the contract's error codes. */
export class People {
	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
	) {}

	/** Handles an authorized change. */
	answer({ kind, parameters }: Write, request: JournalEntry): Reply {
		const { body: form, errors = {} } = WRITES[kind] ?? {};
		const wrong = [...this.wrongIn(kind, parameters, request.query), ...wrongIn(request, form)];
		if (wrong.length > 0) return offContract('invalidRequest', wrong.join('; '));
		const body = JSON.parse(request.body || '{}') as Body;
		const code = this.refusalOf(kind, parameters, body);
		if (code === undefined) return this.carryOut(kind, parameters, body, request.query);
		const [status] = Object.entries(errors).find(([, codes]) => codes.includes(code)) ?? [];
		if (status === undefined) throw new Error(`${kind} has no error ${code}`);
		return apiError(Number(status), code, `Rejected: ${code}`);
	}

	private wrongIn(kind: WritePath, given: Write['parameters'], query: string): string[] {
		const types = WRITES[kind]?.parameters ?? {};
		const inPath = parametersIn(kind);
		try {
			const all = [...Object.entries(given), ...parseQuery(query)];
			return all.flatMap(([name, value]) => {
				const type = types[name];
				const isId = type?.format === 'ObjectId' && inPath.includes(name);
				return type ? complaints(isId ? {} : type, value, name) : [`${name}: unknown`];
			});
		} catch (error) {
			if (error instanceof QueryError) return [error.message];
			throw error;
		}
	}

	/** Returns an error code if the change is not allowed for the current records. */
	private refusalOf(
		kind: WritePath,
		{ userId = '', groupId = '', role = '' }: Write['parameters'],
		body: Body,
	): string | undefined {
		const { groupId: joined, role: wanted } = body.membership ?? {};
		const group = joined ?? groupId;
		if (group !== '' && !this.has('groups', group)) return 'groupNotFound';
		const user = userId === '' ? this.deletedWith(body.mail) : this.find(userId);
		if (userId !== '' && kind !== 'POST users' && !user) return 'userNotFound';
		if (kind === 'DELETE groups/{groupId}/{role}/{userId}') {
			return this.hasRole(userId, { groupId, role }) ? undefined : 'userNotFoundInGroup';
		}
		if ([role, wanted].includes('analyst')) return 'analystUnavailable';
		if (kind === 'POST groups/{groupId}/{role}/{userId}') {
			return user?.status === 'deleted' ? 'userDeleted' : undefined;
		}
		if (kind !== 'POST users' && user?.status === 'deleted') return 'invalidUpdateOnDeletedUser';
		return this.refusalOfFields(kind, { ...user, ...body }, body, joined);
	}

	private refusalOfFields(
		kind: WritePath,
		after: Partial<ListRecord>,
		body: Body,
		joined?: string,
	): string | undefined {
		const isNew = kind === 'POST users';
		const { mail, username, toBeDeactivatedAt, primaryGroupId } = body;
		if (!after.mail && !after.username) {
			return isNew ? 'mailAndUsernameUndefined' : 'userShouldHaveAtLeastOneValidIdentifier';
		}
		if (mail && !/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(mail)) return 'mailInvalid';
		const others = this.catalogue.list('users').filter((user) => user._id !== after._id);
		const isTaken = (field: string, value?: string | null) =>
			Boolean(value) && others.some((user) => folded(user[field]) === folded(value));
		if (isTaken('mail', mail)) return 'mailAlreadyUsed';
		if (username && /[@\s]/.test(username)) return 'usernameNotAllowed';
		if (isTaken('username', username)) return 'usernameAlreadyUsed';
		if (toBeDeactivatedAt && Date.parse(toBeDeactivatedAt) <= this.settings.clock()) {
			return 'deactivationDateInvalid';
		}
		const isMember = this.rolesOf(after._id ?? '').some((one) => one.groupId === primaryGroupId);
		const isJoining = joined !== undefined && joined === primaryGroupId;
		return primaryGroupId && !isMember && !isJoining ? 'notMemberOfPrimaryGroup' : undefined;
	}

	private carryOut(
		kind: WritePath,
		{ userId = '', groupId = '', role = '' }: Write['parameters'],
		{ membership, ...body }: Body,
		query: string,
	): Reply {
		const membershipOf = { groupId, role: role === 'user-admin' ? 'userAdmin' : role };
		switch (kind) {
			case 'POST users': {
				const deleted = this.deletedWith(body.mail);
				const status = query.includes('=true') ? 'invited' : 'active';
				const none = Object.fromEntries(OPTIONAL.map((name) => [name, undefined]));
				const made = deleted
					? this.catalogue.update('users', deleted._id, { ...body, status })
					: this.catalogue.add('users', {
							...{ ...none, lang: 'en', deletedAt: undefined, reactivatedAt: undefined },
							...{ lastLoginDate: undefined, ...body, status },
						});
				if (!deleted) this.catalogue.clear(`users/${made._id}/roles`);
				if (membership) this.join(made._id, membership);
				return json(deleted ? 200 : 201, made);
			}
			case 'PATCH users/{userId}': {
				const entries = Object.entries(body).map(([name, value]) => [name, value ?? undefined]);
				const changes = Object.fromEntries(entries) as Partial<ListRecord>;
				return json(200, this.catalogue.update('users', userId, changes));
			}
			case 'POST groups/{groupId}/{role}/{userId}':
				this.join(userId, membershipOf);
				return NO_CONTENT;
			case 'DELETE groups/{groupId}/{role}/{userId}':
				this.leave(userId, membershipOf);
				return NO_CONTENT;
			default:
				throw new Error(`The sandbox does not support ${kind}`);
		}
	}

	private join(userId: string, { groupId, role }: Membership): void {
		if (this.hasRole(userId, { groupId, role })) return;
		this.catalogue.add(`users/${userId}/roles`, { groupId, role });
		this.catalogue.add(`groups/${groupId}/roles`, { userId, role });
	}

	/** Removing a learner from a group also removes the learner from its public subgroups. */
	private leave(userId: string, { groupId, role }: Membership): void {
		const below = this.catalogue
			.list('groups')
			.filter((group) => role === 'learner' && group.parentId === groupId && group.public === true);
		for (const { _id } of below) this.leave(userId, { groupId: _id, role });
		this.removeFrom(`users/${userId}/roles`, (one) => one.groupId === groupId && one.role === role);
		this.removeFrom(`groups/${groupId}/roles`, (one) => one.userId === userId && one.role === role);
	}

	private removeFrom(path: string, isMeant: (record: ListRecord) => boolean): void {
		for (const record of this.catalogue.list(path).filter(isMeant)) {
			this.catalogue.remove(path, record._id);
		}
	}

	private rolesOf(userId: string): ListRecord[] {
		return userId === '' ? [] : this.catalogue.list(`users/${userId}/roles`);
	}

	private hasRole(userId: string, { groupId, role }: Membership): boolean {
		return this.rolesOf(userId).some(
			(one) => one.groupId === groupId && folded(one.role) === folded(role),
		);
	}

	private has(list: string, id: string): boolean {
		return this.catalogue.records(list).positionOf(id) !== -1;
	}

	private find(userId: string): ListRecord | undefined {
		return this.has('users', userId) ? this.catalogue.get('users', userId) : undefined;
	}

	private deletedWith(mail?: string | null): ListRecord | undefined {
		const isMeant = (user: ListRecord) =>
			Boolean(mail) && user.status === 'deleted' && folded(user.mail) === folded(mail);
		return this.catalogue.list('users').find(isMeant);
	}
}

/** Normalizes an email address, a username, or a role for comparisons. */
const folded = (text: unknown) => String(text).toLowerCase().replace('-', '');

function wrongIn({ body, headers }: JournalEntry, form?: ContractType): string[] {
	if (!form) return body === '' ? [] : ['The request must not have a body'];
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		return ['The content-type header must be application/json'];
	}
	try {
		return complaints(form, JSON.parse(body));
	} catch {
		return ['The body must be JSON'];
	}
}
