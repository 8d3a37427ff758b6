import type { Catalogue } from '../catalogue';
import type { Settings } from '../options';
import type { Company, Membership } from '../records/company';
import { spelled } from '../records/spelling';
import type { ListRecord } from '../records/world';
import { json } from '../reply';
import type { Call, WriteTable } from './writeTable';

type Checked = 'mail' | 'profileImageId' | 'primaryGroupId' | 'toBeDeactivatedAt' | 'username';

type Fields = Partial<Record<Checked, string | null>>;

/** The writes that create, restore, and change users. */
export function userWrites(settings: Settings, catalogue: Catalogue, company: Company): WriteTable {
	const users = () => [...catalogue.records('users')];

	const isSame = (one: unknown, other?: string | null): boolean => {
		if (typeof one !== 'string' || !other) return false;
		return settings.identities === 'exact'
			? one === other
			: one.toLowerCase() === other.toLowerCase();
	};

	/** Returns the error code of fields that a user must not have. */
	function refusalOfFields(fields: Fields, others: ListRecord[]): string | undefined {
		const { mail, username, toBeDeactivatedAt } = fields;
		if (mail && !/^[^@\s]+@[^@\s]+\.[a-z]+$/i.test(mail)) return 'mailInvalid';
		if (others.some((user) => isSame(user.mail, mail))) return 'mailAlreadyUsed';
		if (username && /[@\s]/.test(username)) return 'usernameNotAllowed';
		if (others.some((user) => isSame(user.username, username))) return 'usernameAlreadyUsed';
		if (toBeDeactivatedAt && Date.parse(toBeDeactivatedAt) <= settings.clock()) {
			return 'deactivationDateInvalid';
		}
		return undefined;
	}

	function create({ body, query }: Call) {
		const { membership, ...fields } = body as Fields & { membership: Membership };
		const { mail, username, primaryGroupId } = fields;
		if (!company.has('groups', membership.groupId)) return 'groupNotFound';
		if (membership.role === 'analyst') return 'analystUnavailable';
		if (!mail && !username) return 'mailAndUsernameUndefined';
		const all = users();
		const deleted = all.filter(({ status }) => status === 'deleted');
		const living = all.filter(({ status }) => status !== 'deleted');
		const refusal = refusalOfFields(fields, living);
		if (refusal !== undefined) return refusal;
		const [byMail, secondByMail] = deleted.filter((user) => isSame(user.mail, mail));
		if (secondByMail) return 'mailUsedTooManyTimes';
		const byUsername = deleted.find((user) => isSame(user.username, username));
		if (byMail && byUsername && byMail !== byUsername) return 'loginIdentifierMultipleUsersFound';
		// A restored user has left all other groups.
		if (primaryGroupId && !company.groupsOf(membership).includes(primaryGroupId)) {
			return 'notMemberOfPrimaryGroup';
		}
		const status = query.includes('=true') ? 'invited' : 'active';
		const stored = { ...spelled(settings.spelling, fields), status };
		const restored = byMail ?? byUsername;
		const user = restored ? company.restoreUser(restored._id, stored) : company.addUser(stored);
		company.join(user._id, membership);
		return json(restored ? 200 : 201, user);
	}

	function change({ parameters: { userId = '' }, body }: Call) {
		const fields = body as Fields;
		const user = company.find(userId);
		if (!user) return 'userNotFound';
		if (user.status === 'deleted' && fields.toBeDeactivatedAt !== undefined) {
			return 'invalidUpdateOnDeletedUser';
		}
		const after: Partial<ListRecord> = { ...user, ...fields };
		if (!after.mail && !after.username) return 'userShouldHaveAtLeastOneValidIdentifier';
		const others = users().filter(({ _id }) => _id !== userId);
		const refusal = refusalOfFields(fields, others);
		if (refusal !== undefined) return refusal;
		const { primaryGroupId, profileImageId, toBeDeactivatedAt } = fields;
		const roles = company.rolesOf(userId);
		const isMember = roles.some(({ groupId }) => groupId === primaryGroupId);
		if (primaryGroupId && !isMember) return 'notMemberOfPrimaryGroup';
		// The service has no list of images, so only the images in use are known.
		const isImage = users().some((one) => one.profileImageId === profileImageId);
		if (profileImageId && !isImage) return 'mediaNotFound';
		const isOwner = roles.some(({ role }) => role === 'owner');
		if (toBeDeactivatedAt !== undefined && isOwner) return 'ownerDeactivationNotAllowed';
		const stored = spelled(settings.spelling, fields, user);
		return json(200, catalogue.update('users', userId, stored));
	}

	return {
		'POST users': create,
		'PATCH users/{userId}': change,
		'PUT users/{userId}/activate': ({ parameters: { userId = '' } }) => {
			const user = company.find(userId);
			if (!user) return 'userNotFound';
			if (user.status === 'deleted') return 'userDeleted';
			return json(200, catalogue.update('users', userId, { status: 'active' }));
		},
	};
}
