/** What can go wrong, in words, and whether it is worth trying again. */
export { ADDRESS_FIELD } from './addressField';
export { excerpt, saidIn, wordsOf } from './errorBody';
export { explainStatus } from './errorTable';
export { parseRetryAfter, TOO_MANY_REQUESTS, withRetries } from './retry';
export {
	CredentialError,
	errorFromBrokenBody,
	errorFromResponse,
	errorFromSystem,
	ServiceError,
} from './serviceError';
export { UserFacingError } from './userFacingError';
