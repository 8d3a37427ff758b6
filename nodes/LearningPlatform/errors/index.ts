/** What can go wrong, in words, and whether it is worth trying again. */
export { excerpt, neverQuote, quoteLink, readServiceError, saidIn, wordsOf } from './quote';
export { isRateLimit, waitAskedFor, waitToRetry } from './retry';
export { errorFromRefusedToken, errorFromResponse, explainStatus, isPassing } from './status';
export { errorFromBrokenBody, errorFromSystem } from './system';
export {
	aboutAddress,
	ADDRESS_EXAMPLE,
	CHECK_ADDRESS,
	CHECK_FIELD,
	CHECK_LIST,
	proseOf,
	type ReadersForm,
} from './advice';
export {
	credentialError,
	explainMissing,
	inWordsOf,
	onPage,
	serviceError,
	UserFacingError,
} from './userFacingError';
