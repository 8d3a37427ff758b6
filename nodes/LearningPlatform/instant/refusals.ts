import { serviceError, UserFacingError } from '../errors';

/** What cannot be done without a scope. */
const WITHOUT: Readonly<Record<string, string>> = {
	'webhooks:read': 'see the webhooks of the platform, so this node cannot find its own',
	'webhooks:write': 'make, wake or remove a webhook, or have events sent again',
	'webhookSecrets:read':
		'read the secret of a webhook, by which this node tells events from forged ones',
};

/** Says what a refused request was for, and what to do. @param scope that it needs */
export function explainWebhookRefusal(
	error: unknown,
	scope: string,
	{ url, eventType }: { url: string; eventType: string },
): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { answer, reason, lacks } = error;
	if (lacks === 'scope') {
		const byHand =
			scope === 'webhooks:write' && url !== ''
				? `Without it, an administrator can add the webhook by hand: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough.`
				: '';
		return new UserFacingError(
			`The API credentials may not ${WITHOUT[scope] ?? 'do this'}`,
			[byHand, answer],
			{
				...{ reason, answer, lacks, schedulerCause: 'credential-invalid' },
				step: `Ask an administrator of the platform to add the scope "${scope}".`,
			},
		);
	}
	const facts = { reason, answer, schedulerCause: 'configuration-invalid' } as const;
	if (answer.includes('urlUnreachable')) {
		return serviceError(
			'The platform cannot reach n8n',
			[
				`Ask who runs n8n to let the internet reach the path /webhook/ by HTTPS, or to set WEBHOOK_URL if the address is wrong. The platform tried ${url}, where n8n has to answer.`,
				answer,
			],
			facts,
		);
	}
	if (answer.includes('subscriptionsLimitReached')) {
		return serviceError(
			'The platform has as many webhooks as it allows',
			[
				'Ask an administrator of the platform to remove webhooks that nobody uses. Each published Instant Trigger needs one.',
				answer,
			],
			facts,
		);
	}
	return error;
}

/** Events have names and mail addresses in them. Only a platform without HTTPS may reach n8n without. */
export function addressComplaint(url: string, baseUrl: string): UserFacingError | undefined {
	if (!url.startsWith('http:') || baseUrl.startsWith('http:')) return undefined;
	return new UserFacingError(
		'n8n gives this node an address without HTTPS',
		`It is ${url}. Events have names and mail addresses in them, so the platform is to send them by HTTPS. Ask who runs n8n to set WEBHOOK_URL to the address at which the internet reaches n8n, e.g. "https://n8n.example.com/", and to restart n8n.`,
	);
}
