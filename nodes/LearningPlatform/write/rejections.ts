import { Failure } from '../failures/failure';
import { UserFacingError } from '../failures/userFacingError';
import { worded } from '../nodeErrors';
import { factsOf } from '../people';

/** Returns the service's own code for an error, e.g. `mailAlreadyUsed`. */
export const codeOf = (error: unknown) => factsOf(error).serviceCode;

/** Returns true if the request may have been processed even though there was no usable response. */
export const isLost = (error: unknown) =>
	error instanceof Failure && error.isTransient && !error.isRateLimit && error.facts.status !== 501;

/** Returns the failure of a write that the service would reject with one of its error codes, or did for a reason of ours. */
export function rejection(serviceCode: string, cause?: unknown): Failure {
	const purpose = { action: 'write', list: 'users' } as const;
	return new Failure('rejected', { status: 400, ...factsOf(cause), serviceCode, purpose });
}

const unclear = new WeakSet<UserFacingError>();

export const isUnclear = (error: unknown) => error instanceof UserFacingError && unclear.has(error);

/** Explains that nobody knows whether a change was made. @param cause the last failure; omitted for an odd response */
export function unclearChange(status: number | undefined, cause: unknown): UserFacingError {
	const ours = worded(cause) as UserFacingError | undefined;
	const reason = ours
		? `${ours.message}. ${ours.description}`
		: `The service returned ${status}, but not the confirmation that its API documents.`;
	const error = new UserFacingError(
		'The service did not confirm the change, and the change is not visible',
		`Check the record on the platform, or run the workflow again: the node looks first and does not repeat a change that was made. ${reason}`,
		{ schedulerCause: 'temporarily-unavailable' },
	);
	unclear.add(error);
	return error;
}
