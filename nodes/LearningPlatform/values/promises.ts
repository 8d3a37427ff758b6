export type Deferred<T> = ReturnType<typeof deferred<T>>;

/** A promise that is settled from outside: what `Promise.withResolvers` makes, which Node 20 does not have. */
export function deferred<T>() {
	let resolve!: (value: T | PromiseLike<T>) => void;
	let reject!: (reason: unknown) => void;
	const promise = new Promise<T>((...settle) => {
		[resolve, reject] = settle;
	});
	return { promise, resolve, reject };
}

/**
 * The result of `promise`, unless the signal fires first: then its reason is thrown. The work behind the promise goes
 * on, and its failure is ignored.
 */
export async function abortable<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
	if (!signal) return await promise;
	const aborted = deferred<never>();
	const onAbort = () => {
		aborted.reject(signal.reason);
	};
	signal.addEventListener('abort', onAbort, { once: true });
	if (signal.aborted) onAbort();
	try {
		return await Promise.race([promise, aborted.promise]);
	} finally {
		signal.removeEventListener('abort', onAbort);
	}
}

/** Marks a failure as seen: whoever awaits the promise later still gets it. */
export function markAsHandled(promise: Promise<unknown>): void {
	promise.catch(() => undefined);
}
