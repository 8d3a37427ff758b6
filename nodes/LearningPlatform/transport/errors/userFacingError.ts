/** An error in the words of the person who runs the workflow: what happened, and what to do about it. */
export class UserFacingError extends Error {
	/** @param description whole sentences, shown below the message */
	constructor(
		message: string,
		readonly description: string,
	) {
		super(message);
		this.name = 'UserFacingError';
	}
}
