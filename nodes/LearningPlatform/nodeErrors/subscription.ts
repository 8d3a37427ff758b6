import { responseOf, type Explanation } from '../errors';
import type { Failure } from '../failures/failure';
import { scopeMissing } from './scope';

/** The actions that the platform rejects if a scope is missing. */
const ACTIONS = {
	'webhooks:read': "see the platform's webhooks, so this node cannot find its own",
	'webhooks:write': 'create, suspend, or remove a webhook, or request events again',
	'webhookSecrets:read': "read a webhook's secret, which proves that events are genuine",
} as const;

const REFUSALS = [
	{
		code: 'urlUnreachable',
		title: 'The platform cannot reach n8n',
		advice: (url: string) =>
			`Ask your n8n administrator to make the /webhook/ path reachable from the internet over HTTPS, or to set WEBHOOK_URL if the address is wrong. The platform tried ${url}; n8n must respond at this address.`,
	},
	{
		code: 'subscriptionsLimitReached',
		title: 'The platform does not allow any more webhooks',
		advice: () =>
			'Ask a platform administrator to remove unused webhooks. Each published Instant Trigger needs one.',
	},
];

/** Explains why the platform rejected a request about the Instant Trigger's webhook, and what to do. */
export function explainRefusedSubscription(
	failure: Failure,
	usual: Explanation,
	{ scope, url, eventType }: { scope: keyof typeof ACTIONS; url: string; eventType: string },
): Explanation {
	if (failure.lacksScope) {
		const byHand =
			scope === 'webhooks:write' && url !== ''
				? `Alternatively, an administrator can add the webhook manually: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough.`
				: '';
		return scopeMissing(failure, scope, ACTIONS[scope], byHand);
	}
	const answer = responseOf(failure.facts);
	const refusal = REFUSALS.find(({ code }) => answer.includes(code));
	if (!refusal) return usual;
	const { title: message, advice } = refusal;
	return { message, advice: [advice(url), answer], schedulerCause: 'configuration-invalid' };
}
