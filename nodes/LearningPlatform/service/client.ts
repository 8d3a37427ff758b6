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

/** n8n's Request Options. */
export interface NetworkOptions {
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: boolean;
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
	/** All scopes that the operation needs, for errors. */
	scopes?: readonly string[];
	/** True if another list is waiting for this one: if they shared slots, both could wait forever. */
	isWaitedFor?: boolean;
}

/** Everything that a request needs. The log and the limits can change from list to list. */
export interface Client<Log extends RequestLog = RequestLog> {
	context: IAllExecuteFunctions;
	log: Log;
	maxRetries: number;
	itemIndex: number | undefined;
	isWaitedFor: boolean;
	/** Requests that renew the token store the new token here. */
	credential: ICredentialDataDecryptedObject;
	fields: ReturnType<typeof readCredentialFields>;
	account: Account;
	/** Describes the credential form for error messages. */
	form: ReturnType<typeof credentialForm> & Pick<ClientOptions<Log>, 'scopes'>;
	network: Pick<IHttpRequestOptions, 'proxy'> & { timeout: number };
	/** True if the node has Request Options. */
	hasRequestOptions: boolean;
	stopSignal: AbortSignal | undefined;
	/** Aborted if the execution is canceled or `stopSignal` is aborted. */
	signal: AbortSignal;
	/** Returns a client with the same credential. */
	with(changes: Partial<Omit<ClientOptions<Log>, 'network' | 'itemIndex' | 'scopes'>>): Client<Log>;
}

/** n8n's own default for declarative nodes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** Reads the credential once for all requests. @throws Failure for an invalid field or option */
export async function openClient<Log extends RequestLog>(
	context: IAllExecuteFunctions,
	options: ClientOptions<Log>,
): Promise<Client<Log>> {
	const { itemIndex, network = {}, scopes = [] } = options;
	const { proxy, skipSslCertificateValidation, timeout = DEFAULT_TIMEOUT_MS } = network;
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	if (skipSslCertificateValidation && !fields.allowUnauthorizedCerts) {
		throw new Failure('certificateCheckOff', { form: credentialForm(credential) });
	}
	const shared = {
		context,
		itemIndex,
		credential,
		fields,
		account: accountOf(fingerprintOf(fields)),
		form: { ...credentialForm(credential), scopes },
		hasRequestOptions: options.network !== undefined,
		network: { ...(proxy && { proxy }), timeout },
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
