import type { JournalEntry } from '../journal';
import type { Settings } from '../options';
import type { RateLimit } from '../rateLimit';
import {
	apiError,
	invalidToken,
	methodNotAllowed,
	offContract,
	tooManyRequests,
	type Reply,
} from '../reply';
import type { Tokens } from '../tokens';

/** The state that determines whether a request is allowed. */
interface Gate {
	tokens: Tokens;
	rateLimit: RateLimit;
	/** The rate limit for write requests. */
	writeLimit: RateLimit;
	settings: Settings;
}

/** Returns the error for an unauthorized request (docs/engineers/service.md, Authentication and Errors). */
export function refusal(
	request: JournalEntry,
	scope: string,
	gate: Gate,
	isWrite = false,
): Reply | undefined {
	if (request.method !== 'GET' && !isWrite) return methodNotAllowed(request.method, 'GET');
	const { tokens, settings } = gate;
	const rateLimit = isWrite ? gate.writeLimit : gate.rateLimit;
	const bearer = /^Bearer ([\w.~+/-]+=*)$/i.exec(request.headers.authorization ?? '');
	if (!bearer?.[1] || !tokens.isValid(bearer[1])) return invalidToken();
	const complaint = versionComplaint(request, settings);
	if (complaint) return complaint;
	if (!rateLimit.admits(performance.now())) return tooManyRequests(settings.retryAfterSeconds);
	if (!settings.scopes.includes(scope)) {
		return apiError(403, 'invalid_scope', `The scope ${scope} is missing`);
	}
	return undefined;
}

function versionComplaint(request: JournalEntry, settings: Settings): Reply | undefined {
	const { versionHeader, apiVersion } = settings;
	const version = request.headers[versionHeader.toLowerCase()];
	if (version === undefined) {
		return offContract('missingVersion', `The header ${versionHeader} is missing`);
	}
	if (version !== apiVersion) {
		return apiError(400, 'unsupportedVersion', `The header ${versionHeader} must be ${apiVersion}`);
	}
	return undefined;
}
