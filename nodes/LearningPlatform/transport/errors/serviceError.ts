import { readServiceError, wordsOf, type ServiceSaid } from './errorBody';
import { explainStatus, type Remedy } from './errorTable';
import { explainBrokenBody, explainSystemCode } from './systemTable';
import type { FailureCause } from './failure';
import { UserFacingError } from './userFacingError';

/**
 * A request that failed.
 *
 * It deliberately has no `response`, `status` or `code`: n8n exchanges the access token again when it
 * sees a response with status 401, and it replaces our message when it finds a status of its own.
 */
export class ServiceError extends UserFacingError {
	/** HTTP status, or the system's error code when no response came. */
	readonly reason: string;

	/** Whether the same request may succeed when it is sent again. */
	readonly isTransient: boolean;

	/** How long the service asked us to wait (RFC 9110 Retry-After), in ms. */
	readonly retryAfterMs: number | undefined;

	/** What else helps, for the node that shows the error to put into words. */
	readonly remedy: Remedy | undefined;

	/** What the service answered, in a sentence; '' when no response came or it could be read. */
	readonly answer: string;

	constructor(message: string, description: string, details: Details = {}) {
		const { isTransient, cause = isTransient ? 'temporarily-unavailable' : 'unknown' } = details;
		super(message, description, cause, details.retryAfterMs);
		this.name = 'ServiceError';
		this.reason = details.reason ?? 'none';
		this.isTransient = details.isTransient ?? false;
		this.retryAfterMs = details.retryAfterMs;
		this.remedy = details.remedy;
		this.answer = details.answer ?? '';
	}
}

/** A credential with which the service cannot be used until somebody edits it. */
export class CredentialError extends ServiceError {
	/** @param reason as in ServiceError */
	constructor(message: string, description: string, reason?: string) {
		super(message, description, { cause: 'credential-invalid', ...(reason && { reason }) });
	}
}

interface Details {
	/** Unless told otherwise, what is transient is down for now, and the rest nobody can tell. */
	cause?: FailureCause | undefined;
	reason?: string;
	isTransient?: boolean;
	retryAfterMs?: number | undefined;
	remedy?: Remedy | undefined;
	answer?: string;
}

/** Statuses after which the same request may succeed: the service is busy, restarting or overloaded. */
const TRANSIENT_STATUSES = new Set([408, 429, 500, 502, 503, 504]);

/** The ones that Cloudflare has for a service behind it that it cannot reach. */
const isOfGateway = (status: number) => status >= 520 && status <= 527;

/**
 * Explains a response that is not a list.
 *
 * @param status HTTP status of the response
 * @param body its text, as far as it was read
 * @param retryAfterMs what Retry-After asked for, in ms
 */
export function errorFromResponse(
	status: number,
	body: string,
	retryAfterMs?: number,
): ServiceError {
	const said = readServiceError(body);
	const { message, advice, remedy, cause } = explainStatus(status, said.code);
	const answer = describeAnswer(status, said);
	return new ServiceError(message, `${advice} ${answer}`, {
		answer,
		cause,
		reason: String(status),
		isTransient: TRANSIENT_STATUSES.has(status) || isOfGateway(status),
		retryAfterMs,
		remedy,
	});
}

/**
 * Explains a request that got no response.
 *
 * @param code the system's error code, e.g. `ECONNRESET`
 */
export function errorFromSystem(code: string): ServiceError {
	const { message, advice, ...details } = explainSystemCode(code);
	return new ServiceError(message, `${advice} (${code})`, { ...details, reason: code });
}

/**
 * Explains a response whose body did not come whole; the same request may succeed.
 *
 * @param code as the stream or the system has it, e.g. `Z_DATA_ERROR`
 */
export function errorFromBrokenBody(code: string): ServiceError {
	const { message, advice, remedy } = explainBrokenBody(code);
	return new ServiceError(message, `${advice} (${code})`, {
		reason: code,
		isTransient: true,
		remedy,
	});
}

function describeAnswer(status: number, said: ServiceSaid): string {
	if (said.kind === 'empty') return `The service answered ${status} without a body.`;
	if (said.kind === 'html')
		return `The service answered ${status} with a web page instead of data.`;
	const words = wordsOf(said);
	return words === ''
		? `The service answered ${status}.`
		: `The service answered ${status}: "${words}".`;
}
