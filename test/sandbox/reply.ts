import { STATUS_CODES } from 'node:http';

/** A reply, before faults and delays. */
export interface Reply {
	status: number;
	headers: Record<string, string>;
	body: Buffer;
	/** How the request violates the contract. */
	offContract?: string;
}

/** The reply to a write that returns no record. */
export const NO_CONTENT: Reply = { status: 204, headers: {}, body: Buffer.alloc(0) };

export function json(status: number, value: unknown, headers: Record<string, string> = {}): Reply {
	return {
		status,
		headers: { 'content-type': 'application/json; charset=utf-8', ...headers },
		body: Buffer.from(JSON.stringify(value)),
	};
}

/** Returns an error in the token endpoint's format (RFC 6749, section 5.2). */
export function tokenError(status: number, error: string, description?: string): Reply {
	return json(status, description ? { error, error_description: description } : { error });
}

/** Returns an error in the format of all other endpoints. */
export function apiError(status: number, code: string, message: string): Reply {
	return json(status, { error: { code, message } });
}

/** Returns the reply to a request that violates the contract. */
export function offContract(code: string, message: string): Reply {
	return { ...apiError(400, code, message), offContract: message };
}

export function invalidToken(): Reply {
	return json(401, { error: 'invalid_token' });
}

export function tooManyRequests(retryAfterSeconds = 0): Reply {
	const headers = retryAfterSeconds === 0 ? {} : { 'retry-after': `${retryAfterSeconds}` };
	return json(429, { error: 'tooManyRequests' }, headers);
}

export function methodNotAllowed(method: string, allowed: string): Reply {
	const reply = apiError(405, 'methodNotAllowed', `${method} is not allowed here`);
	return { ...reply, headers: { ...reply.headers, allow: allowed } };
}

/** Returns the service's usual reply for a status. */
export function replyFor(status: number): Reply {
	if (status === 401) return invalidToken();
	if (status === 429) return tooManyRequests();
	if (status < 400) return { status, headers: {}, body: Buffer.alloc(0) };
	const message = STATUS_CODES[status] ?? `Status ${status}`;
	return apiError(status, `status${status}`, message);
}
