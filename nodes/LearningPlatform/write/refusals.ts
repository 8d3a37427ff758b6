import { inWordsOf, serviceError, UserFacingError, type ReadersForm } from '../errors';

/** The meaning of a service error code: the problem, its field, and the solution. */
const REFUSALS: Readonly<Record<string, string>> = {
	analystUnavailable:
		'The platform does not offer the role Analyst. Choose another Role, or ask an administrator of the platform to turn this one on.',
	deactivationDateInvalid:
		'The platform refused the date in To Be Deactivated At. Enter a moment in the future, e.g. the end of the last working day.',
	groupNotFound:
		'The platform has no group with the ID in Group. Choose Group from the list: the group may have been deleted.',
	invalidUpdateOnDeletedUser:
		'The user is deleted, and deleted users cannot be changed. Run Create or Update with the email and a group: it restores the user.',
	loginIdentifierMultipleUsersFound:
		'Several users have this email or user name. Ask an administrator of the platform to correct them, or run Update for one of them.',
	mailAlreadyUsed:
		'The email in Email belongs to another user. Ask an administrator of the platform to look it up, also among deleted users.',
	mailAndUsernameUndefined:
		'The platform wants an email or a user name. Fill in Email, or User Name under Fields.',
	mailInvalid:
		'The platform does not accept the text in Email as an email address. Check Email for a missing letter, a comma or a name next to the address.',
	mailUsedTooManyTimes:
		'Too many users have had the email in Email. Enter another one, or ask an administrator of the platform to change the email of former users.',
	mediaNotFound:
		'The platform cannot find the picture of the user. Ask an administrator of the platform to choose another one.',
	notMemberOfPrimaryGroup:
		'The user is not a member of the group in Primary Group. Run Add Member for this group first; for a new user, choose the same group as Group.',
	ownerDeactivationNotAllowed:
		'The owner of the platform cannot be deactivated. Remove To Be Deactivated At, or ask the owner to hand over the platform first.',
	userDeleted:
		'The user is deleted, and deleted users cannot join a group. Run Create or Update with the email and a group: it restores the user.',
	userNotFound:
		'The platform has no user with the ID in User. Choose User from the list: the user may have been deleted.',
	userNotFoundInGroup: 'The user does not have this role in the group. Check Group, User and Role.',
	userShouldHaveAtLeastOneValidIdentifier:
		'The user would be left without an email and a user name. Remove Email or User Name from Fields to Clear.',
	usernameAlreadyUsed:
		'The user name in User Name belongs to another user. Enter another one, or remove User Name from Fields.',
	usernameNotAllowed:
		'The platform does not accept the text in User Name. Ask an administrator of the platform which user names it allows, or remove User Name from Fields.',
	/** For `mailAlreadyUsed` after nobody was found. */
	unseen:
		'The platform says that the email is taken, but shows no user who has it. Ask an administrator of the platform to look it up: it may be in another spelling, or belong to a user that these API credentials cannot see.',
};

/** The actions that need write access to a list. */
const WITHOUT = { users: 'create or change users', groups: 'add or remove members of groups' };

/** The error for a code of the service, or for `unseen`. */
export function refusal(code: string, error?: UserFacingError): UserFacingError {
	const [message = '', advice = ''] = (REFUSALS[code] ?? '').split(/\. (.*)/s);
	const { answer = '', reason = '400', serviceCode = code } = error ?? {};
	const schedulerCause = 'configuration-invalid';
	return serviceError(message, [advice, answer], { answer, reason, serviceCode, schedulerCause });
}

/** Explains why a change was refused: a scope, a field, or a change that the service does not offer. */
export function explainWriteRefusal(
	error: unknown,
	list: keyof typeof WITHOUT,
	form: ReadersForm,
): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { answer, lacks, reason, serviceCode = '' } = error;
	const scope = `${list}:write`;
	if (lacks === 'scope') {
		return serviceError(`The API credentials may not ${WITHOUT[list]}`, answer, {
			...{ reason, answer, lacks },
			step: `Ask an administrator of the platform to add the scope "${scope}".`,
		});
	}
	if (Object.hasOwn(REFUSALS, serviceCode)) return refusal(serviceCode, error);
	if (lacks === 'list' || reason === '405' || reason === '501') {
		return serviceError(
			`The service has no way to ${WITHOUT[list]}`,
			['Ask an administrator of the platform: its API may be older, or leave this out.', answer],
			{ reason, answer },
		);
	}
	return inWordsOf(error, { ...form, fields: ['Options', 'Request Options'], scope });
}
