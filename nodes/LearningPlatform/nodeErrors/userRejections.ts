import { CORRECT_DUPLICATES } from '../failures/userFacingError';

const RESTORE_USER =
	'To restore the user, run Create or Update with the email and a group, and choose Restore It under If the Account Is Deleted.';

/** Why the service rejected a change of a user or a group, by its error code: the problem and the field, and the solution. */
export const userRejections: Readonly<Record<string, { message: string; advice: string }>> = {
	analystUnavailable: {
		message: 'The platform does not offer the Analyst role',
		advice: 'Choose a different role, or ask a platform administrator to turn this one on.',
	},
	customFieldNotFound: {
		message: 'The platform has no custom field with one of the IDs under Custom Fields',
		advice: 'Choose the fields again: one of them may have been deleted.',
	},
	deactivationDateInvalid: {
		message: 'The platform rejected the date in Last Day',
		advice: 'Enter a day in the future, e.g. the last working day.',
	},
	groupNotFound: {
		message: 'The platform has no group with the ID in Group',
		advice: 'Choose a group from the list: the current one may have been deleted.',
	},
	invalidUpdateOnDeletedUser: {
		message: 'The user is deleted, and deleted users cannot be changed',
		advice: RESTORE_USER,
	},
	learnerDeleted: {
		message: 'The user is deleted, and deleted users cannot be enrolled',
		advice: RESTORE_USER,
	},
	loginIdentifierMultipleUsersFound: {
		message: 'Several users have this email address or user name',
		advice: CORRECT_DUPLICATES,
	},
	mailAlreadyUsed: {
		message: 'The address in Email belongs to another user',
		advice:
			'Ask a platform administrator to find this user, who may have been deleted. If two people swap addresses, give one of them a temporary address on the platform first.',
	},
	mailAndUsernameUndefined: {
		message: 'The platform needs an email address or a user name',
		advice: 'Fill in either Email or User Name (under Fields).',
	},
	mailInvalid: {
		message: 'The platform does not accept the text in Email as an email address',
		advice: 'Check Email for a missing letter, a comma, or a name next to the address.',
	},
	mailUsedTooManyTimes: {
		message: 'The address in Email has belonged to too many users',
		advice:
			'Enter a different address, or ask a platform administrator to change the email addresses of former users.',
	},
	managerDeleted: {
		message: 'The account of the person in Manager is deleted',
		advice: 'Enter another manager, or restore the account.',
	},
	managerNotAssignedToUser: {
		message: 'The person is no manager of the user anymore',
		advice: 'Run the workflow again.',
	},
	managerNotFound: {
		message: 'The platform has no user for the entry in Manager',
		advice: 'Check the entry, and whether the row of this person failed.',
	},
	mappingAlreadyExists: {
		message: 'The user already has a different Personnel Number of this HR System',
		advice:
			'Ask a platform administrator which number is right: the user may be another person with a reused address.',
	},
	mediaNotFound: {
		message: "The platform cannot find the user's picture",
		advice: 'Ask a platform administrator to choose a different picture.',
	},
	multipleValuesForSingleCustomField: {
		message: 'The platform received two values for one custom field',
		advice: 'Remove one of the two under Custom Fields.',
	},
	notMemberOfPrimaryGroup: {
		message: 'The user is not a member of the group in Primary Group',
		advice:
			'Run Add Member for this group first; for a new user, choose the same group under Group for New Users.',
	},
	ownerDeactivationNotAllowed: {
		message: 'The owner of the platform cannot be deactivated',
		advice: 'Remove Last Day, or ask the owner to transfer ownership first.',
	},
	reservedPlatformName: {
		message: 'The platform manages the personnel numbers of this HR System itself',
		advice:
			'The node finds users by these numbers but cannot store new ones: enter a different name in HR System to store your own.',
	},
	resourceNotFound: {
		message: 'The platform cannot find the user to store the Personnel Number for',
		advice: 'Run the workflow again: the user may be too new.',
	},
	unauthorizedValue: {
		message: 'The platform does not allow one of the values in the custom fields of this user',
		advice: 'Correct the table, or ask a platform administrator to allow the value.',
	},
	userDeleted: {
		message: 'The user is deleted, and deleted users cannot join a group or have a manager',
		advice: RESTORE_USER,
	},
	userNotFound: {
		message: 'The platform has no user with the ID in User',
		advice: 'Choose a user from the list: the current one may have been deleted.',
	},
	userNotFoundInGroup: {
		message: 'The user does not have this role in the group',
		advice: 'Check Group, User, and Role.',
	},
	userShouldHaveAtLeastOneValidIdentifier: {
		message: 'The user would have neither an email nor a user name',
		advice: 'Remove Email or User Name from Fields to Clear.',
	},
	usernameAlreadyUsed: {
		message: 'Another user already has the user name that is entered in User Name',
		advice:
			'This may be the same person under another address: check both before you enter a different user name. If two people swap user names, give one of them a temporary user name on the platform first.',
	},
	usernameNotAllowed: {
		message: 'The platform does not accept the text in User Name',
		advice:
			'Ask a platform administrator which user names it allows, or remove User Name from Fields.',
	},
	valueAlreadyUsed: {
		message: 'The Personnel Number already belongs to another user',
		advice: 'Ask a platform administrator which of the two users is the right one.',
	},
	wrongTypeValue: {
		message: 'The platform expects a value of another type in a custom field: a day or text',
		advice: 'Choose the fields under Custom Fields again.',
	},
	/** Used for `mailAlreadyUsed` when no user has the email address. */
	unseen: {
		message:
			'The platform says that the email address is taken but does not list a user who has it',
		advice:
			'Ask a platform administrator to find the user: the address may be spelled differently, or these API credentials may not have access to the user.',
	},
};
