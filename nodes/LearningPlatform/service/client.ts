import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Failure } from '../failures/failure';
import {
	accountOf,
	credentialForm,
	CREDENTIAL_TYPE,
	fingerprintOf,
	readCredentialFields,
	type Account,
	type TokenLog,
} from '../token';
import { booleanOf } from '../values/json';
import { abortable, deferred } from '../values/promises';

/** n8n's Request Options. */
export interface NetworkOptions {
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: string | boolean | undefined;
	/** In ms. */
	timeout?: number | undefined;
}

/** Log lines never contain a secret, a cursor, or a filter value. */
type RequestLog = TokenLog & {
	/** A page's `ms` is the time from the request to the last record, including waits before retries. */
	write: (
		...line:
			| ['lastPageRead' | 'pageRead', Record<'page' | 'records' | 'ms', number>]
			| ['pageDropped', { page: number }]
			| ['rateLimited', { pauseMs: number }]
			| ['recordRead', { ms: number }]
			| ['retrying', { page: number | undefined; reason: string; waitMs: number }]
	) => void;
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
	account: Account;
	/** Describes the credential form for error messages. */
	form: ReturnType<typeof credentialForm>;
	network: Pick<IHttpRequestOptions, 'proxy'> & { timeout: number };
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

/** Reads the credential once for all requests. @throws Failure for an invalid field or option */
export async function openClient<Log extends RequestLog>(
	context: IAllExecuteFunctions,
	options: ClientOptions<Log>,
): Promise<Client<Log>> {
	const { itemIndex, network = {} } = options;
	const { proxy, skipSslCertificateValidation, timeout } = network;
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	if (booleanOf(skipSslCertificateValidation) && !fields.allowUnauthorizedCerts) {
		throw new Failure('certificateCheckOff', { form: credentialForm(credential) });
	}
	const shared = {
		context,
		itemIndex,
		credential,
		fields,
		account: accountOf(fingerprintOf(fields)),
		form: credentialForm(credential),
		hasRequestOptions: options.network !== undefined,
		network: {
			...(proxy && { proxy }),
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
	throw new Failure('timeoutInvalid');
}

/** Many input items and executions may read lists at the same time. Each list may keep four pages of up to 0.5 MB. */
const SLOTS = 16;

type Turns = ReturnType<typeof deferred<undefined>>[];

/** An account's open lists, oldest first; only the first `SLOTS` lists are read. Lists that other lists wait for have their own slots. */
const openLists = () => ({ own: [] as Turns, waitedFor: [] as Turns });

/** Waits until an account may read another list. @returns a function that frees the slot @throws `signal.reason` */
export async function takeListingSlot({
	account,
	isWaitedFor,
	signal,
}: Pick<Connection, 'account' | 'isWaitedFor' | 'signal'>): Promise<() => void> {
	const lists = account.memory(openLists)[isWaitedFor ? 'waitedFor' : 'own'];
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
