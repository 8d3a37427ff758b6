import { errorFromResponse, isRateLimit, UserFacingError } from '../errors';

/** Up to this many IDs are asked for at once. */
export const FEW = 50;

/** So many failures that are no answers about a record, without an answer between them, are the service's. */
const MOST_IN_ROW = 5;

/** As the service would answer for an ID that cannot be one of a record. */
const NO_RECORD = errorFromResponse(404, '{"error":"recordNotFound"}');

/**
 * Asks for IDs one by one, each once for all that need it. What cannot be read of one record ends no list: it has no
 * answer, and `failureOf` says why.
 *
 * @param ask returns the failure of that record; throws where nothing can be read
 */
export function oneByOne(
	ask: (id: string, signal: AbortSignal) => Promise<UserFacingError | undefined>,
) {
	const asked = new Map<string, Promise<void>>();
	/** HTTP status or the system's error code, by ID. */
	const failures = new Map<string, string>();
	/** How often the service has answered, and what has failed since. */
	let answers = 0;
	const lately = new Map<string, UserFacingError>();
	/** By how many lists this is in use. */
	let uses = 0;
	let stop = new AbortController();

	async function answered(id: string): Promise<void> {
		const failure = isSegment(id) ? await ask(id, stop.signal) : NO_RECORD;
		if (failure) failures.set(id, failure.reason);
		if (!failure || isOfRecord(failure)) answers += 1;
		else lately.set(id, failure);
	}

	async function askOnce(id: string): Promise<void> {
		const answer = asked.get(id) ?? answered(id);
		asked.set(id, answer);
		answer.catch(() => asked.delete(id));
		await answer;
	}

	/** Forgets what has failed lately, because it may pass. @throws the first of these failures */
	function giveUp(): never {
		const failed = [...lately];
		for (const [id] of failed) {
			asked.delete(id);
			failures.delete(id);
		}
		lately.clear();
		throw failed[0]?.[1] ?? NO_RECORD;
	}

	return {
		/** @returns to be called once, when no more answers are needed. After the last call nothing more is read. */
		open: (): (() => void) => {
			uses += 1;
			return () => {
				uses -= 1;
				if (uses > 0) return;
				stop.abort(new Error('The names are not needed any more'));
				stop = new AbortController();
			};
		},
		/** Fires when no answer is needed any more. */
		signal: (): AbortSignal => stop.signal,
		/** @throws UserFacingError where nothing can be read, or a signal's reason */
		lookUp: async (ids: readonly string[]): Promise<void> => {
			for (let at = 0; at < ids.length; at += FEW) {
				const before = answers;
				await Promise.all(ids.slice(at, at + FEW).map(askOnce));
				// What fails is asked for several times, so that others may have been answered long before.
				if (answers > before) lately.clear();
				else if (lately.size >= MOST_IN_ROW) giveUp();
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

/** Whether a failure is an answer about one record: there is none, or it may not be read. */
function isOfRecord(failure: UserFacingError): boolean {
	return failure.reason === '403' || isMissing(failure);
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
