import type { Page } from '../../transport/pages';
import { abortable, deferred, type Deferred } from '../../transport/promises';
import type { Part, Range } from './part';

/** A part that is being read, or has been read and was not handed on yet. */
export class Reading {
	/** Its pages that were not handed on yet. */
	readonly pages: Page[] = [];

	/** Number of the page that came last. */
	pageNumber = 0;

	/** Whether the headers of its last page are here. */
	isEnding = false;

	/** Whether its last page is here. */
	isOver = false;

	private readonly stopping = new AbortController();

	/** Ends the waiting for the parts before it. */
	private turn: Deferred<undefined> | undefined;

	/**
	 * @param part `undefined` for the whole list as long as nothing is known of it
	 * @param range in seconds; `undefined` for the whole list
	 */
	constructor(
		public part: Part | undefined,
		readonly range: Range | undefined,
		public hasSlot: boolean,
	) {}

	/** Fires when the part is not to be read any more. */
	get stopSignal(): AbortSignal {
		return this.stopping.signal;
	}

	get isStopped(): boolean {
		return this.stopping.signal.aborted;
	}

	stop(): void {
		this.stopping.abort(new Error('The part is read in smaller parts, or later'));
	}

	get isWaiting(): boolean {
		return this.turn !== undefined;
	}

	/**
	 * Gives its slot back, to wait until it is resumed.
	 *
	 * @returns ends then
	 * @throws the reason of the signal
	 */
	async wait(signal: AbortSignal): Promise<void> {
		this.hasSlot = false;
		this.turn = deferred();
		await abortable(this.turn.promise, signal);
	}

	resume(hasSlot: boolean): void {
		this.hasSlot = hasSlot;
		this.turn?.resolve(undefined);
		this.turn = undefined;
	}
}
