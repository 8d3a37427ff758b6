import { onPage, UserFacingError } from '../errors';
import {
	firstPageUrl,
	listPages,
	progressCheck,
	slotsForParts,
	type Total,
	type Connection,
	type ListedPage,
} from '../service';
import { pageCount } from '../n8n/log';
import { abortable, deferred } from '../values/promises';
import type { dateRanges } from './dateRanges';
import type { Part } from './part';
import { Plan } from './plan';

/** Where few pages may wait: parts of a page each, so that the first part is never far behind. */
const SMALL = { partSize: { min: 0.9, max: 0.9, reach: 12 }, maxPartsAtOnce: 8 };

/** More parts at once would take more memory than they save time. */
const LARGE = { partSize: { min: 1, max: 6, reach: Infinity }, maxPartsAtOnce: 16 };

/** Reads a list in parts (docs/design.md, Parts of a list). Dates may rise or fall, as in the service's own order. */
export class PartsReader {
	private readonly plan: Plan;

	private readonly slots: ReturnType<typeof slotsForParts>;

	private readonly stop = new AbortController();

	private readonly signal: AbortSignal;

	private total: Total | undefined;

	private failure: { error: unknown } | undefined;

	private change = deferred<undefined>();

	private handedOn = 0;

	/** Whether the list is known to have three pages. A shorter one is not worth a cut. */
	private isLong = false;

	/**
	 * @param ranges of a date that every record has, and that the service filters by
	 * @param maxWaitingPages how many pages may wait until those before them are here
	 */
	constructor(
		private readonly connection: Connection,
		private readonly ranges: ReturnType<typeof dateRanges>,
		private readonly maxWaitingPages: number,
	) {
		const { partSize, maxPartsAtOnce } = maxWaitingPages === Infinity ? LARGE : SMALL;
		this.plan = new Plan(ranges.whole, partSize);
		this.slots = slotsForParts(connection.fingerprint, maxPartsAtOnce);
		this.signal = AbortSignal.any([connection.signal, this.stop.signal]);
	}

	/**
	 * @throws UserFacingError for a page that failed after all retries, and for a record that belongs to no part or to
	 * another one; or `connection.signal.reason`
	 */
	async *pages(): AsyncGenerator<ListedPage, void> {
		const { parts } = this.plan;
		// A record whose date is edited meanwhile can be in two parts.
		const findNew = progressCheck(this.connection.listing, [this.ranges.field]);
		let number = 0;
		try {
			for (const whole of parts) void this.read(whole);
			for (let [head] = parts; head; [head] = parts) {
				if (this.failure) throw this.failure.error;
				const isRead = head.state === 'read';
				const page = isRead || head.isFollowed ? head.waiting.shift() : undefined;
				if (page) {
					this.advance();
					number += 1;
					const records = findNew(page.sent);
					this.handedOn += records.length;
					yield { ...page, number, records };
				} else if (isRead) {
					parts.shift();
					this.advance();
				} else {
					await abortable(this.change.promise, this.signal);
				}
			}
			await this.checkTotal();
		} finally {
			this.stop.abort(new Error('The rest of the list is not needed'));
			this.slots.keep(0);
		}
	}

	/** @throws UserFacingError when the service still says that the list has more records than were found by their date */
	private async checkTotal(): Promise<void> {
		const found = this.handedOn;
		const isShort = (total: Total | undefined): total is Total => (total?.count ?? 0) > found;
		if (!isShort(this.total)) return;
		// Records may have been removed since that was said.
		const again = listPages(this.connection, firstPageUrl(this.connection), { ahead: 0 });
		for await (const { total } of again) {
			if (isShort(total)) throw this.ranges.leftOut(total, found);
			return;
		}
	}

	/** Reads a part to its end, or until it is stopped. Never rejects. */
	private async read(part: Part): Promise<void> {
		try {
			await this.readPages(part);
		} catch (error) {
			if (part.stop.signal.aborted) return;
			this.failure ??= { error: this.withPlace(error, part) };
		}
		this.advance();
	}

