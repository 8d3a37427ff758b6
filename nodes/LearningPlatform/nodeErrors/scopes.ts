import { responseOf, type Explanation } from '../errors';
import type { Failure, FailureFacts } from '../failures/failure';

/** Explains which scope an action needs. @param action e.g. `create or change users` @param advice a way without it */
export function scopeMissing(
	{ facts }: Failure,
	scope = '',
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

/** Adds the other scopes that the operation needs, so that users ask an administrator only once. */
export function withOtherScopes(
	explanation: Explanation,
	{ scope = '', scopes = [] }: NonNullable<FailureFacts['form']> = {},
): Explanation {
	const { step = '', advice } = explanation;
	const named = JSON.stringify(step).replace('{scope}', scope);
	const others = scopes.filter((one) => !named.includes(one)).map((one) => `"${one}"`);
	if (others.length === 0) return explanation;
	const which = others.length === 1 ? 'this scope' : 'these scopes';
	const sentence = `The operation also needs ${which}: ${others.join(', ')}.`;
	return { ...explanation, advice: [sentence, advice].flat() };
}
