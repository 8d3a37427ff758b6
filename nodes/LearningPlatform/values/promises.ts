export type Deferred<T> = ReturnType<typeof deferred<T>>;

/** Makes a promise to settle from outside, like `Promise.withResolvers`, which Node 20 lacks. */
export function deferred<T>() {
	let resolve!: (value: T | PromiseLike<T>) => void;
	let reject!: (reason: unknown) => void;
	const promise = new Promise<T>((...settle) => {
		[resolve, reject] = settle;
	});
	return { promise, resolve, reject };
}

/** Returns the result of `promise`, or throws the signal's reason if that fires first and ignores the promise. */
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

/** Marks a failure as handled; a later `await` still throws it. */
export function markAsHandled(promise: Promise<unknown>): void {
	promise.catch(() => undefined);
}
