import type { Failure as SchedulerFailure } from 'n8n-workflow';

/**
 * An error worded for the user. It has no `response`, `status`, `code`, or `cause`: n8n obtains a new token when it
 * sees a response with status 401, and it replaces our message when it finds a status or a cause.
 */
export class UserFacingError extends Error {
	/** The next step for the user, shown after the message or, if a later page failed, in the description. */
	readonly step: string;
	/** Tells n8n 2 when to poll again: at increasing intervals, or after half an hour if someone must fix the problem. */
	readonly schedulerCause: SchedulerFailure['cause'] | undefined;

	/** @param description complete sentences, shown below the message @param facts defaults to those of an invalid entry */
	constructor(
		message: string,
		readonly description: string,
		{ step = '', schedulerCause }: Partial<Pick<UserFacingError, 'step' | 'schedulerCause'>> = {
			schedulerCause: 'configuration-invalid',
		},
	) {
		super(message);
		this.name = 'UserFacingError';
		this.step = step;
		this.schedulerCause = schedulerCause;
	}
}

/** Creates the error for an invalid entry, which an expression may have returned. */
export function invalidEntry(message: string, advice: string): UserFacingError {
	return new UserFacingError(message, `${advice} If you use an expression, check its result.`);
}

export const CHECK_ID =
	'Check the ID: it may be mistyped, the record may have been deleted, or the ID may belong to a different platform than the credential.';

export const CORRECT_DUPLICATES =
	'Ask a platform administrator to correct the duplicates, or run Update with the ID of one of the users.';
