import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';
import { scopeMissing } from './scope';

/** The actions that need write access to a list. */
const ACTIONS = { users: 'create or change users', groups: 'add or remove members of groups' };

/** Explains why a change was rejected: a missing scope, an invalid field, or an unsupported change. */
export function explainRefusedWrite(
	failure: Failure,
	usual: Explanation,
	{ list }: { list: keyof typeof ACTIONS },
): Explanation {
	const { lacksList, lacksScope, reason, facts } = failure;
	const { serviceCode = '' } = facts;
	const answer = responseOf(facts);
	if (lacksScope) return scopeMissing(failure, `${list}:write`, ACTIONS[list]);
	if (Object.hasOwn(REFUSALS, serviceCode)) {
		const [message = '', advice = ''] = (REFUSALS[serviceCode] ?? '').split(/\. (.*)/s);
		return { message, advice: [advice, answer], schedulerCause: 'configuration-invalid' };
	}
	if (!lacksList && reason !== '405' && reason !== '501') return usual;
	return {
		message: `The service has no way to ${ACTIONS[list]}`,
		advice: ['Ask a platform administrator whether its API has this feature.', answer],
	};
}

/** Messages for the service's error codes: the problem and the field, then the solution. */
const REFUSALS: Readonly<Record<string, string>> = {
	analystUnavailable:
		'The platform does not offer the Analyst role. Choose a different role, or ask a platform administrator to turn this one on.',
	deactivationDateInvalid:
		'The platform rejected the date in To Be Deactivated At. Enter a time in the future, e.g. the end of the last working day.',
	groupNotFound:
		'The platform has no group with the ID in Group. Choose a group from the list: the current one may have been deleted.',
	invalidUpdateOnDeletedUser:
		'The user is deleted, and deleted users cannot be changed. To restore the user, run Create or Update with the email and a group.',
	loginIdentifierMultipleUsersFound:
		'Several users have this email address or user name. Ask a platform administrator to correct the duplicates, or run Update with the ID of one of the users.',
	mailAlreadyUsed:
		'The address in Email belongs to another user. Ask a platform administrator to find this user, who may have been deleted.',
	mailAndUsernameUndefined:
		'The platform needs an email address or a user name. Fill in either Email or User Name (under Fields).',
	mailInvalid:
		'The platform does not accept the text in Email as an email address. Check Email for a missing letter, a comma, or a name next to the address.',
	mailUsedTooManyTimes:
		'The address in Email has belonged to too many users. Enter a different address, or ask a platform administrator to change the email addresses of former users.',
	mediaNotFound:
		"The platform cannot find the user's picture. Ask a platform administrator to choose a different picture.",
	notMemberOfPrimaryGroup:
		'The user is not a member of the group in Primary Group. Run Add Member for this group first; for a new user, choose the same group under Group.',
	ownerDeactivationNotAllowed:
		'The owner of the platform cannot be deactivated. Remove To Be Deactivated At, or ask the owner to transfer ownership first.',
	userDeleted:
		'The user is deleted, and deleted users cannot join a group. To restore the user, run Create or Update with the email and a group.',
	userNotFound:
		'The platform has no user with the ID in User. Choose a user from the list: the current one may have been deleted.',
	userNotFoundInGroup:
		'The user does not have this role in the group. Check Group, User, and Role.',
	userShouldHaveAtLeastOneValidIdentifier:
		'The user would have neither an email nor a user name. Remove Email or User Name from Fields to Clear.',
	usernameAlreadyUsed:
		'Another user already has the user name that is entered in User Name. Enter a different one, or remove User Name from Fields.',
	usernameNotAllowed:
		'The platform does not accept the text in User Name. Ask a platform administrator which user names it allows, or remove User Name from Fields.',
	/** Used for `mailAlreadyUsed` when no user has the email address. */
	unseen:
		'The platform says that the email address is taken but does not list a user who has it. Ask a platform administrator to find the user: the address may be spelled differently, or these API credentials may not have access to the user.',
};
