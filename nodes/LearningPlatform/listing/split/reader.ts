import { ServiceError } from '../../transport/errors';
import { listPages, PageError, type Page } from '../../transport/pages';
import type { ListingLog } from '../../transport/log';
import { abortable, deferred, type Deferred } from '../../transport/promises';
import type { Connection } from '../../transport/request';
import { nameOfPart, SplitQuery } from './bounds';
import { Line } from './line';
import type { Part, Range } from './part';
import { Plan } from './plan';
import { PartSlots } from './partSlots';
import { secondsReader } from './seconds';

export interface SplitOptions {
	/** The filters of the whole list. */
	query: string;
	/** A date that every record has, and that the service filters by. */
	field: string;
	maxRetries: number;
	/** How many pages are requested ahead as long as the list is in one part. */
	ahead: number;
	/** How many pages may wait until those before them are here. */
	maxWaitingPages: number;
}

/** Parts of a reader who cannot let many pages wait: a page each, so that the first one is never far behind. */
const SMALL = { partPages: { min: 0.9, max: 0.9 }, maxPartsAtOnce: 8 };

/** More parts at once would take more memory than they save time. */
const LARGE = { partPages: { min: 1, max: 6 }, maxPartsAtOnce: 16 };

/** Enough for a part, since others are under way at the same time. */
const PAGES_AHEAD_IN_PARTS = 1;

/**
 * The pages of a list, like those of `listPages`, but read in several parts at once as soon as it turns out long.
 * They come by part, and within a part in the order of the service: from the oldest part on, or from the newest
 * if the service lists the newest first.
 *
 * @param url of the list, without filters
 * @throws PageError for a page that failed after all retries, and for a record that belongs to no part or to
 * another one; UserFacingError for filters that cannot be narrowed; or `connection.signal.reason`
 */
export async function* listInParts(
	connection: Connection,
	url: string,
	options: SplitOptions,
): AsyncGenerator<Page, void> {
	const stop = new AbortController();
	const signal = AbortSignal.any([connection.signal, stop.signal]);
	const reader = new PartsReader({ ...connection, signal }, url, options);
	try {
		yield* reader.pages();
	} finally {
		stop.abort(new Error('The rest of the list is not needed'));
		reader.slots.release();
	}
}

/** A part that is being read, or has been read and was not handed on yet. */
interface Reading {
	/** `undefined` for the whole list as long as nothing is known of it. */
	part: Part | undefined;
	/** In seconds; `undefined` for the whole list. */
	range: Range | undefined;
	/** Its pages that were not handed on yet. */
	pages: Page[];
	/** Number of the page that came last. */
	pageNumber: number;
	stop: AbortController;
	hasSlot: boolean;
	/** Whether the headers of its last page are here. */
	isEnding: boolean;
	/** Whether its last page is here. */
	isOver: boolean;
	/** Lets it go on when it has to wait for the parts before it. */
	turn: Deferred<undefined> | undefined;
}

/** Reads the parts that a plan asks for. */
class PartsReader {
	private readonly query: SplitQuery;

	private readonly secondsOf: ReturnType<typeof secondsReader>;

	private readonly measures: typeof LARGE;

	/** From the first page on. */
	private layout: { line: Line; plan: Plan } | undefined;

	private readings: Reading[] = [];

	readonly slots: PartSlots;

	private failure: { error: unknown } | undefined;

	private change = deferred<undefined>();

	/** Without those of parts that were cut. */
	private recordsRead = 0;

	/** Whether the list is known to have three pages. A shorter one is not worth a cut. */
	private isLong = false;

	constructor(
		private readonly connection: Connection,
		private readonly url: string,
		private readonly options: SplitOptions,
	) {
		this.query = new SplitQuery(options.query, options.field);
		this.secondsOf = secondsReader(options.field);
		this.measures = options.maxWaitingPages === Infinity ? LARGE : SMALL;
		this.slots = new PartSlots(connection.fingerprint, this.measures.maxPartsAtOnce);
	}

