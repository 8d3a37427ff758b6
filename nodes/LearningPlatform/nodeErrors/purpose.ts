import { responseOf, type Explanation } from '../errors';
import type { Failure, FailureFacts } from '../failures/failure';
import { CHECK_ID } from '../failures/userFacingError';
import { titleOf } from '../values/words';
import { explainKind } from './page';
import { explainRejectedWrite, WRITE_ACTIONS } from './rejectedWrite';

/** Explains a failure by its kind and by what its request was for. */
export function explain(failure: Failure): Explanation {
	const usual = explainKind(failure);
	const { lacksScope, facts } = failure;
	return explainPurpose(failure, lacksScope ? withOtherScopes(usual, facts) : usual);
}

/** @param usual the explanation of the failure's kind */
function explainPurpose(failure: Failure, usual: Explanation): Explanation {
	const { page, purpose } = failure.facts;
	switch (purpose?.action) {
		case 'addLabels':
			return explainEmptyLabels(failure, usual, purpose.labelKind);
		case 'lookUp':
			return explainLookup(failure, usual, purpose.list);
		case 'readChanges':
			// If the service linked to a later page, the filter is not the cause.
			if (failure.status !== 400 || (page?.number ?? 1) > 1) return usual;
			return {
				...usual,
				message: `The service cannot list changes by "${purpose.field}"`,
				advice: ['Under Options, set Read the Whole List to Every Poll.', usual.advice].flat(),
			};
		case 'readRecord':
			// A 404 may also come from the token endpoint.
			if (failure.status !== 404 || failure.isCredentialError) return usual;
			return {
				message: `The service has no ${purpose.name} with the ID "${purpose.id}"`,
				advice: [CHECK_ID, responseOf(failure.facts)],
			};
		case 'subscribe':
			return explainRejectedSubscription(failure, usual, purpose);
		case 'write':
			if (!failure.lacksScope) return explainRejectedWrite(failure, usual, purpose.list);
			return scopeMissing(
				failure,
				`${purpose.list === 'external-ids' ? 'externalIds' : purpose.list}:write`,
				WRITE_ACTIONS[purpose.list],
			);
		case undefined:
			return usual;
	}
}

/** Explains which labels are missing, why, and how to proceed without them. */
function explainEmptyLabels(failure: Failure, usual: Explanation, labelKind: string): Explanation {
	const without = `To list records without these names, remove ${titleOf(labelKind)} from Add Names Of under Options.`;
	if (failure.lacksScope) {
		return scopeMissing(
			failure,
			failure.facts.form?.scope,
			`read ${labelKind}, so their names cannot be added`,
			without,
		);
	}
	const { page } = failure.facts;
	// The page belongs to the list of names, not to the list that the user is reading.
	const place = page ? `names of ${labelKind}, page ${page.number}` : `names of ${labelKind}`;
	const message = `${usual.message} (${place})`;
	return { ...usual, message, advice: [usual.advice, without].flat() };
}

/** The actions that the platform rejects if a scope is missing. */
const WEBHOOK_ACTIONS = {
	'webhooks:read': "see the platform's webhooks, so this node cannot find its own",
	'webhooks:write': 'create, suspend, or remove a webhook, or request events again',
	'webhookSecrets:read': "read a webhook's secret, which proves that events are genuine",
} as const;

const WEBHOOK_REJECTIONS = [
	{
		code: 'urlUnreachable',
		message: 'The platform cannot reach n8n',
		advice: (url: string) =>
			`Ask your n8n administrator to make the /webhook/ path reachable from the internet over HTTPS, or to set WEBHOOK_URL if the address is wrong. The platform tried ${url}; n8n must respond at this address.`,
	},
	{
		code: 'subscriptionsLimitReached',
		message: 'The platform does not allow any more webhooks',
		advice: () =>
			'Ask a platform administrator to remove unused webhooks. Each published Instant Trigger needs one.',
	},
];

/** Explains why the platform rejected a request about the Instant Trigger's webhook, and what to do. */
function explainRejectedSubscription(
	failure: Failure,
	usual: Explanation,
	{
		scope,
		url,
		eventType,
	}: { scope: keyof typeof WEBHOOK_ACTIONS; url: string; eventType: string },
): Explanation {
	if (failure.lacksScope) {
		const byHand =
			scope === 'webhooks:write' && url !== ''
				? `Alternatively, an administrator can add the webhook manually: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough.`
				: '';
		return scopeMissing(failure, scope, WEBHOOK_ACTIONS[scope], byHand);
	}
	const answer = responseOf(failure.facts);
	const rejection = WEBHOOK_REJECTIONS.find(({ code }) => code === failure.facts.serviceCode);
	if (!rejection) return usual;
	const { message, advice } = rejection;
	return { message, advice: [advice(url), answer], schedulerCause: 'configuration-invalid' };
}

/** Explains why users or groups could not be looked up: the user chose neither a list nor a filter. */
function explainLookup(failure: Failure, usual: Explanation, list: string): Explanation {
	if (failure.kind === 'filterIgnored') {
		return {
			message: 'The service ignores what a lookup asks for, so the node cannot tell who a user is',
			advice:
				'Ask a platform administrator whether its API can filter users by email and user name.',
		};
	}
	if (failure.kind === 'recordNotFound' && ['groups', 'users'].includes(list)) {
		return {
			...usual,
			advice: [usual.advice, 'Instead of By ID, you can use From List or a name.'].flat(),
		};
	}
	if (!failure.lacksScope) return usual;
	return scopeMissing(failure, failure.facts.form?.scope, `look up ${list.replace('-', ' ')}`);
}

/** Explains which scope an action needs. @param action e.g. `create or change users` @param advice a way without it */
function scopeMissing({ facts }: Failure, scope = '', action: string, advice = ''): Explanation {
	const explanation = {
		message: `The API credentials are not allowed to ${action}`,
		step: `Ask a platform administrator to add the "${scope}" scope.`,
		advice: [advice, responseOf(facts)],
		schedulerCause: 'credential-invalid' as const,
	};
	return withOtherScopes(explanation, facts, scope);
}

/** Adds the other scopes that the operation needs, so that users ask an administrator only once. */
function withOtherScopes(
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
