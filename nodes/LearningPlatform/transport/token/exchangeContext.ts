import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceError } from '../errors';

/** What a request of ours knows about the token exchange that n8n makes for it, and learns from it. */
export interface ExchangeContext {
	/** The proxy of the request, which n8n does not hand to the exchange. */
	proxy?: IHttpRequestOptions['proxy'];
	/** Whether n8n may store what the exchange returns; see docs/design.md, Workarounds. */
	mayStore: () => Promise<boolean>;
	/** Called after an exchange that was sent for this request, with its duration in ms. */
	onExchange: (ms: number) => void;
	/** Why the exchange failed: n8n 1 drops the error when it wraps it. */
	error?: ServiceError;
}

/** n8n hands one and the same credential object to all steps of a request. */
const contexts = new WeakMap<ICredentialDataDecryptedObject, ExchangeContext>();

/**
 * A copy of the credential for one request, so that the token in it afterwards is the one that was sent.
 */
export function credentialForRequest(
	credential: ICredentialDataDecryptedObject,
	context: ExchangeContext,
): ICredentialDataDecryptedObject {
	const copy = { ...credential };
	contexts.set(copy, context);
	return copy;
}

/** The context of a request of ours; `undefined` for a credential test or a node of n8n's own. */
export function exchangeContextOf(
	credential: ICredentialDataDecryptedObject,
): ExchangeContext | undefined {
	return contexts.get(credential);
}
