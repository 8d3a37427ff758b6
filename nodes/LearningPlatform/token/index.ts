/** Reads the credential, and remembers its access token. */
export {
	apiUrl,
	credentialForm,
	exchangeContexts,
	fingerprintOf,
	isSameOrigin,
	OTHER_SERVICE,
	presets,
	readCredentialFields,
} from './credential';
export { accountOf, parseToken, type TokenLog } from './account';
