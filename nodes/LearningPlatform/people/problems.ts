import { Failure, type FailureFacts } from '../failures/failure';
import { CHECK_ID, CORRECT_DUPLICATES, UserFacingError } from '../failures/userFacingError';
import { quoted, type Ref } from '../form';
import { REASONS } from './reasons';

/** An error of one row. All other errors stop the run. */
export type Problem = Failure | UserFacingError;

export const isProblem = (error: unknown): error is Problem =>
	error instanceof Failure || error instanceof UserFacingError;

/** Returns an error as a result. @throws all errors that are not for the user, e.g. a cancellation */
export function asProblem(error: unknown): Problem {
	if (isProblem(error)) return error;
	throw error;
}

export const factsOf = (error: unknown): FailureFacts =>
	error instanceof Failure ? error.facts : {};

/** Returns true if the service rejected the values in a lookup, so that smaller lookups may succeed. */
export const isRejectedLookup = (error: unknown) =>
	[400, 413, 414, 422, 431].includes(factsOf(error).status ?? 0);

/** Returns true if the API credentials may not read a list. */
export const isForbidden = (error: unknown) => error instanceof Failure && error.lacksScope;

/** Returns the error for several users with the same address or name. */
export function severalUsers(by: Ref['by'], ids: readonly string[]): UserFacingError {
	const field =
		by === 'username' ? 'user name entered in User Name' : 'email address entered in Email';
	return new UserFacingError(
		`More than one user has the ${field}: ${ids.join(', ')}`,
		CORRECT_DUPLICATES,
		{},
	);
}

export function unknownUser({ by, value }: Ref): UserFacingError {
	if (by !== 'id') return impossible('unknownUser', `The entry is ${quoted(value)}.`);
	return new UserFacingError(`The service has no user with the ID "${value}"`, CHECK_ID);
}

/**
 * Returns the error for a row that cannot be carried out.
 *
 * @param detail a sentence that may quote an entry: it appears below the message and never in a log
 */
export function impossible(reason: keyof typeof REASONS, detail = ''): UserFacingError {
	const { message, advice } = REASONS[reason];
	return new UserFacingError(message, [detail, advice].filter(Boolean).join(' '));
}
