/** Reads the credential, manages its access token, and sends the token only to its service. */
export {
	apiUrl,
	baseUrlExpression,
	CREDENTIAL_TYPE,
	credentialForm,
	fingerprintOf,
	isSameOrigin,
	OTHER_SERVICE,
	presets,
	readCredentialFields,
	testRequest,
} from './credential';
export { tokensOf } from './credentialTokens';
export { authenticateRequest, exchangeContexts, obtainAccessToken } from './hooks';
