import type { Page } from '../../transport/pages';
import { abortable, deferred } from '../../transport/promises';
import { Line } from './line';
import type { Part } from './part';
import type { PartSlots } from './partSlots';
import type { PartSource } from './partSource';
import { Plan, type PartSize } from './plan';
import { Reading } from './reading';

/** How the parts of a list are read. */
export interface ReaderOptions {
	maxRetries: number;
	/** How many pages are requested ahead as long as the list is in one part. */
	ahead: number;
	/** How many pages may wait until those before them are here. */
	maxWaitingPages: number;
	partSize: PartSize;
}

/** Enough for a part, since others are under way at the same time. */
const PAGES_AHEAD_IN_PARTS = 1;

/** Reads the parts that a plan asks for, as many at once as there are slots, and hands on their pages in order. */
export class PartsReader {
	/** From the first page on. */
	private layout: { line: Line; plan: Plan } | undefined;

	private readings: Reading[] = [];

	private failure: { error: unknown } | undefined;

	private change = deferred<undefined>();

	/** Without those of parts that were cut. */
	private recordsRead = 0;

	/** Whether the list is known to have three pages. A shorter one is not worth a cut. */
	private isLong = false;

	/** @param signal ends the reading */
	constructor(
		private readonly source: PartSource,
		private readonly slots: PartSlots,
		private readonly options: ReaderOptions,
		private readonly signal: AbortSignal,
	) {}

	async *pages(): AsyncGenerator<Page, void> {
		this.begin(undefined);
		for (let number = 1; ; number += 1) {
			let page = this.takePage();
			while (!page && !this.isDone) {
				await abortable(this.change.promise, this.signal);
				page = this.takePage();
			}
			if (!page) return;
			yield { number, records: page.records };
		}
	}

	private get isDone(): boolean {
		return this.layout?.plan.parts.length === 0;
	}

	/**
	 * The next page in order, if it is here and its part will not be cut any more.
	 *
	 * @throws what ended the list
	 */
	private takePage(): Page | undefined {
		if (this.failure) throw this.failure.error;
		for (let head = this.head; head; head = this.head) {
			const page = head.isOver || head.part?.isFollowed ? head.pages.shift() : undefined;
			if (!page && !head.isOver) return undefined;
			if (!page) this.layout?.plan.parts.shift();
			if (!page) this.forget(head);
			this.goOn();
			if (page) return page;
		}
		return undefined;
	}

	/** The reading of the first part. */
	private get head(): Reading | undefined {
		const [first] = this.layout?.plan.parts ?? [];
		return first && this.readings.find(({ part }) => part === first);
	}

	/** @param part `undefined` for the whole list */
	private begin(part: Part | undefined): void {
		const reading = new Reading(part, part && this.layout?.line.turn(part), this.hasFreeSlot);
		this.readings.push(reading);
		void this.read(reading);
	}

	/** Reads a part to its end, or until it is stopped. Never rejects. */
	private async read(reading: Reading): Promise<void> {
		try {
			await this.readPages(reading);
			reading.isOver = true;
		} catch (error) {
			if (reading.isStopped) return;
			this.failure ??= { error: this.source.withPlace(error, reading, this.recordsRead) };
		}
		reading.hasSlot = false;
		this.goOn();
	}

	private async readPages(reading: Reading): Promise<void> {
		const { range, stopSignal } = reading;
		const listing = {
			maxRetries: this.options.maxRetries,
			ahead: PAGES_AHEAD_IN_PARTS,
			onHeaders: (page: number, hasNext: boolean) => {
				this.noteHeaders(reading, page, hasNext);
			},
		};
		const signal = AbortSignal.any([this.signal, stopSignal]);
		for await (const { isLast, ...page } of this.source.pages(range, signal, listing)) {
			// It may have been stopped while the page came, and may be stopped because of it.
			if (!reading.isStopped) this.addPage(reading, page, isLast);
			if (reading.isStopped) return;
			if (!range || reading.part?.isFollowed) listing.ahead = this.options.ahead;
			if (isLast || !this.isFull || reading === this.head) continue;
			const turn = reading.wait(signal);
			this.goOn();
			await turn;
		}
	}

