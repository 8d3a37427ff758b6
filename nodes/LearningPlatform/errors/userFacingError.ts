import { sleep, type Failure } from 'n8n-workflow';

import { abortable } from '../values/promises';
import { renderAdvice, type Advice, type ReadersForm } from './words';

interface FailureFacts {
	/** The next step for the user, shown after the message or, if a later page failed, in the description. */
	step?: Advice | undefined;
	/** The HTTP status, or the system error code if there was no response. */
	reason?: string;
	/** True if the same request may succeed later. */
	isTransient?: boolean;
	/** The delay from the `Retry-After` header (RFC 9110). */
	retryAfterMs?: number | undefined;
	/** Tells n8n 2 when to poll again: at increasing intervals, or after half an hour if someone must fix the problem. */
	schedulerCause?: Failure['cause'] | undefined;
	/** Set if the API credentials are missing a scope or the platform has no such list. */
	lacks?: 'list' | 'scope' | undefined;
	/** The service's own code for the error, e.g. `mailAlreadyUsed`. */
	serviceCode?: string | undefined;
	/** A sentence that quotes the service; '' if there was no response. */
	answer?: string;
	page?: { number: number; recordsRead: number } | undefined;
	/** The form whose field names appear in the description and step. */
	form?: ReadersForm;
}

export interface Explanation extends Pick<FailureFacts, 'lacks' | 'schedulerCause'> {
	message: string;
	step?: Advice;
	advice: Advice;
	/** True to put known mistakes and the service's response before the advice. */
	isReasonFirst?: boolean;
}

/**
 * An error worded for the user. It has no `response`, `status`, `code`, or `cause`: n8n obtains a new token when it
 * sees a response with status 401, and it replaces our message when it finds a status or a cause.
 */
export class UserFacingError extends Error implements Omit<FailureFacts, 'form' | 'step'> {
	/** Complete sentences, shown below the message. */
	readonly description: string;
	readonly step: string;
	readonly reason: string;
	readonly isTransient: boolean;
	readonly retryAfterMs: FailureFacts['retryAfterMs'];
	readonly schedulerCause: FailureFacts['schedulerCause'];
	readonly lacks: FailureFacts['lacks'];
	readonly serviceCode: FailureFacts['serviceCode'];
	readonly answer: string;
	readonly page: FailureFacts['page'];
	readonly #advice: Advice;
	readonly #facts: FailureFacts;

	/** @param facts defaults to the facts for an invalid entry */
	constructor(
		message: string,
		advice: Advice,
		facts: FailureFacts = { schedulerCause: 'configuration-invalid' },
	) {
		super(message);
		this.name = 'UserFacingError';
		this.#advice = advice;
		this.#facts = facts;
		this.description = renderAdvice(advice, facts.form);
		this.step = renderAdvice(facts.step ?? '', facts.form);
		this.reason = facts.reason ?? 'none';
		this.isTransient = facts.isTransient ?? false;
		this.retryAfterMs = facts.retryAfterMs;
		this.schedulerCause =
			facts.schedulerCause ?? (this.isTransient ? 'temporarily-unavailable' : undefined);
		this.lacks = facts.lacks;
		this.serviceCode = facts.serviceCode;
		this.answer = facts.answer ?? '';
		this.page = facts.page;
	}

	/** Returns a copy with changed facts: several lists may share the error from one token exchange. */
	with(facts: FailureFacts): UserFacingError {
		return new UserFacingError(this.message, this.#advice, { ...this.#facts, ...facts });
	}

	/** Explains which scope an action needs. @param action e.g. `create or change users` */
	forScope(scope: string, action: string, advice = ''): UserFacingError {
		const { answer, lacks, reason } = this;
		const step = `Ask a platform administrator to add the "${scope}" scope.`;
		const facts = { answer, lacks, reason, step, schedulerCause: 'credential-invalid' } as const;
		return new UserFacingError(
			`The API credentials are not allowed to ${action}`,
			[advice, answer],
			facts,
		);
	}

	/** True if too many requests were sent; some services report this with status 403 and `Retry-After`. */
	get isRateLimit(): boolean {
		return this.reason === '429' || (this.reason === '403' && this.isTransient);
	}

	/** The error to report to n8n's scheduler; `undefined` if there is no `schedulerCause`. */
	get schedulerFailure(): Failure | undefined {
		const { schedulerCause: cause, retryAfterMs } = this;
		if (cause === undefined) return undefined;
		// Waiting does not help if someone has to fix the problem.
		const mayPass = cause === 'rate-limited' || cause === 'temporarily-unavailable';
		return mayPass && retryAfterMs !== undefined ? { cause, retryAfterMs } : { cause };
	}
}

/** Adapts a `UserFacingError` to the form that the user sees; returns any other error unchanged. */
export function inWordsOf(error: unknown, form: ReadersForm): unknown {
	return error instanceof UserFacingError ? error.with({ form }) : error;
}

/** Creates the error for an invalid entry, which an expression may have returned. */
export function invalidEntry(message: string, advice: string): UserFacingError {
	return new UserFacingError(message, `${advice} If you use an expression, check its result.`);
}

/** Creates the error for a failed request or an unusable response. */
export function serviceError(message: string, advice: Advice, facts: FailureFacts = {}) {
	return new UserFacingError(message, advice, facts);
}

export function explainedError(
	{ message, advice, isReasonFirst = false, ...known }: Explanation,
	detail: Advice,
	facts: FailureFacts,
): UserFacingError {
	const all = isReasonFirst ? ['{known}', detail, advice] : [advice, detail];
	return serviceError(message, all.flat(), { ...known, ...facts });
}

export function credentialError(
	message: string,
	step: string,
	advice: Advice = '',
	reason = 'none',
): UserFacingError {
	const schedulerCause = 'credential-invalid';
	return new UserFacingError(message, advice, { step, reason, schedulerCause });
}

const MAX_DELAY_MS = 60_000;

/** Waits before a retry. @throws the error if it is not transient or no retries are left, or `signal.reason` */
export async function waitToRetry(
	error: unknown,
	retry: number,
	options: {
		maxRetries: number;
		signal?: AbortSignal;
		onRetry?: (error: UserFacingError, delayMs: number) => void;
	},
): Promise<void> {
	const { maxRetries, signal, onRetry } = options;
	signal?.throwIfAborted();
	const mayPass = error instanceof UserFacingError && error.isTransient;
	if (!mayPass || retry >= maxRetries) throw error;
	const delayMs = retryDelayMs(error, retry);
	onRetry?.(error, delayMs);
	await abortable(sleep(delayMs), signal);
}

/**
 * Returns a delay that doubles with every retry; up to half of the delay is random so that clients do not all retry
 * at once. `Retry-After` can only lengthen the delay; otherwise, `Retry-After: 0` would use up all retries instantly.
 */
function retryDelayMs({ isRateLimit, reason, retryAfterMs = 0 }: UserFacingError, retry: number) {
	// Services count requests per second, so they would reject an earlier retry.
	const first = isRateLimit ? 1_000 : 500;
	// The service may reject a new token at first; if it ever accepts the token, it does so within seconds.
	const most = reason === '401' ? 2_000 : MAX_DELAY_MS;
	const longest = Math.min(first * 2 ** retry, most);
	return Math.max(Math.min(retryAfterMs, MAX_DELAY_MS), longest * (0.5 + Math.random() / 2));
}
