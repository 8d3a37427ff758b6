/** The access token: how it is obtained and kept, and where it may travel. */
export { authenticateRequest } from './authenticate';
export { CREDENTIAL_TYPE, readCredentialFields, type CredentialFields } from './credentialFields';
export { stateOf, type CredentialState } from './credentialState';
export { credentialForRequest, type ExchangeContext } from './exchangeContext';
export { currentToken, obtainAccessToken } from './obtain';
export { baseUrlExpression, OTHER_SERVICE, presets } from './presets';
export { isSameOrigin } from './serviceUrl';
export { fingerprintOf, parseToken } from './storedToken';
export { testRequest } from './testRequest';
