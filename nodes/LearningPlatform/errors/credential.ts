import type { FailureFacts } from '../failures/failure';

/** Advice that several sentences share. */
export const sharedAdvice = {
	checkField: 'Check {address} in the credential.',
	checkList: {
		'List to Read': 'Check List to Read: it must be the path of a list on this platform.',
	},
	webPage: 'The page may come from a proxy, or the platform may be down for maintenance.',
	/** For a response that cannot have come from the service, e.g. a web page. */
	checkAddress:
		"Check {address} in the credential. If it is correct, report this to the platform's administrators.",
	addressExample: {
		Other: 'Base URL is the platform\'s address without "/api/v2", e.g. "https://app.example.com".',
	},
} as const;

const EXAMPLE = 'Enter the platform\'s address, e.g. "https://app.example.com".';

const COPY = "Copy it from the API credentials in the platform's admin panel.";

const AGAIN = 'Try again in a minute.';

const ofField = <Advice = ''>(message: string, step: string, advice: Advice | '' = '') =>
	({ message, step, advice, schedulerCause: 'credential-invalid' }) as const;

/** Says which field of the credential is wrong, or why there is no access token, by the kind of failure. */
export const credentialSentences = {
	// Invalid fields:
	apiVersionInvalid: ofField(
		'API Version in the credential contains characters that are not allowed in a header',
		'Enter it as shown in the platform\'s documentation, e.g. "v2.0".',
	),
	baseUrlEmpty: ofField('Base URL is empty in the credential', EXAMPLE),
	baseUrlInvalid: ofField('Base URL in the credential is not a web address', EXAMPLE),
	baseUrlNotBare: ofField(
		'Base URL in the credential contains more than an address',
		`Remove the user name, "?", or "#" from it. ${EXAMPLE}`,
	),
	clientIdEmpty: ofField('Client ID is empty in the credential', COPY),
	clientSecretEmpty: ofField('Client Secret is empty in the credential', COPY),
	serviceEmpty: ofField(
		'No service is chosen in the credential',
		'Choose your platform under Service, or choose Other to enter its address.',
	),
	serviceUnknown: ofField(
		'This version of the package does not recognize the service chosen in the credential',
		'Choose a Service from the list, or update the package. With "Other", you can enter any address.',
	),
	versionHeaderInvalid: ofField(
		'Version Header Name in the credential is not a valid header name',
		'Use only letters, digits, and hyphens, e.g. "service-api-version".',
	),

	// Failed exchanges:
	clientRejected: ofField(
		'The service rejected the client ID or the client secret',
		"Copy Client ID and Client Secret from the platform's admin panel again.",
		[
			{
				Preset: 'Try the other region, EU or US, under Service: each region has its own platforms.',
			},
			'Check that these API credentials are active and belong to the platform specified under {address}.',
		],
	),
	domainNotAllowed: ({ quote, subject = '' }: FailureFacts) =>
		ofField(
			'n8n does not allow this credential to reach the service',
			'Check Allowed HTTP Request Domains in the credential.',
			quote === undefined ? `Allowed Domains does not include "${subject}".` : `n8n says: ${quote}`,
		),
	exchangeRejected: ({ status }: FailureFacts) =>
		ofField(
			`The service refused to issue an access token (status ${status})`,
			'Check Client ID, Client Secret, and {address} in the credential.',
			'Also check that the API credentials are active.',
		),
	notAToken: ({ status }: FailureFacts) => ({
		message:
			"The platform's address did not return an access token; the address may belong to a different site",
		step: sharedAdvice.checkField,
		advice: `It returned status ${status} and unexpected data.`,
	}),
	otherService: ({ subject = '' }: FailureFacts) => ({
		message: "The request is not for this credential's service",
		advice: `It was not sent, because the access token must not reach another service. Use an address that starts with "${subject}".`,
	}),
	tokenEndpointNotFound: ({ status }: FailureFacts) =>
		ofField(
			`There is no API at the platform's address (status ${status})`,
			sharedAdvice.checkField,
			sharedAdvice.addressExample,
		),
	tokenTimeout: ({ subject = '' }: FailureFacts) => ({
		message: 'The service did not issue an access token in time',
		step: AGAIN,
		advice: [
			`Token requests time out after ${subject} seconds.`,
			'If this keeps happening, check {address} in the credential, and check the network between n8n and the service.',
		],
	}),
	tokenUnavailable: ({ status }: FailureFacts) => ({
		message: `The service could not issue an access token (status ${status})`,
		step: AGAIN,
		advice:
			"The credential may be correct. If this keeps happening, contact the platform's administrators.",
		...(status === 429 && { schedulerCause: 'rate-limited' as const }),
	}),
	tokenWebPage: {
		message: "The platform's address returned a web page instead of an access token",
		step: AGAIN,
		advice: [
			sharedAdvice.webPage,
			'If this keeps happening, check {address} in the credential: it may belong to a different site.',
		],
	},

	// Rejected requests:
	redirected: {
		message: 'The service redirects to a different address',
		step: {
			Other: "Enter the platform's final address under Base URL in the credential.",
			Preset:
				"Choose Other for Service in the credential, and enter the platform's final address as Base URL.",
		},
		advice:
			'The node does not follow redirects, so the secret and the token never reach another host.',
		schedulerCause: 'credential-invalid',
	},
	tokenRejected: {
		message: 'The service rejected the access token',
		step: { Node: 'Test the credential in n8n.' },
		advice:
			'The service rejected a new token as well. Check that the API credentials are still active on the platform and that no other program is using them to obtain tokens.',
		schedulerCause: 'credential-invalid',
	},
} as const;
