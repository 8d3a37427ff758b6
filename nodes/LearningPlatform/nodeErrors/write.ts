import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';
import { scopeMissing } from './scopes';

/** The actions that need write access to a list. */
const WRITE_ACTIONS = {
	'external-ids': 'store personnel numbers',
	groups: 'add or remove members of groups',
	paths: 'change the audiences of path sessions',
	users: 'create or change users',
};

/** Explains why a change was rejected: a missing scope, an invalid field, or an unsupported change. */
export function explainRefusedWrite(
	failure: Failure,
	usual: Explanation,
	{ list }: { list: keyof typeof WRITE_ACTIONS },
): Explanation {
	const { lacksList, lacksScope, reason, facts } = failure;
	const { serviceCode = '' } = facts;
	const answer = responseOf(facts);
	if (lacksScope) {
		const records = list === 'external-ids' ? 'externalIds' : list;
		return scopeMissing(failure, `${records}:write`, WRITE_ACTIONS[list]);
	}
	if (Object.hasOwn(WRITE_REFUSALS, serviceCode)) {
		const [message = '', advice = ''] = (WRITE_REFUSALS[serviceCode] ?? '').split(/\. (.*)/s);
		return { message, advice: [advice, answer], schedulerCause: 'configuration-invalid' };
	}
	if (!lacksList && reason !== '405' && reason !== '501') return usual;
	return {
		message: `The service has no way to ${WRITE_ACTIONS[list]}`,
		advice: ['Ask a platform administrator whether its API has this feature.', answer],
	};
}

/** Messages for the service's error codes: the problem and the field, then the solution. */
const WRITE_REFUSALS: Readonly<Record<string, string>> = {
	analystUnavailable:
		'The platform does not offer the Analyst role. Choose a different role, or ask a platform administrator to turn this one on.',
	childPathSession:
		'The session belongs to a parent path, and only the audience of the parent session can be changed. Choose the session of the parent path.',
	customFieldNotFound:
		'The platform has no custom field with one of the IDs under Custom Fields. Choose the fields again: one of them may have been deleted.',
	deactivationDateInvalid:
		'The platform rejected the date in Last Day. Enter a day in the future, e.g. the last working day.',
	groupNotFound:
		'The platform has no group with the ID in Group. Choose a group from the list: the current one may have been deleted.',
	groupsNotFound:
		'The audience of the session contains a group that no longer exists. Remove the group from the audience on the platform.',
	invalidAudienceBuilderShape:
		'The platform does not accept the audience of the session in this form. Open the audience on the platform, save it again, and run the workflow again.',
	invalidUpdateOnDeletedUser:
		'The user is deleted, and deleted users cannot be changed. To restore the user, run Create or Update with the email and a group, and choose Restore It under If the Account Is Deleted.',
	learnerDeleted:
		'The user is deleted, and deleted users cannot be enrolled. To restore the user, run Create or Update with the email and a group, and choose Restore It under If the Account Is Deleted.',
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
	managerDeleted:
		'The account of the person in Manager is deleted. Enter another manager, or restore the account.',
	managerNotAssignedToUser: 'The person is no manager of the user anymore. Run the workflow again.',
	managerNotFound:
		'The platform has no user for the entry in Manager. Check the entry, and whether the row of this person failed.',
	mappingAlreadyExists:
		'The user already has a different Personnel Number of this HR System. Ask a platform administrator which number is right: the user may be another person with a reused address.',
	mediaNotFound:
		"The platform cannot find the user's picture. Ask a platform administrator to choose a different picture.",
	multipleValuesForSingleCustomField:
		'The platform received two values for one custom field. Remove one of the two under Custom Fields.',
	notMemberOfPrimaryGroup:
		'The user is not a member of the group in Primary Group. Run Add Member for this group first; for a new user, choose the same group under Group for New Users.',
	ownerDeactivationNotAllowed:
		'The owner of the platform cannot be deactivated. Remove Last Day, or ask the owner to transfer ownership first.',
	pathArchived:
		'The path is archived, and nobody can be enrolled or unenrolled. Choose a different path, or ask a platform administrator to restore this one.',
	pathNotFound:
		'The platform has no path with the ID in Path. Choose a path from the list: the current one may have been deleted.',
	reservedPlatformName:
		'The platform manages the personnel numbers of this HR System itself. The node finds users by these numbers but cannot store new ones: enter a different name in HR System to store your own.',
	resourceNotFound:
		'The platform cannot find the user to store the Personnel Number for. Run the workflow again: the user may be too new.',
	sessionEnded:
		'The session has ended, and nobody can be enrolled or unenrolled. Choose a session that has not ended.',
	sessionIsNotAudienceBuilder:
		'The session has no audience that the API can change. Enroll or unenroll people on the platform, or ask a platform administrator to define an audience for this session.',
	sessionNotBelongToPath:
		'The session in Session does not belong to the path in Path. Check both fields.',
	sessionNotFound:
		'The platform has no session with the ID in Session. Choose a session from the list: the current one may have been deleted.',
	tokenBasedPathAudienceFilter:
		'The path is paid for with tokens, and the audience of its sessions cannot contain groups. Remove the groups from the audience on the platform.',
	tokenBasedPathExcludedLearners:
		'The path is paid for with tokens, and its sessions cannot exclude learners. Remove the excluded learners from the audience on the platform.',
	tokenBasedPathMode:
		'The path is paid for with tokens, and the audience of its sessions must be in manual mode. Change the mode on the platform.',
	unauthorizedValue:
		'The platform does not allow one of the values in the custom fields of this user. Correct the table, or ask a platform administrator to allow the value.',
	unsupportedAudienceFilter:
		'The audience of the session contains conditions that the API does not support, such as custom fields. Change the audience on the platform.',
	userDeleted:
		'The user is deleted, and deleted users cannot join a group or have a manager. To restore the user, run Create or Update with the email and a group, and choose Restore It under If the Account Is Deleted.',
	userNotFound:
		'The platform has no user with the ID in User. Choose a user from the list: the current one may have been deleted.',
	userNotFoundInGroup:
		'The user does not have this role in the group. Check Group, User, and Role.',
	userShouldHaveAtLeastOneValidIdentifier:
		'The user would have neither an email nor a user name. Remove Email or User Name from Fields to Clear.',
	usernameAlreadyUsed:
		'Another user already has the user name that is entered in User Name. This may be the same person under another address: check both before you enter a different user name.',
	usernameNotAllowed:
		'The platform does not accept the text in User Name. Ask a platform administrator which user names it allows, or remove User Name from Fields.',
	usersNotFound:
		'The audience of the session contains users who no longer exist. Remove them from the audience on the platform.',
	valueAlreadyUsed:
		'The Personnel Number already belongs to another user. Ask a platform administrator which of the two users is the right one.',
	wrongTypeValue:
		'The platform expects a value of another type in a custom field: a day or text. Choose the fields under Custom Fields again.',
	/** Used for `mailAlreadyUsed` when no user has the email address. */
	unseen:
		'The platform says that the email address is taken but does not list a user who has it. Ask a platform administrator to find the user: the address may be spelled differently, or these API credentials may not have access to the user.',
};
