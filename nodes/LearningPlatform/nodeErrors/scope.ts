import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';

/** Explains which scope an action needs. @param action e.g. `create or change users` @param advice a way without it */
export function scopeMissing(
	{ facts }: Failure,
	scope: string,
	action: string,
	advice = '',
): Explanation {
	return {
		message: `The API credentials are not allowed to ${action}`,
		step: `Ask a platform administrator to add the "${scope}" scope.`,
		advice: [advice, responseOf(facts)],
		schedulerCause: 'credential-invalid',
	};
}
