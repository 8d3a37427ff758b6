/** The access token: how it is obtained and kept, and where it may travel. */
export { authenticateRequest } from './authenticate';
export {
	apiUrl,
	baseUrlExpression,
	CREDENTIAL_TYPE,
	fingerprintOf,
	isOther,
	isSameOrigin,
	NO_SERVICE,
	OTHER_SERVICE,
	presets,
	readCredentialFields,
	testRequest,
} from './credential';
export { obtainAccessToken } from './obtain';
export {
	currentToken,
	exchangeContexts,
	parseToken,
	refuseToken,
	type ExchangeContext,
} from './tokens';
