import type { Failure } from 'n8n-workflow';

import { failureBecauseOf, type FailureCause } from './failure';

/** An error in the words of the person who runs the workflow: what happened, and what to do about it. */
export class UserFacingError extends Error {
	/** What n8n's scheduler makes of it; `undefined` when nobody can tell why it failed. */
	readonly schedulerFailure: Failure | undefined;

	/**
	 * @param description whole sentences, shown below the message
	 * @param cause most errors are about what was entered
	 */
	constructor(
		message: string,
		readonly description: string,
		cause: FailureCause | 'unknown' = 'configuration-invalid',
		retryAfterMs?: number,
	) {
		super(message);
		this.name = 'UserFacingError';
		this.schedulerFailure = cause === 'unknown' ? undefined : failureBecauseOf(cause, retryAfterMs);
	}
}
