import type { JournalEntry } from '../journal';
import type { Settings } from '../options';
import { json, methodNotAllowed, tokenError, type Reply } from '../reply';
import type { Tokens } from '../tokens';

const FIELDS = ['grant_type', 'client_id', 'client_secret'] as const;

type Grant = Record<(typeof FIELDS)[number], string>;

/** POST /api/v2/oauth2/token (docs/engineers/service.md, Authentication). */
export function answerToken(request: JournalEntry, settings: Settings, tokens: Tokens): Reply {
	if (request.method !== 'POST') return methodNotAllowed(request.method, 'POST');
	const complaint = headerComplaint(request, settings);
	if (complaint) return tokenError(400, 'invalid_request', complaint);
	const grant = grantFrom(request.body);
	if (typeof grant === 'string') return tokenError(400, 'invalid_request', grant);
	if (grant.grant_type !== 'client_credentials') {
		return tokenError(400, 'unsupported_grant_type', 'grant_type must be client_credentials');
	}
	const { clientId, clientSecret } = settings;
	if (grant.client_id !== clientId || grant.client_secret !== clientSecret) {
		return tokenError(401, 'invalid_client');
	}
	const { token, lifetimeSeconds } = tokens.issue();
	return json(200, {
		token_type: 'Bearer',
		access_token: token,
		expires_in: `${lifetimeSeconds}`,
	});
}

function headerComplaint(request: JournalEntry, settings: Settings): string | undefined {
	const { headers } = request;
	if (request.query !== '') return 'The token request must not have query parameters';
	if (headers.authorization !== undefined)
		return 'The token request must not have an Authorization header';
	if (headers[settings.versionHeader.toLowerCase()] !== undefined) {
		return `The token request must not have the ${settings.versionHeader} header`;
	}
	if (!/^application\/json\s*(;|$)/i.test(headers['content-type'] ?? '')) {
		return 'The content-type header must be application/json';
	}
	if (!/(^|,)\s*application\/json\s*(;|,|$)/i.test(headers.accept ?? '')) {
		return 'The accept header must be application/json';
	}
	return undefined;
}

/** Returns the fields of the body, or an error message. */
function grantFrom(body: string): Grant | string {
	try {
		const grant = JSON.parse(body) as Record<string, unknown>;
		const isText = FIELDS.every((field) => typeof grant[field] === 'string' && grant[field] !== '');
		if (isText && Object.keys(grant).length === FIELDS.length) return grant as Grant;
	} catch {
		// Handled below, like every other invalid body.
	}
	return `The body must be a JSON object with ${FIELDS.join(', ')} and nothing else`;
}
