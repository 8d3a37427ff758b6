import type {
	ICredentialDataDecryptedObject,
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IHttpRequestOptions,
	IPollFunctions,
} from 'n8n-workflow';

import {
	CREDENTIAL_TYPE,
	fingerprintOf,
	readCredentialFields,
	type CredentialFields,
} from '../token';
import type { ListingLog } from '../log';
import { readTimeout } from './timeout';

/** The n8n contexts from which the service can be asked. */
export type ServiceContext = IExecuteFunctions | IExecutePaginationFunctions | IPollFunctions;

/** How requests get to the service: n8n's Request Options and what it derives from the credential. */
export interface NetworkOptions {
	/** Hosts that the credential allows, separated by commas. */
	allowedDomains?: string | undefined;
	proxy?: IHttpRequestOptions['proxy'] | undefined;
	skipSslCertificateValidation?: string | boolean | undefined;
	/** How long to wait for the service, in ms. */
	timeout?: number | undefined;
}

/** One listing's way to the service. */
export interface Connection {
	context: ServiceContext;
	log: ListingLog;
	/** Whose credential it is, where a field of the credential is an expression. */
	itemIndex: number;
	/** Its token is replaced when a request has renewed it. */
	credential: ICredentialDataDecryptedObject;
	fields: CredentialFields;
	/** Identifies the credential without telling it. */
	fingerprint: string;
	network: Pick<
		IHttpRequestOptions,
		'allowedDomains' | 'proxy' | 'skipSslCertificateValidation'
	> & {
		timeout: number;
	};
	/** Fires when the listing has to stop. */
	signal: AbortSignal;
}

/**
 * Opens a listing's connection: reads the credential once, for all pages.
 *
 * @param itemIndex the input item, for a credential with expressions
 * @param stopSignal stops the listing, as canceling the execution does
 * @throws ServiceError when a field of the credential cannot be used, UserFacingError for a timeout that is none
 */
export async function openConnection(
	context: ServiceContext,
	log: ListingLog,
	itemIndex: number,
	{ allowedDomains, proxy, skipSslCertificateValidation, timeout }: NetworkOptions,
	stopSignal?: AbortSignal,
): Promise<Connection> {
	const credential = { ...(await context.getCredentials(CREDENTIAL_TYPE, itemIndex)) };
	const fields = readCredentialFields(credential);
	return {
		context,
		log,
		itemIndex,
		credential,
		fields,
		fingerprint: fingerprintOf(fields),
		network: {
			...(allowedDomains && { allowedDomains }),
			...(proxy && { proxy }),
			...(skipSslCertificateValidation && { skipSslCertificateValidation: true }),
			timeout: readTimeout(timeout),
		},
		signal: stopSignal
			? AbortSignal.any([cancelSignalOf(context), stopSignal])
			: cancelSignalOf(context),
	};
}

/** A poll cannot be canceled, so its signal never fires. */
function cancelSignalOf(context: ServiceContext): AbortSignal {
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	return signal ?? new AbortController().signal;
}