	private async readPages(part: Part): Promise<void> {
		const isWhole = this.labelOf(part) === undefined;
		const options = {
			// Enough for each of several parts that are read at once.
			ahead: 1,
			onHeaders: (page: number, hasNext: boolean) => {
				this.noteHeaders(part, page, hasNext);
			},
		};
		const signal = AbortSignal.any([this.signal, part.stop.signal]);
		const connection = { ...this.connection, log: this.logOf(part), signal };
		const url = firstPageUrl(connection, this.ranges.filtersFor(this.plan.rangeOf(part)));
		for await (const page of listPages(connection, url, options)) {
			if (isWhole) this.total = page.total;
			// The part may have been cut while the page came, and the page may be why it is cut.
			if (!part.stop.signal.aborted) this.addPage(part, page);
			if (part.stop.signal.aborted) return;
			if (part.state !== 'reading' || !this.isFull || part === this.plan.parts[0]) continue;
			part.state = 'paused';
			this.advance();
			while (part.isPaused) await abortable(this.change.promise, signal);
		}
	}

	/** @throws UserFacingError for records by which the list cannot be split */
	private addPage(part: Part, { sent, date, next }: ListedPage): void {
		const seconds = this.ranges.secondsOf(sent, this.plan.rangeOf(part));
		this.plan.add(part, seconds, next?.kind === 'end');
		part.waiting.push({ records: sent, sent, date });
		this.advance();
	}

	private noteHeaders(part: Part, page: number, hasNext: boolean): void {
		if (hasNext) part.answer(true);
		else part.state = 'ending';
		if (hasNext && page > 1) this.isLong = true;
		this.advance();
	}

	private withPlace(error: unknown, part: Part): unknown {
		if (this.signal.aborted) return this.signal.reason;
		const page = error instanceof UserFacingError ? error.page : undefined;
		const waiting = this.plan.parts.flatMap((one) => one.waiting.flatMap(({ sent }) => sent));
		return onPage(error, {
			number: page?.number ?? part.pages + 1,
			part: this.labelOf(part),
			recordsRead: this.handedOn + waiting.length,
		});
	}

	private labelOf(part: Part): string | undefined {
		return this.ranges.labelOf(this.plan.rangeOf(part));
	}

	private logOf(part: Part): Connection['log'] {
		const { log } = this.connection;
		const label = this.labelOf(part);
		return label === undefined ? log : log.ofPart(label);
	}

	/** Does what is possible now: cuts parts, begins others, resumes paused ones and hands on the next page. */
	private advance(): void {
		if (this.isLong && !this.failure && !this.signal.aborted) this.useSlots();
		const { change } = this;
		this.change = deferred();
		change.resolve(undefined);
	}

	private useSlots(): void {
		const { plan, slots } = this;
		while (this.isFull) {
			const farthest = plan.forgetFarthest();
			if (!farthest) break;
			this.drop(farthest, 'put off');
		}
		slots.renew(this.slotsInUse);
		// The first part may always be read, or all others could wait for it forever.
		for (const part of plan.parts) {
			const mayRead = this.mayBegin || part === plan.parts[0];
			if (part.isPaused && mayRead) part.state = 'reading';
		}
		while (this.mayBegin || plan.parts[0]?.state === 'open') {
			const part = plan.next(slots.count());
			const cut = part ? undefined : plan.cutLongest();
			if (part) void this.read(part);
			else if (cut) this.drop(cut, 'cut');
			else break;
		}
		slots.keep(this.slotsInUse);
	}

	/** @param why as the log says it */
	private drop(part: Part, why: 'cut' | 'put off'): void {
		part.stop.abort(new Error('The part is read in smaller parts, or later'));
		const { pages } = part;
		this.logOf(part).info(`${why} after ${pageCount(pages)}, to be read again`, { pages });
	}

	private get mayBegin(): boolean {
		return !this.isFull && this.slotsInUse < this.slots.count();
	}

	private get slotsInUse(): number {
		return this.plan.parts.filter(({ state }) => state === 'reading').length;
	}

	private get isFull(): boolean {
		const waiting = this.plan.parts.reduce((sum, part) => sum + part.waiting.length, 0);
		return waiting >= this.maxWaitingPages;
	}
}
