/** Explains failures to users and decides which are worth retrying. */
export {
	errorFromResponse,
	explainMissing,
	explainStatus,
	isPassing,
	waitAskedFor,
} from './status';
export { errorFromBrokenBody, errorFromSystem } from './system';
export {
	credentialError,
	invalidEntry,
	inWordsOf,
	serviceError,
	UserFacingError,
	waitToRetry,
} from './userFacingError';
export {
	ADDRESS_EXAMPLE,
	CHECK_ADDRESS,
	CHECK_FIELD,
	CHECK_LIST,
	excerpt,
	neverQuote,
	quoteLink,
	quoteService,
	renderAdvice,
	serviceMessage,
	type ReadersForm,
} from './words';
