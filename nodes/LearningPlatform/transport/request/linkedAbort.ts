/**
 * An AbortController whose signal also fires with another one, until it is released.
 *
 * It does what `AbortSignal.any` does, but V8 would keep what that makes until its next full collection, and with it
 * the whole request that it belongs to: thousands of them in a long list.
 */
export class LinkedAbort {
	private readonly controller = new AbortController();

	private readonly follow = () => {
		this.controller.abort(this.parent.reason);
	};

	/** @param parent fires this one, too */
	constructor(private readonly parent: AbortSignal) {
		if (parent.aborted) this.follow();
		else parent.addEventListener('abort', this.follow, { once: true });
	}

	get signal(): AbortSignal {
		return this.controller.signal;
	}

	/** Fires this signal alone. */
	abort(reason: Error): void {
		this.release();
		this.controller.abort(reason);
	}

	/** Lets go of the other signal, which may live much longer. */
	release(): void {
		this.parent.removeEventListener('abort', this.follow);
	}
}
