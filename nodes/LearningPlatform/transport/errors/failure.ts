import type { Failure } from 'n8n-workflow';

/**
 * Why something failed, in n8n's words. The scheduler of n8n 2 decides by it when the next poll comes: after a
 * wait that grows when the cause may pass, after half an hour when somebody has to act. n8n 1 ignores it.
 */
export type FailureCause = Extract<
	Failure['cause'],
	'rate-limited' | 'temporarily-unavailable' | 'credential-invalid' | 'configuration-invalid'
>;

/**
 * What n8n reads from an error's `failure`.
 *
 * @param retryAfterMs how long the service asked to be left alone, in ms; of no use where somebody has to act
 */
export function failureBecauseOf(cause: FailureCause, retryAfterMs?: number): Failure {
	if (cause === 'credential-invalid' || cause === 'configuration-invalid') return { cause };
	return { cause, ...(retryAfterMs !== undefined && { retryAfterMs }) };
}