	/** @throws ServiceError for records by which the list cannot be split */
	private addPage(reading: Reading, page: Page, isLast: boolean): void {
		reading.pageNumber = page.number;
		const seconds = this.source.secondsOf(page, reading.range);
		this.layout ??= this.layOut(seconds);
		const { line, plan } = this.layout;
		const part = (reading.part ??= plan.whole);
		part.isEnding = reading.isEnding;
		const positions = seconds.map((second) => line.positionOf(second));
		plan.add(part, positions, isLast);
		this.recordsRead += page.records.length;
		reading.pages.push(page);
		this.goOn();
	}

	private layOut(seconds: readonly number[]): { line: Line; plan: Plan } {
		const line = Line.along(seconds);
		const range = line.turn(this.source.range);
		return { line, plan: new Plan(range, line.horizon, this.options.partSize) };
	}

	/** The headers of a page have come, with its link to another one. */
	private noteHeaders(reading: Reading, page: number, hasNext: boolean): void {
		if (hasNext) {
			reading.part?.answer(true);
			if (page > 1) this.isLong = true;
		} else {
			reading.isEnding = true;
			reading.hasSlot = false;
			if (reading.part) reading.part.isEnding = true;
		}
		this.goOn();
	}

	/** Does what can be done now: cuts parts, begins others, lets those that wait go on and the next page out. */
	private goOn(): void {
		const isGoingOn = !this.failure && !this.signal.aborted;
		if (this.layout && isGoingOn && this.isLong) this.useSlots(this.layout.plan);
		const { change } = this;
		this.change = deferred();
		change.resolve(undefined);
	}

	private useSlots(plan: Plan): void {
		if (this.isFull) this.makeRoom(plan);
		this.slots.renew(this.slotsInUse);
		this.resumeWaiting();
		for (;;) {
			// The first part may always be read, or all others could wait for it forever.
			const mayBegin = this.hasFreeSlot && !this.isFull;
			if (!mayBegin && plan.parts[0]?.state !== 'open') break;
			const part = plan.next(this.slots.count);
			const cut = part ? undefined : plan.cutLongest();
			if (part) this.begin(part);
			else if (cut) this.drop(cut);
			else break;
		}
		this.slots.keep(this.slotsInUse);
	}

	/** Too many pages wait: drops those that would wait for long, or whose part is better read in smaller ones. */
	private makeRoom(plan: Plan): void {
		for (const { isWaiting, part } of [...this.readings]) {
			if (isWaiting && part && plan.cutIfTooLong(part)) this.drop(part);
		}
		while (this.isFull) {
			const part = plan.forgetFarthest();
			if (!part) return;
			this.drop(part, 'putOff');
		}
	}

	private resumeWaiting(): void {
		for (const reading of this.readings) {
			const mayRead = (!this.isFull && this.hasFreeSlot) || reading === this.head;
			if (reading.isWaiting && mayRead) reading.resume(this.hasFreeSlot);
		}
	}

	/** @param why as the log says it */
	private drop(part: Part, why: 'cut' | 'putOff' = 'cut'): void {
		const reading = this.readings.find((one) => one.part === part);
		if (!reading) return;
		reading.stop();
		this.source.logOf(reading.range)[why](part.pages);
		this.recordsRead -= part.records;
		this.forget(reading);
	}

	private forget(reading: Reading): void {
		this.readings = this.readings.filter((one) => one !== reading);
	}

	private get hasFreeSlot(): boolean {
		return this.slotsInUse < this.slots.count;
	}

	private get slotsInUse(): number {
		return this.readings.filter(({ hasSlot }) => hasSlot).length;
	}

	/** Whether no more pages should wait. */
	private get isFull(): boolean {
		const waiting = this.readings.reduce((sum, { pages }) => sum + pages.length, 0);
		return waiting >= this.options.maxWaitingPages;
	}
}
