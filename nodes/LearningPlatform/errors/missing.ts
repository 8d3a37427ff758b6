import { serviceError, UserFacingError } from './userFacingError';

/**
 * The error that a record is missing, if it is; any other error as it is.
 *
 * @param name what it is, e.g. `course`
 */
export function explainMissing(error: unknown, name: string, id: string): unknown {
	if (!(error instanceof UserFacingError) || error.reason !== '404') return error;
	// The token endpoint may be missing as well.
	if (error.schedulerCause === 'credential-invalid') return error;
	return serviceError(
		`The service has no ${name} with the ID "${id}"`,
		`Check the ID, or choose From List: it may be misspelled, its record may have been deleted, or belong to another platform than the one of the credential. ${error.answer}`,
		{ reason: error.reason },
	);
}
