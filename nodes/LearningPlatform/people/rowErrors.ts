import { Failure, type FailureFacts } from '../failures/failure';
import { CHECK_ID, UserFacingError } from '../failures/userFacingError';
import { quoted, type Ref } from '../form';

/** An error of one row. All other errors stop the run. */
export type RowError = Failure | UserFacingError;

export const isRowError = (error: unknown): error is RowError =>
	error instanceof Failure || error instanceof UserFacingError;

/** Returns an error as a result. @throws all errors that are not for the user, e.g. a cancellation */
export function asRowError(error: unknown): RowError {
	if (isRowError(error)) return error;
	throw error;
}

export const factsOf = (error: unknown): FailureFacts =>
	error instanceof Failure ? error.facts : {};

/** Returns true if the service rejected the values in a lookup, so that smaller lookups may succeed. */
export const isRejectedLookup = (error: unknown) =>
	[400, 413, 414, 422, 431].includes(factsOf(error).status ?? 0);

/** Returns true if the API credentials may not read a list. */
export const isForbidden = (error: unknown) => error instanceof Failure && error.lacksScope;

export function unknownUser({ by, value }: Ref): UserFacingError {
	if (by !== 'id') return rowError('unknownUser', `The entry is ${quoted(value)}.`);
	return new UserFacingError(`The service has no user with the ID "${value}"`, CHECK_ID);
}

/**
 * Returns the error for a row that cannot be carried out.
 *
 * @param detail a sentence that may quote an entry: it appears below the message and never in a log
 */
export function rowError(reason: keyof typeof ROW_ERRORS, detail = ''): UserFacingError {
	const [message, advice] = ROW_ERRORS[reason];
	return new UserFacingError(message, [detail, advice].filter(Boolean).join(' '));
}

/** Why a row cannot be carried out, and the solution. */
const ROW_ERRORS = {
	addressOfAnother: [
		'The email address or user name belongs to a user with another Personnel Number',
		'It may be the same person with a new number, or another person with a reused address: ask HR, and correct the table or the number on the platform.',
	],
	audienceTooLong: [
		'The audience of the session would contain more than 20,000 users or excluded learners, which the API does not accept',
		'Put a group into the audience on the platform instead.',
	],
	contradiction: [
		'An earlier item asks for a different value for the same user',
		'Remove one of the two rows from the table, or make them equal.',
	],
	customFieldTwice: [
		'Two fields or columns mean the same custom field',
		'Remove or rename one of them.',
	],
	deletedNumber: [
		'The Personnel Number belongs to a deleted user, and another user has the email address or user name',
		'If they are the same person, ask a platform administrator to delete this external ID: the next run then stores the number for the other account.',
	],
	goneNumber: [
		'The Personnel Number belongs to a user who no longer exists',
		'Ask a platform administrator to delete this external ID.',
	],
	noDay: [
		'The value is not a day',
		'Enter a day such as 2026-12-31: other formats could be read in two ways.',
	],
	noIdentity: [
		'The account is deleted and has neither an email address nor a user name, so it cannot be restored',
		'Ask a platform administrator to delete its Personnel Number: the person then gets a new account.',
	],
	notAllowed: [
		'The change was not tried, because an earlier change showed that a scope is missing',
		'Then run the workflow again.',
	],
	notKept: [
		'The platform accepted the change, but the audience of the session does not show it for this user',
		'Check the user and the session on the platform.',
	],
	notRemoved: [
		'Members who are not in the table were not removed, because rows failed',
		'Their people would be treated as leavers: correct these rows, and run the workflow again.',
	],
	notRestored: [
		'The platform created a second account instead of restoring the deleted one',
		'Ask a platform administrator to correct the duplicates.',
	],
	notTried: [
		'The change was not tried, because the service did not work for three changes in a row',
		'Run the workflow again when the service works.',
	],
	ownManager: ['Nobody can be their own manager', 'Correct the table, or leave the cell empty.'],
	rejectedLookup: [
		'The service does not accept this value in a lookup',
		'Correct the value in the table.',
	],
	sameNumber: [
		'Two items with the same Personnel Number have the email addresses or user names of different users',
		'Correct the table: both rows were left out.',
	],
	samePerson: [
		'Two items with different Personnel Numbers have the same email address or user name',
		'Correct the table: both rows were left out.',
	],
	severalCustomFields: [
		'Several custom fields have this name',
		'Choose the field under Custom Fields, or enter its ID.',
	],
	severalGroups: [
		'Several groups have this name',
		'Choose By ID or From List, or rename one of the groups.',
	],
	severalLastDays: [
		'The rows of this user have different values in Last Day, or only some have one',
		'Correct the table: all these rows were left out, because one of them might close the account by mistake.',
	],
	severalNumbers: [
		'Several users have this Personnel Number, ignoring leading zeros and case',
		'Correct the number in the table, or ask a platform administrator to correct the external IDs.',
	],
	severalPeople: [
		'The rows of this user have different values in Email or User Name',
		'Correct the table: all these rows were left out, because one of them may mean another person.',
	],
	tooLate: [
		'Last Day is more than 31 days ago, and the account is still active',
		'A date that old is often a mistake: correct it, or enter a day of the last 31 days to close the account tonight.',
	],
	valueNotAllowed: [
		'The platform does not allow this value',
		'Correct the table, or ask a platform administrator to allow the value.',
	],
	unknownCustomField: [
		'The platform has no such custom field for users',
		'Check the spelling, or choose the field again: it may have been renamed or deleted.',
	],
	unknownGroup: [
		'The platform has no group with this name',
		'Check the spelling, or choose the group From List.',
	],
	unknownUser: [
		'The platform has no such user',
		'Check the entry for a typing error, or create the user with Create or Update.',
	],
} as const;
