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
} from './credential';
export { accountOf, type Account, type TokenLog } from './account';
export { authenticateRequest, exchangeContexts, obtainAccessToken } from './hooks';
