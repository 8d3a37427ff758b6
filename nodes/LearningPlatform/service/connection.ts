import type { IAllExecuteFunctions, IHttpRequestOptions } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { booleanOf } from '../values/boolean';
import type { Identity } from '../values/identity';
import { lruCache } from '../values/lruCache';
import { abortable, deferred } from '../values/promises';

/** n8n's Request Options and the settings that n8n derives from the credential. */
export interface NetworkOptions {
	/** The hosts that the credential allows, separated by commas. */
	allowedDomains?: string | undefined;
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: string | boolean | undefined;
	/** In ms. */
	timeout?: number | undefined;
}

export interface ListRequest {
	/** The list's percent-encoded path under `/api/v2/`, e.g. `courses`. */
	path: string;
	/** The fields that identify a record; empty if no field does, and `undefined` if unknown. */
	identity?: Identity | undefined;
	/** The fields that change when a record is edited. */
	versionFields?: readonly string[];
	/** True if a repeated record may differ; the caller keeps the last version. */
	latestWins?: boolean;
	maxRetries: number;
	network?: NetworkOptions | undefined;
	itemIndex?: number | undefined;
	/** Log lines never contain a secret, a cursor, or a filter value. */
	log: Record<'debug' | 'info' | 'warn', (line: string, facts: object) => void> & {
		/** `ms` is the time from the request to the last record, including waits before retries. */
		pageRead: (page: number, facts: { records: number; hasNext: boolean; ms: number }) => void;
	};
	/** Stops reading immediately, as if the execution were canceled. */
	stopSignal?: AbortSignal | undefined;
	/** True if another list is waiting for this one: if they shared slots, both could wait forever. */
	isWaitedFor?: boolean;
}

export type Connection = Awaited<ReturnType<typeof openConnection>>;

/** Reads the credential once for all pages. @throws UserFacingError for an invalid field or timeout */
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
		/** Requests that renew the token store the new token here. */
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

/** About 25 days. Node.js timers with a longer delay fire immediately. */
const MAX_MS = 2 ** 31 - 1;

/** Reads Timeout in ms. Empty values and 0, which an expression may return, select n8n's default. */
function readTimeout(value: unknown): number {
	const ms = typeof value === 'string' ? Number(value) : (value ?? 0);
	if (typeof ms === 'number' && ms >= 0) return Math.min(Math.ceil(ms), MAX_MS) || DEFAULT_MS;
	throw new UserFacingError(
		'Timeout must be a number of milliseconds',
		'Enter a number such as 60000 for Timeout under Request Options, or remove the option. If you use an expression, check its result.',
	);
}

/** n8n starts processing all input items at once, and each list may keep four pages of up to 0.5 MB in memory. */
const SLOTS = 16;

/** A credential's open lists, oldest first; only the first `SLOTS` lists are read. */
const listsOf = lruCache(() => [] as ReturnType<typeof deferred<undefined>>[]);

/** Waits until a credential may read another list. @returns a function that frees the slot @throws `signal.reason` */
export async function takeListingSlot(
	fingerprint: string,
	signal: AbortSignal,
): Promise<() => void> {
	const lists = listsOf(fingerprint);
	const turn = deferred<undefined>();
	const grant = () => lists.slice(0, SLOTS).at(-1)?.resolve(undefined);
	const release = () => {
		const at = lists.indexOf(turn);
		if (at !== -1) lists.splice(at, 1);
		grant();
	};
	lists.push(turn);
	grant();
	await abortable(turn.promise, signal).catch(() => {
		release();
		signal.throwIfAborted();
	});
	return release;
}