	async *pages(): AsyncGenerator<Page, void> {
		this.begin(undefined);
		for (let number = 1; ; number += 1) {
			let page = this.takePage();
			while (!page && !this.isDone) {
				await abortable(this.change.promise, this.connection.signal);
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
		const reading: Reading = {
			part,
			range: part && this.layout?.line.turn(part),
			pages: [],
			pageNumber: 0,
			stop: new AbortController(),
			hasSlot: this.hasFreeSlot,
			isEnding: false,
			isOver: false,
			turn: undefined,
		};
		this.readings.push(reading);
		void this.read(reading);
	}

	/** Reads a part to its end, or until it is cut. Never rejects. */
	private async read(reading: Reading): Promise<void> {
		try {
			await this.readPages(reading);
			reading.isOver = true;
		} catch (error) {
			if (reading.stop.signal.aborted) return;
			this.failure ??= { error: this.withPlace(error, reading) };
		}
		reading.hasSlot = false;
		this.goOn();
	}

	private async readPages(reading: Reading): Promise<void> {
		const { range, stop } = reading;
		const connection = {
			...this.connection,
			log: this.logOf(reading),
			signal: AbortSignal.any([this.connection.signal, stop.signal]),
		};
		const query = range ? this.query.of(range) : this.query.whole;
		const listing = {
			maxRetries: this.options.maxRetries,
			ahead: PAGES_AHEAD_IN_PARTS,
			onHeaders: (page: number, hasNext: boolean) => {
				this.noteHeaders(reading, page, hasNext);
			},
		};
		const url = query === '' ? this.url : `${this.url}?${query}`;
		for await (const { isLast, ...page } of listPages(connection, url, listing)) {
			// It may have been cut while the page came, and may be cut because of it.
			if (!stop.signal.aborted) this.addPage(reading, page, isLast);
			if (stop.signal.aborted) return;
			if (!range || reading.part?.isFollowed) listing.ahead = this.options.ahead;
			if (isLast || !this.isFull || reading === this.head) continue;
			reading.hasSlot = false;
			reading.turn = deferred();
			this.goOn();
			await abortable(reading.turn.promise, connection.signal);
		}
	}

	/** @throws ServiceError for records by which the list cannot be split */
	private addPage(reading: Reading, page: Page, isLast: boolean): void {
		const { range } = reading;
		reading.pageNumber = page.number;
		const seconds = this.secondsOf(page.records, range && this.query.inner(range));
		this.layout ??= this.layOut(seconds);
		const { line, plan } = this.layout;
		const part = (reading.part ??= plan.whole);
		part.isEnding = reading.isEnding;
		plan.add(
			part,
			seconds.map((second) => line.positionOf(second)),
			isLast,
		);
		this.recordsRead += page.records.length;
		reading.pages.push(page);
		this.goOn();
	}

	private layOut(seconds: readonly number[]): { line: Line; plan: Plan } {
		const line = Line.along(seconds);
		const range = line.turn(this.query.range);
		return { line, plan: new Plan(range, line.horizon, this.measures.partPages) };
	}

	/** The headers of a page have come, with its link to another one. */
	private noteHeaders(reading: Reading, page: number, hasNext: boolean): void {
		if (!hasNext) {
			reading.isEnding = true;
			reading.hasSlot = false;
			if (reading.part) reading.part.isEnding = true;
		} else if (page > 1) {
			this.isLong = true;
		}
		this.goOn();
	}

	/** Does what can be done now: cuts parts, begins others, lets those that wait go on and the next page out. */
	private goOn(): void {
		if (this.layout && !this.failure && !this.connection.signal.aborted) {
			this.useSlots(this.layout.plan);
		}
		const { change } = this;
		this.change = deferred();
		change.resolve(undefined);
	}

	private useSlots(plan: Plan): void {
		if (!this.isLong) return;
		if (this.isFull) this.cutWaiting(plan);
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

	private cutWaiting(plan: Plan): void {
		for (const { part, turn } of [...this.readings]) {
			if (turn && part && plan.cutIfTooLong(part)) this.drop(part);
		}
	}

	private resumeWaiting(): void {
		for (const reading of this.readings) {
			const mayRead = !this.isFull && this.hasFreeSlot;
			if (!reading.turn || !(mayRead || reading === this.head)) continue;
			reading.hasSlot = this.hasFreeSlot;
			reading.turn.resolve(undefined);
			reading.turn = undefined;
		}
	}

	private drop(part: Part): void {
		const reading = this.readings.find((one) => one.part === part);
		if (!reading) return;
		reading.stop.abort(new Error('The part is read in smaller parts'));
		this.logOf(reading).cut(part.pages);
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

	private logOf(reading: Reading): ListingLog {
		const { log } = this.connection;
		const part = this.nameOf(reading);
		return part === undefined ? log : log.ofPart(part);
	}

	/** Only ends that are not the user's own go into messages and n8n's log. */
	private nameOf({ range }: Reading): string | undefined {
		return range && nameOfPart(this.query.inner(range));
	}

	/** What ended the list, with page and part. */
	private withPlace(error: unknown, reading: Reading): unknown {
		const part = this.nameOf(reading);
		if (error instanceof PageError) {
			return new PageError(error.page, this.recordsRead, error.failure, part);
		}
		return error instanceof ServiceError
			? new PageError(reading.pageNumber, this.recordsRead, error, part)
			: error;
	}
}
