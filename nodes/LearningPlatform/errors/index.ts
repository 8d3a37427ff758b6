/** Explains failures to users, and decides which are worth a retry. */
export { excerpt, neverQuote, quoteLink, readServiceError, serviceMessage, wordsOf } from './quote';
export { isRateLimit, waitAskedFor, waitToRetry } from './retry';
export { errorFromRefusedToken, errorFromResponse, explainStatus, isPassing } from './status';
export { errorFromBrokenBody, errorFromSystem } from './system';
export {
	ADDRESS_EXAMPLE,
	CHECK_ADDRESS,
	CHECK_FIELD,
	CHECK_LIST,
	credentialError,
	explainMissing,
	invalidEntry,
	inWordsOf,
	renderAdvice,
	serviceError,
	type ReadersForm,
	UserFacingError,
} from './userFacingError';
