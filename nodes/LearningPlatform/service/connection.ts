import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import type { Identity } from '../values/identity';
import { booleanOf } from '../values/boolean';

/** n8n's Request Options, and what n8n derives from the credential. */
export interface NetworkOptions {
	/** Hosts that the credential allows, separated by commas. */
	allowedDomains?: string | undefined;
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: string | boolean | undefined;
	/** In ms. */
	timeout?: number | undefined;
}

/** The log of requests. Lines never contain a secret, a cursor or the value of a filter. */
export interface RequestLog {
	/** `ms` counts from the request to the last record, waits for retries included. */
	pageRead: (page: number, facts: { records: number; hasNext: boolean; ms: number }) => void;
	debug: (line: string, facts: object) => void;
	info: (line: string, facts: object) => void;
	warn: (line: string, facts: object) => void;
}

export interface ListRequest {
	/** The list's path below `/api/v2/`, percent-encoded, e.g. `courses`. */
	path: string;
	/** The fields that identify a record: none if nothing does, `undefined` if unknown. */
	identity?: Identity | undefined;
	/** The fields that differ between two versions of one record. */
	versionFields?: readonly string[];
	/** Whether a repeated record may differ; the caller keeps the last. */
	latestWins?: boolean;
	maxRetries: number;
	network?: NetworkOptions | undefined;
	itemIndex?: number | undefined;
	log: RequestLog;
	/** Ends the reading at once, as canceling the execution does. */
	stopSignal?: AbortSignal | undefined;
	/** Whether another list waits for this one, which then has slots of its own, or both could wait forever. */
	isWaitedFor?: boolean;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Reads the credential once, for all pages. @throws UserFacingError for its fields, and for an invalid timeout */
export async function openConnection(context: IAllExecuteFunctions, request: ListRequest) {
	const { network = {}, itemIndex, log, stopSignal } = request;
	const { allowedDomains, proxy, skipSslCertificateValidation, timeout } = network;
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	// A poll cannot be canceled.
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const signals = [cancelSignal, stopSignal].filter((signal) => signal !== undefined);
	return {
		context,
		request,
		log,
		/** Its token is replaced when a request has renewed it. */
		credential,
		fields,
		fingerprint: fingerprintOf(fields),
		network: {
			...(allowedDomains && { allowedDomains }),
			...(proxy && { proxy }),
			...(booleanOf(skipSslCertificateValidation) && { skipSslCertificateValidation: true }),
			timeout: readTimeout(timeout),
		},
		signal: AbortSignal.any(signals),
	};
}

/** n8n's own default for declarative nodes. */
const DEFAULT_MS = 300_000;

/** Node's timers fire at once when they are set to more, some 25 days. */
const MAX_MS = 2 ** 31 - 1;

/** Reads Timeout of n8n's Request Options, in ms. Nothing and 0, which an expression may return, mean n8n's default. */
function readTimeout(value: unknown): number {
	const ms = typeof value === 'string' ? Number(value) : (value ?? 0);
	if (typeof ms === 'number' && ms >= 0) return Math.min(Math.ceil(ms), MAX_MS) || DEFAULT_MS;
	throw new UserFacingError(
		'Timeout must be a number of milliseconds',
		'Enter a number such as 60000 for Timeout under Request Options, or remove it. If it is an expression, check what it returns.',
	);
}
