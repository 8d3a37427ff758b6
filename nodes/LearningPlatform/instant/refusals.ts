import { UserFacingError } from '../errors';

/** What cannot be done without a scope. */
const WITHOUT: Readonly<Record<string, string>> = {
	'webhooks:read': 'see the webhooks of the platform, so this node cannot find its own',
	'webhooks:write': 'make, wake or remove a webhook, or have events sent again',
	'webhookSecrets:read':
		'read the secret of a webhook, by which this node tells events from forged ones',
};

/** By the service's own code. */
const BY_CODE: readonly [code: RegExp, message: string, advice: (address: string) => string][] = [
	[
		/\burlUnreachable\b/,
		'The platform cannot reach n8n',
		(address) =>
			`It tried ${address}. Open this address from outside your network: n8n has to answer. If it does not, ask who runs n8n to let the internet reach the path /webhook/ by HTTPS. If the address is wrong, set WEBHOOK_URL where n8n runs.`,
	],
	[
		/\bsubscriptionsLimitReached\b/,
		'The platform has as many webhooks as it allows',
		() =>
			'Ask an administrator of the platform to remove webhooks that nobody uses. Each published Instant Trigger needs one.',
	],
	[
		/\bsubscriptionAlreadyExists\b/,
		'The platform already has a webhook for this event and address, but does not list it',
		(address) =>
			`Ask an administrator of the platform to remove the webhook with the address ${address}, and publish the workflow again.`,
	],
];

/** Says what a refused request was for, and what to do. @param scope that it needs */
export function explainWebhookRefusal(
	error: unknown,
	scope: string,
	{ url, eventType }: { url: string; eventType: string },
): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { answer, reason } = error;
	const cause = 'configuration-invalid';
	if (error.lacks === 'scope') {
		const byHand =
			scope === 'webhooks:write' && url !== ''
				? `Without it, an administrator can add the webhook by hand: event ${eventType}, address ${url}. Then webhooks:read and webhookSecrets:read are enough. `
				: '';
		return new UserFacingError(
			`The API credentials may not ${WITHOUT[scope] ?? 'do this'}`,
			`${byHand}${answer}`,
			{
				...{ reason, answer, lacks: 'scope', schedulerCause: 'credential-invalid' },
				step: `Ask an administrator of the platform to add the scope "${scope}".`,
			},
		);
	}
	const row = BY_CODE.find(([code]) => code.test(answer));
	if (!row) return error;
	const [, message, advice] = row;
	return new UserFacingError(message, [advice(url), answer], {
		...{ reason, answer, schedulerCause: cause },
	});
}

const PRIVATE_HOST =
	/^(localhost|.*\.(local|localhost|internal)|[^.:]+|127\..*|10\..*|192\.168\..*|172\.(1[6-9]|2\d|3[01])\..*|169\.254\..*|\[(::1|f[cde].*)\])$/i;

/** What is wrong with an address that a platform on the internet is to reach. A platform nearby reaches every address. */
export function addressComplaint(url: string, baseUrl: string): UserFacingError | undefined {
	const [own, platform] = [new URL(url), new URL(baseUrl)];
	if (PRIVATE_HOST.test(platform.hostname)) return undefined;
	const setIt =
		'Ask who runs n8n to set WEBHOOK_URL to the address at which the internet reaches n8n, e.g. "https://n8n.example.com/", and to restart n8n.';
	if (PRIVATE_HOST.test(own.hostname)) {
		return new UserFacingError(
			'n8n gives this node an address that the platform cannot reach',
			`It is ${url}, which works only in your own network. ${setIt}`,
		);
	}
	if (own.protocol === 'https:' || platform.protocol === 'http:') return undefined;
	return new UserFacingError(
		'n8n gives this node an address without HTTPS',
		`It is ${url}. Events have names and mail addresses in them, so the platform sends them by HTTPS only. ${setIt}`,
	);
}
