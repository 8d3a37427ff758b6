/** What can go wrong, in words, and whether it is worth trying again. */
export { excerpt, neverQuote, quoteLink, readServiceError, saidIn, wordsOf } from './quote';
export { isRateLimit, waitAskedFor, withRetries } from './retry';
export { errorFromRefusedToken, errorFromResponse, explainStatus } from './status';
export { errorFromBrokenBody, errorFromSystem } from './system';
export {
	ADDRESS_FIELD,
	CHECK_ADDRESS,
	credentialError,
	inWordsOfForm,
	onPage,
	serviceError,
	UserFacingError,
} from './userFacingError';
