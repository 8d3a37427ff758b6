import type {
	IAllExecuteFunctions,
	ICredentialDataDecryptedObject,
	IHttpRequestOptions,
} from 'n8n-workflow';

import { Failure } from '../failures/failure';
import {
	accountOf,
	credentialForm,
	fingerprintOf,
	readCredentialFields,
	type TokenLog,
} from '../token';

export const CREDENTIAL_TYPE = 'learningPlatformApi';

/** Log lines never contain a secret, a cursor, or a filter value. */
type RequestLog = TokenLog & {
	/** A page's `ms` is the time from the request to the last record, including waits before retries. */
	write: (
		...line:
			| ['filtersUnchecked', { fields: readonly string[] }]
			| ['lastPageRead' | 'pageRead', Record<'page' | 'records' | 'ms', number>]
			| ['pageDropped', { page: number }]
			| ['rateLimited', { pauseMs: number }]
			| ['recordRead' | 'slotAwaited', { ms: number }]
			| ['retrying', { page: number | undefined; reason: string; waitMs: number }]
	) => void;
};

/** Everything that a request needs. The log and the limits can change from list to list. */
export interface Client<Log extends RequestLog = RequestLog> {
	context: IAllExecuteFunctions;
	log: Log;
	maxRetries: number;
	itemIndex: number | undefined;
	/** True if the node, not the user, asks: it has its own slots, since a user's list may wait for it, and no errors about Filters. */
	isInternal: boolean;
	/** Requests that renew the token store the new token here. */
	credential: ICredentialDataDecryptedObject;
	fields: ReturnType<typeof readCredentialFields>;
	account: ReturnType<typeof accountOf>;
	/** Describes the credential form for error messages. */
	form: ReturnType<typeof credentialForm> & { scopes: readonly string[] };
	network: Pick<IHttpRequestOptions, 'proxy'> & { timeout: number };
	/** True if the node has Request Options. */
	hasRequestOptions: boolean;
	/** Stops all requests immediately, as if the execution were canceled. */
	stopSignal: AbortSignal | undefined;
	/** Aborted if the execution is canceled or `stopSignal` is aborted. */
	signal: AbortSignal;
	/** Returns a client with the same credential. */
	with(
		changes: Partial<Pick<Client<Log>, 'isInternal' | 'log' | 'maxRetries' | 'stopSignal'>>,
	): Client<Log>;
}

/** n8n's own default for declarative nodes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/** Reads the credential once for all requests. @throws Failure for an invalid field or option */
export async function openClient<Log extends RequestLog>(
	context: IAllExecuteFunctions,
	options: Pick<Client<Log>, 'log' | 'maxRetries'> &
		Partial<Pick<Client<Log>, 'isInternal' | 'itemIndex' | 'stopSignal'>> & {
			/** n8n's Request Options. */
			network?: Pick<IHttpRequestOptions, 'proxy' | 'skipSslCertificateValidation' | 'timeout'>;
			/** All scopes that the operation needs, for errors. */
			scopes?: readonly string[];
		},
): Promise<Client<Log>> {
	const { log, maxRetries, network, itemIndex, stopSignal } = options;
	const { isInternal = false, scopes = [] } = options;
	const { proxy, skipSslCertificateValidation, timeout = DEFAULT_TIMEOUT_MS } = network ?? {};
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	if (skipSslCertificateValidation && !fields.allowUnauthorizedCerts) {
		throw new Failure('certificateCheckOff', { form: credentialForm(credential) });
	}
	// A poll cannot be canceled.
	const cancelSignal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const clientWith = (settings: Omit<Client<Log>, 'signal' | 'with'>): Client<Log> => {
		const signals = [cancelSignal, settings.stopSignal].filter((signal) => signal !== undefined);
		return {
			...settings,
			signal: AbortSignal.any(signals),
			with: (changes) => clientWith({ ...settings, ...changes }),
		};
	};
	return clientWith({
		context,
		log,
		maxRetries,
		itemIndex,
		isInternal,
		stopSignal,
		credential,
		fields,
		account: accountOf(fingerprintOf(fields)),
		form: { ...credentialForm(credential), scopes },
		hasRequestOptions: network !== undefined,
		network: { ...(proxy && { proxy }), timeout },
	});
}
