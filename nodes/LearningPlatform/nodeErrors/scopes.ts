import { responseOf, type Explanation } from '../errors';
import type { Failure, FailureFacts } from '../failures/failure';

/** Explains which scope an action needs. @param action e.g. `create or change users` @param advice a way without it */
export function scopeMissing(
	{ facts }: Failure,
	scope = '',
	action: string,
	advice = '',
): Explanation {
	const explanation = {
		message: `The API credentials are not allowed to ${action}`,
		step: `Ask a platform administrator to add the "${scope}" scope.`,
		advice: [advice, responseOf(facts)],
		schedulerCause: 'credential-invalid' as const,
	};
	return withOtherScopes(explanation, facts, scope);
}

/** Adds the other scopes that the operation needs, so that users ask an administrator only once. */
export function withOtherScopes(
	explanation: Explanation,
	{ form = {} }: FailureFacts,
	scope = form.scope,
): Explanation {
	const { scopes = [] } = form;
	const others = scopes.filter((other) => other !== scope).map((other) => `"${other}"`);
	if (others.length === 0) return explanation;
	const which = others.length === 1 ? 'this scope' : 'these scopes';
	const sentence = `The operation also needs ${which}: ${others.join(', ')}.`;
	return { ...explanation, advice: [sentence, explanation.advice].flat() };
}
