/** Returns a promise with its `resolve` and `reject` functions: Node 20 has no `Promise.withResolvers`. */
export function deferred<T>() {
	let resolve!: (value: T | PromiseLike<T>) => void;
	let reject!: (reason: unknown) => void;
	const promise = new Promise<T>((...settle) => {
		[resolve, reject] = settle;
	});
	return { promise, resolve, reject };
}

/** Waits for a promise. @throws `signal.reason` if the signal is aborted first */
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

/** Prevents the warning about an unhandled rejection; a later `await` still throws the error. */
export function markAsHandled(promise: Promise<unknown>): void {
	promise.catch(() => undefined);
}
