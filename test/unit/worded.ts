import { withFacts, type FailureFacts } from '../../nodes/LearningPlatform/failures/failure';
import type { UserFacingError } from '../../nodes/LearningPlatform/failures/userFacingError';
import { wordedForNode } from '../../nodes/LearningPlatform/nodeErrors';

type Shown = Error & Pick<UserFacingError, 'description' | 'schedulerCause' | 'step'>;

/** Returns the error that users read for a failure. @param form the form that they see */
export const shownFor = (failure: unknown, form: FailureFacts['form'] = {}) =>
	wordedForNode(withFacts(failure, { form })) as Shown;

/** Returns a function that does the same as `run`, but throws the error that users read. */
export function throwingWorded<Given extends unknown[], Result>(run: (...given: Given) => Result) {
	const fail = (error: unknown): never => {
		throw shownFor(error);
	};
	return (...given: Given): Result => {
		try {
			const result = run(...given);
			return result instanceof Promise ? (result.catch(fail) as Result) : result;
		} catch (error) {
			return fail(error);
		}
	};
}
