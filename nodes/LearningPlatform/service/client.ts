import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { credentialForm, CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { booleanOf } from '../values/boolean';
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

/** Log lines never contain a secret, a cursor, or a filter value. */
export type RequestLog = Record<
	'debug' | 'info' | 'warn',
	(line: string, facts: object) => void
> & {
	/** `ms` is the time from the request to the last record, including waits before retries. */
	pageRead: (page: number, facts: { records: number; hasNext: boolean; ms: number }) => void;
};

interface ClientOptions<Log extends RequestLog> {
	log: Log;
	maxRetries: number;
	network?: NetworkOptions | undefined;
	itemIndex?: number | undefined;
	/** Stops all requests immediately, as if the execution were canceled. */
	stopSignal?: AbortSignal | undefined;
	/** True if another list is waiting for this one: if they shared slots, both could wait forever. */
	isWaitedFor?: boolean;
}

/** Everything that a request needs. */
export interface Connection {
	context: IAllExecuteFunctions;
	log: RequestLog;
	maxRetries: number;
	itemIndex: number | undefined;
	isWaitedFor: boolean;
	/** Requests that renew the token store the new token here. */
	credential: ICredentialDataDecryptedObject;
	fields: ReturnType<typeof readCredentialFields>;
	fingerprint: string;
	/** Describes the credential form for error messages. */
	form: ReturnType<typeof credentialForm>;
	network: Pick<
		IHttpRequestOptions,
		'allowedDomains' | 'proxy' | 'skipSslCertificateValidation'
	> & {
		timeout: number;
	};
	/** True if the node has Request Options. */
	hasRequestOptions: boolean;
	stopSignal: AbortSignal | undefined;
	/** Aborted if the execution is canceled or `stopSignal` is aborted. */
	signal: AbortSignal;
}

/** A connection whose log and limits can change from list to list. */
export interface Client<Log extends RequestLog> extends Connection {
	log: Log;
	/** Returns a client with the same credential. */
	with: (changes: Partial<Omit<ClientOptions<Log>, 'network' | 'itemIndex'>>) => Client<Log>;
}

/** Reads the credential once for all requests. @throws UserFacingError for an invalid field or timeout */
export async function openClient<Log extends RequestLog>(
	context: IAllExecuteFunctions,
	options: ClientOptions<Log>,
): Promise<Client<Log>> {
	const { itemIndex, network = {} } = options;
	const { allowedDomains, proxy, skipSslCertificateValidation, timeout } = network;
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	const shared = {
		context,
		itemIndex,
		credential,
		fields,
		fingerprint: fingerprintOf(fields),
		form: credentialForm(credential),
		hasRequestOptions: options.network !== undefined,
		network: {
			...(allowedDomains && { allowedDomains }),
			...(proxy && { proxy }),
			...(booleanOf(skipSslCertificateValidation) && { skipSslCertificateValidation: true }),
			timeout: readTimeout(timeout),
		},
	};
	// A poll cannot be canceled.
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const clientWith = (own: ClientOptions<Log>): Client<Log> => {
		const { log, maxRetries, stopSignal, isWaitedFor = false } = own;
		const signals = [cancelSignal, stopSignal].filter((signal) => signal !== undefined);
		return {
			...{ ...shared, log, maxRetries, stopSignal, isWaitedFor },
			signal: AbortSignal.any(signals),
			with: (changes) => clientWith({ ...own, ...changes }),
		};
	};
	return clientWith(options);
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
