import type { Catalogue } from '../catalogue';
import type { Settings } from '../options';
import { Audiences, type Audience } from './audiences';
import type { ListRecord } from './world';

export interface Membership {
	groupId: string;
	role: string;
}

export interface CustomValue {
	customFieldId: string;
	type: 'date' | 'string';
	value: string;
}

/** A user's optional fields. */
const OPTIONAL = [
	'mail',
	'username',
	'firstName',
	'lastName',
	'job',
	'organization',
	'phone',
	'custom',
	'primaryGroupId',
	'profileImageId',
	'toBeDeactivatedAt',
	'deletedAt',
	'lastLoginDate',
	'reactivatedAt',
];

/** The platform's people. Unlike `Catalogue`, it edits related lists together, as the platform does. */
export class Company {
	readonly audiences: Audiences;

	constructor(
		private readonly settings: Settings,
		private readonly catalogue: Catalogue,
	) {
		this.audiences = new Audiences(settings, catalogue);
	}

	/** Adds a user who has only the given fields and belongs to no group. */
	addUser(fields: Partial<ListRecord> = {}): ListRecord {
		const none = Object.fromEntries(OPTIONAL.map((name) => [name, undefined]));
		const user = this.catalogue.add('users', { ...none, lang: 'en', status: 'active', ...fields });
		for (const list of ['roles', 'managers', 'subordinates', 'custom-fields/values']) {
			this.catalogue.clear(`users/${user._id}/${list}`);
		}
		return user;
	}

	/** Deletes a user, who leaves all groups and path sessions. */
	deleteUser(userId: string): void {
		const { deletedAt = [] } = this.catalogue.get('users', userId);
		const now = new Date(this.settings.clock()).toISOString();
		this.catalogue.update('users', userId, {
			status: 'deleted',
			deletedAt: [...(deletedAt as string[]), now],
		});
		this.leaveAll(userId);
	}

	/** Deletes the users whose last day has passed according to the clock. */
	closeAccounts(): void {
		const now = this.settings.clock();
		for (const { _id, status, toBeDeactivatedAt } of [...this.catalogue.records('users')]) {
			const isDue = Date.parse(String(toBeDeactivatedAt)) <= now;
			if (isDue && status !== 'deleted') this.deleteUser(_id);
		}
	}

	/** Restores a deleted user without groups, roles, enrollments, subordinates, and a last day. */
	restoreUser(userId: string, fields: Partial<ListRecord>): ListRecord {
		this.leaveAll(userId);
		for (const { _id } of [...this.catalogue.records(`users/${userId}/subordinates`)]) {
			this.removeManager(_id, userId);
		}
		return this.catalogue.update('users', userId, { toBeDeactivatedAt: undefined, ...fields });
	}

	find(userId: string): ListRecord | undefined {
		return this.has('users', userId) ? this.catalogue.get('users', userId) : undefined;
	}

	has(list: string, id: string): boolean {
		return this.catalogue.records(list).positionOf(id) !== -1;
	}

	rolesOf(userId: string): ListRecord[] {
		return this.has('users', userId) ? [...this.catalogue.records(`users/${userId}/roles`)] : [];
	}

	hasRole(userId: string, { groupId, role }: Membership): boolean {
		return this.rolesOf(userId).some((one) => one.groupId === groupId && one.role === role);
	}

	/** Returns a new member's groups. A learner of a public group also joins the groups up to the first private one. */
	groupsOf({ groupId, role }: Membership): string[] {
		const { public: isPublic, parentId } = this.catalogue.get('groups', groupId);
		if (role !== 'learner' || isPublic !== true || parentId === undefined) return [groupId];
		return [groupId, ...this.groupsOf({ groupId: parentId as string, role })];
	}

	join(userId: string, membership: Membership): void {
		const { role } = membership;
		for (const groupId of this.groupsOf(membership)) {
			if (this.hasRole(userId, { groupId, role })) continue;
			this.catalogue.add(`users/${userId}/roles`, { groupId, role });
			this.catalogue.add(`groups/${groupId}/roles`, { userId, role });
			this.audiences.follow(groupId);
		}
	}

	/** Removes a member. A learner also leaves the public groups below. */
	leave(userId: string, { groupId, role }: Membership): void {
		const below = [...this.catalogue.records('groups')].filter(
			(group) => role === 'learner' && group.parentId === groupId && group.public === true,
		);
		for (const { _id } of below) this.leave(userId, { groupId: _id, role });
		this.removeFrom(`users/${userId}/roles`, (one) => one.groupId === groupId && one.role === role);
		this.removeFrom(`groups/${groupId}/roles`, (one) => one.userId === userId && one.role === role);
		this.audiences.follow(groupId);
	}

	hasManager(userId: string, managerId: string): boolean {
		return this.has(`users/${userId}/managers`, managerId);
	}

	addManager(userId: string, managerId: string): void {
		if (this.hasManager(userId, managerId)) return;
		this.catalogue.add(`users/${userId}/managers`, { _id: managerId });
		this.catalogue.add(`users/${managerId}/subordinates`, { _id: userId });
	}

	removeManager(userId: string, managerId: string): void {
		this.removeFrom(`users/${userId}/managers`, ({ _id }) => _id === managerId);
		this.removeFrom(`users/${managerId}/subordinates`, ({ _id }) => _id === userId);
	}

	/** Adds a custom field of users. Without authorized values, the field accepts every value of its type. */
	addCustomField(name: string, type: CustomValue['type'] = 'string', authorized: string[] = []) {
		const field = this.catalogue.add('custom-fields', { name, type, targetType: 'users' });
		const path = `custom-fields/${field._id}/authorized-values`;
		this.catalogue.clear(path);
		for (const _id of authorized) this.catalogue.add(path, { _id });
		return field;
	}

	/** Adds a path session without an end, whose audience the API can edit. */
	addSession(pathId: string, audience: Audience, fields: Partial<ListRecord> = {}): ListRecord {
		const session = this.catalogue.add(`paths/${pathId}/sessions`, {
			pathId,
			isAudienceBuilder: true,
			endDate: undefined,
			rootSessionId: undefined,
			...fields,
		});
		this.audiences.save({ pathId, sessionId: session._id }, audience);
		return session;
	}

	/** Replaces a user's values of custom fields. */
	setCustomValues(userId: string, values: CustomValue[]): void {
		const path = `users/${userId}/custom-fields/values`;
		this.catalogue.clear(path);
		for (const value of values) this.catalogue.add(path, { ...value });
	}

	private leaveAll(userId: string): void {
		for (const { groupId } of this.rolesOf(userId)) {
			this.removeFrom(`groups/${groupId as string}/roles`, (one) => one.userId === userId);
		}
		this.catalogue.clear(`users/${userId}/roles`);
		this.audiences.forget(userId);
	}

	private removeFrom(path: string, isMeant: (record: ListRecord) => boolean): void {
		for (const { _id } of [...this.catalogue.records(path)].filter(isMeant)) {
			this.catalogue.remove(path, _id);
		}
	}
}
