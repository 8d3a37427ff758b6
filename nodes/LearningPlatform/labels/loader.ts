import { Failure } from '../failures/failure';
import { isSegment } from '../values/identity';
import { deferred } from '../values/promises';

const MAX_SINGLE_LOOKUPS = 50;

/** If this many simultaneous requests all fail, the cause is not a single record. */
const MANY_FAILURES = 5;

/** The service's response to an ID that no record can have. */
const NO_RECORD = new Failure('recordNotFound', { status: 404, serviceCode: 'recordNotFound' });

/** Loads each value by ID only once: a few values individually, but many values from the list if there is one. */
export function batchLoader<Value>({
	readOne,
	readPages,
	check,
}: {
	/** Reads one value; throws if no record has the ID. */
	readOne: (id: string) => Promise<Value>;
	/** Reads the list of all values, page by page; omitted if the service does not have such a list. */
	readPages?: () => AsyncIterable<(readonly [id: string, value: Value])[]>;
	/** Called after a failure if there is no list; throws if no values can be read at all. */
	check?: (id: string) => Promise<void>;
}) {
	const values = new Map<string, Value>();
	/** For each failed ID, the HTTP status or system error code. */
	const failures = new Map<string, string>();
	/** By ID: the failure, or `undefined` if there is none or if it affects only that record. */
	const lookups = new Map<string, Promise<Failure | undefined>>();
	let list: Promise<true> | undefined;
	let nextPage = deferred<false>();

	const isUnknown = (id: string) => !values.has(id) && !failures.has(id);

	async function readAll(): Promise<true> {
		for await (const page of readPages?.() ?? []) {
			for (const [id, value] of page) values.set(id, value);
			nextPage.resolve(false);
			nextPage = deferred();
		}
		return true;
	}

	/** Waits until the list has delivered the requested values or has ended. @throws the reason if the list fails */
	async function readListUntil(isEnough: () => boolean): Promise<void> {
		let hasEnded = false;
		while (!hasEnded && !isEnough()) {
			// After a failure, the next caller tries again.
			list ??= readAll().catch((error: unknown) => {
				list = undefined;
				throw error;
			});
			hasEnded = await Promise.race([list, nextPage.promise]);
		}
	}

	/** @returns the failure, or `undefined` if there is none or if it affects only this record */
	async function lookUp(id: string): Promise<Failure | undefined> {
		const keep = (value: Value) => void values.set(id, value);
		const failure = isSegment(id) ? await readOne(id).then(keep, failureIn) : NO_RECORD;
		if (!failure) return undefined;
		const isForbidden = failure.status === 403 && failure.lacksScope;
		if (!isMissing(failure)) {
			const isEnough = () => values.has(id) || (isForbidden && values.size > 0);
			await (readPages ? readListUntil(isEnough) : check?.(id));
		}
		if (values.has(id)) return undefined;
		failures.set(id, failure.reason);
		// A service that cannot return single records may still list all of them.
		const isListed = readPages !== undefined && failure.lacksList;
		return isMissing(failure) || isForbidden || isListed ? undefined : failure;
	}

	async function lookUpOnce(id: string): Promise<Failure | undefined> {
		const lookup = lookups.get(id) ?? lookUp(id);
		lookups.set(id, lookup);
		lookup.catch(() => lookups.delete(id));
		return await lookup;
	}

	/** @throws Failure if no value can be read */
	async function lookUpAll(ids: readonly string[]): Promise<void> {
		for (let at = 0; at < ids.length; at += MAX_SINGLE_LOOKUPS) {
			const batch = ids.slice(at, at + MAX_SINGLE_LOOKUPS);
			const failed = (await Promise.all(batch.map(lookUpOnce))).filter((one) => one !== undefined);
			const isNobodyRead = values.size === 0 && list === undefined;
			if (!failed[0] || failed.length < batch.length) continue;
			if (failed.length < MANY_FAILURES && !isNobodyRead) continue;
			// A later request may succeed.
			for (const id of batch) {
				lookups.delete(id);
				failures.delete(id);
			}
			throw failed[0];
		}
	}

	return {
		/** Loads the values for all IDs. @throws Failure if no value can be read, or the abort reason */
		load: async (ids: Iterable<string>): Promise<void> => {
			const unknown = [...ids].filter(isUnknown);
			const isMany =
				lookups.size + unknown.filter((id) => !lookups.has(id)).length > MAX_SINGLE_LOOKUPS;
			if (readPages && (list || isMany)) await readListUntil(() => !unknown.some(isUnknown));
			await lookUpAll(unknown.filter(isUnknown));
		},
		get: (id: string): Value | undefined => values.get(id),
		failureOf: (id: string): string | undefined => failures.get(id),
	};
}

/** Returns true if the record is missing, but false if the service does not recognize the URL. */
function isMissing({ status, lacksList }: Failure): boolean {
	return (status === 404 || status === 410) && !lacksList;
}

/** Returns a failure that may affect only one record. @throws any other error, e.g. about the token or a rate limit */
function failureIn(error: unknown): Failure {
	const mayBeOfRecord =
		error instanceof Failure &&
		!error.isRateLimit &&
		error.status !== 407 &&
		!error.isCredentialError;
	if (!mayBeOfRecord) throw error;
	return error;
}
