import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';

import { credentialForListing } from './accessToken';
import { CREDENTIAL_TYPE, readCredentialFields, type CredentialFields } from './credentialFields';
import { fingerprintOf } from './storedToken';
import type { NetworkOptions } from './tokenExchange';

/** The n8n contexts from which the service can be asked. */
export type ServiceContext = IExecuteFunctions | IExecutePaginationFunctions | IPollFunctions;

/** What n8n adds to the requests of a declarative node, and what holds on every page. */
export interface RequestOptions {
	/** Hosts that the credential allows, separated by commas. */
	allowedDomains?: string | undefined;
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: string | boolean | undefined;
	/** In ms. */
	timeout?: number | undefined;
}

/** One listing's way to the service. */
export interface Connection {
	context: ServiceContext;
	credential: ICredentialDataDecryptedObject;
	fields: CredentialFields;
	/** Identifies the credential without telling it. */
	fingerprint: string;
	/** Request options that go into every request as they are. */
	requestOptions: NetworkOptions & { allowedDomains?: string; timeout: number };
	/** Fires when the listing has to stop: when the execution is canceled, if nothing else is said. */
	signal: AbortSignal;
}

/** n8n's own default for declarative nodes. */
const DEFAULT_TIMEOUT_MS = 300_000;

/**
 * Opens a listing's connection: reads the credential once, for all pages.
 *
 * @throws ServiceError when a field of the credential cannot be used
 */
export async function openConnection(
	context: ServiceContext,
	requestOptions: RequestOptions,
): Promise<Connection> {
	const stored = await context.getCredentials(CREDENTIAL_TYPE);
	const fields = readCredentialFields(stored);
	const { allowedDomains, proxy, skipSslCertificateValidation, timeout } = requestOptions;
	const network: NetworkOptions = {
		...(proxy && { proxy }),
		...(skipSslCertificateValidation && { skipSslCertificateValidation: true }),
		...(timeout && { timeout }),
	};
	return {
		context,
		credential: credentialForListing(stored, network),
		fields,
		fingerprint: fingerprintOf(fields),
		requestOptions: {
			...network,
			...(allowedDomains && { allowedDomains }),
			timeout: timeout ?? DEFAULT_TIMEOUT_MS,
		},
		signal: cancelSignalOf(context),
	};
}

/** A poll cannot be canceled, so its signal never fires. */
function cancelSignalOf(context: ServiceContext): AbortSignal {
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal ?? new AbortController().signal;
}
