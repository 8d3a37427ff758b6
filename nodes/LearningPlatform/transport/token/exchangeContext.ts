import type { ICredentialDataDecryptedObject, IHttpRequestOptions } from 'n8n-workflow';

import type { ServiceError } from '../errors';

/** What a request of ours tells the token exchange that n8n makes for it, and learns from it. */
export interface ExchangeContext {
	/** The proxy of the request, which n8n does not hand to the exchange. */
	proxy: IHttpRequestOptions['proxy'];
	/** Whether n8n may store the token; see docs/design.md, Workarounds. */
	mayStore: () => Promise<boolean>;
	/** Called after an exchange that was sent for this request, with its duration in ms. */
	onExchange: (ms: number) => void;
	/** The access token that was obtained for this request. */
	obtained?: string;
	/** Why no token could be obtained: n8n 1 drops the error when it wraps it. */
	error?: ServiceError;
}

/** n8n hands one and the same credential object to all steps of a request. */
const contexts = new WeakMap<ICredentialDataDecryptedObject, ExchangeContext>();

/** A copy of the credential for one request: afterwards the token in it is the one that was sent. */
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
