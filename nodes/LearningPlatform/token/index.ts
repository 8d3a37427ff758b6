/** The access token: how it is obtained and kept, and where it may travel. */
export {
	apiUrl,
	baseUrlExpression,
	CREDENTIAL_TYPE,
	credentialForm,
	fingerprintOf,
	isSameOrigin,
	NO_SERVICE,
	OTHER_SERVICE,
	presets,
	readCredentialFields,
	testRequest,
} from './credential';
export { parseToken, tokensOf } from './credentialTokens';
export {
	authenticateRequest,
	exchangeContexts,
	obtainAccessToken,
	type ExchangeContext,
} from './hooks';
