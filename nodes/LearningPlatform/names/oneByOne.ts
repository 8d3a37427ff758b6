import { errorFromResponse, isRateLimit, UserFacingError } from '../errors';

/** Up to this many IDs are asked for at once. */
export const FEW = 50;

/** So many that are asked for at once, and all fail, are no matter of single records. */
const MANY_FAILURES = 5;

/** As the service would answer for an ID that cannot be one of a record. */
const NO_RECORD = errorFromResponse(404, '{"error":"recordNotFound"}');

/**
 * Asks for IDs one by one, each once for all that need it. What cannot be read of one record ends no list: it has no
 * answer, and `failureOf` says why.
 *
 * @param ask returns the failure of that record; throws where nothing can be read
 */
export function oneByOne(ask: (id: string) => Promise<UserFacingError | undefined>) {
	/** With what has failed, unless it is an answer about the record. */
	const asked = new Map<string, Promise<UserFacingError | undefined>>();
	/** HTTP status or the system's error code, by ID. */
	const failures = new Map<string, string>();

	async function answered(id: string): Promise<UserFacingError | undefined> {
		const failure = isSegment(id) ? await ask(id) : NO_RECORD;
		if (failure) failures.set(id, failure.reason);
		return failure?.reason === '403' || (failure && isMissing(failure)) ? undefined : failure;
	}

	async function askOnce(id: string): Promise<UserFacingError | undefined> {
		const answer = asked.get(id) ?? answered(id);
		asked.set(id, answer);
		answer.catch(() => asked.delete(id));
		return await answer;
	}

	return {
		/** @throws UserFacingError where nothing can be read, or a signal's reason */
		lookUp: async (ids: readonly string[]): Promise<void> => {
			for (let at = 0; at < ids.length; at += FEW) {
				const some = ids.slice(at, at + FEW).filter((id) => !failures.has(id));
				const failed = (await Promise.all(some.map(askOnce))).filter((one) => one !== undefined);
				if (!failed[0] || failed.length < Math.max(some.length, MANY_FAILURES)) continue;
				// They may be answered when they are asked for again.
				for (const id of some) {
					asked.delete(id);
					failures.delete(id);
				}
				throw failed[0];
			}
		},
		/** How many of the IDs, and those that were asked for before, make. */
		countWith: (ids: readonly string[]): number =>
			asked.size + ids.filter((id) => !asked.has(id)).length,
		failureOf: (id: string): string | undefined => failures.get(id),
	};
}

/** What cannot be one segment of an address is no ID. */
function isSegment(id: string): boolean {
	return !/^\.{1,2}$|[/\\\p{Cc}\p{Surrogate}]/u.test(id);
}

/** Whether the service knows the address, and says that there is no such record. */
export function isMissing({ reason, lacks }: UserFacingError): boolean {
	return (reason === '404' || reason === '410') && lacks !== 'list';
}

/** The error for one ID, which may be that of its record alone. @throws one that is about token, limit or n8n */
export function failureIn(error: unknown): UserFacingError {
	const mayBeOfRecord =
		error instanceof UserFacingError &&
		!isRateLimit(error) &&
		!/^(401|407)$/.test(error.reason) &&
		error.schedulerCause !== 'credential-invalid';
	if (!mayBeOfRecord) throw error;
	return error;
}
