import { readServiceError, type ServiceSaid } from './errorBody';
import { explainStatus, explainSystemCode } from './errorTable';
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

	constructor(
		message: string,
		description: string,
		details: { reason?: string; isTransient?: boolean; retryAfterMs?: number | undefined } = {},
	) {
		super(message, description);
		this.name = 'ServiceError';
		this.reason = details.reason ?? 'none';
		this.isTransient = details.isTransient ?? false;
		this.retryAfterMs = details.retryAfterMs;
	}
}

/** Statuses after which the same request may succeed: the service is busy, restarting or overloaded. */
const TRANSIENT_STATUSES = new Set([429, 500, 502, 503, 504]);

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
	const explanation = explainStatus(status, said.code);
	const description = [explanation.advice, describeAnswer(status, said)].join(' ');
	return new ServiceError(explanation.message, description, {
		reason: String(status),
		isTransient: TRANSIENT_STATUSES.has(status),
		retryAfterMs,
	});
}

/**
 * Explains a request that got no response, or only a part of one.
 *
 * @param code the system's error code, e.g. `ECONNRESET`
 */
export function errorFromSystem(code: string): ServiceError {
	const { message, advice, isTransient } = explainSystemCode(code);
	return new ServiceError(message, `${advice} (${code})`, { reason: code, isTransient });
}

function describeAnswer(status: number, said: ServiceSaid): string {
	if (said.kind === 'empty') return `The service answered ${status} without a body.`;
	if (said.kind === 'html')
		return `The service answered ${status} with a web page instead of data.`;
	const words = [said.code, said.text].filter((part) => part !== undefined).join(': ');
	return words === ''
		? `The service answered ${status}.`
		: `The service answered ${status}: "${words}".`;
}
