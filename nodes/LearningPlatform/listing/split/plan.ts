import { Guess } from './guess';
import { Part, type Range } from './part';

/** How many pages a part is made to have. */
export interface PartSize {
	min: number;
	max: number;
}

/** So many parts of a size that each slot gets a part, and the smaller ones that follow end at the same time. */
const PARTS_A_SLOT = 1.3;

/** A list is not supposed to have more than so many times the pages that were read. */
const MAX_GROWTH = 150;

/** So many pages are supposed when nothing shows how many there are. */
const SUPPOSED_PAGES = 50;

/** A part with fewer pages left is not worth a cut. */
const MIN_PAGES_LEFT = 4;

/** A part in no order that has so many pages, and so many times those that were supposed, is quite another one. */
const SURPRISE = { pages: 8, times: 4 };

/** Requests that may have been in vain, beside a share of those that were not. */
const WASTE = { requests: 12, share: 0.5 };

/**
 * Decides in which parts a list is read: ranges that neither overlap nor leave a gap, whatever is supposed about
 * them. Positions are those on a line on which the list begins at the left, if it is listed by date at all.
 *
 * Of a list in order the last record shows how far it was read; what is left is cut evenly. Pages in no order are
 * a sample; the list is cut by its quantiles. A part that is cut is forgotten and read anew, because its order is
 * only supposed. So the records come from ranges alone.
 */
export class Plan {
	/** The whole list, as long as it is not cut. */
	readonly whole: Part;

	/** In order; those that were handed on are gone. */
	readonly parts: Part[];

	private pageSize = 1;

	private pagesRead = 0;

	/** Pages that were forgotten or empty. */
	private wasted = 0;

	/**
	 * @param range of the list, open at both ends if the user has no filter on the field
	 * @param horizon where an open range is supposed to end
	 * @param partPages larger parts wait longer for each other, smaller ones end more often in the middle of a page
	 */
	constructor(
		range: Range,
		private readonly horizon: number,
		private readonly partPages: PartSize,
	) {
		const { from, to } = range;
		const knots = [Math.max(from, Number.MIN_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)];
		this.whole = new Part(from, to, new Guess(knots, SUPPOSED_PAGES));
		this.whole.state = 'reading';
		this.parts = [this.whole];
	}

	/** Notes a page of a part. */
	add(part: Part, positions: readonly number[], isLast: boolean): void {
		part.add(positions);
		this.pagesRead += 1;
		this.pageSize = Math.max(this.pageSize, positions.length);
		if (!isLast) return;
		part.state = 'read';
		part.guess.learn(part.from, part.to, part.records / this.pageSize);
		if (part.records === 0) this.wasted += 1;
	}

	/**
	 * The next part to read.
	 *
	 * @param slots how many parts can be read at once
	 */
	next(slots: number): Part | undefined {
		const at = this.parts.findIndex(({ state }) => state === 'open');
		const open = this.parts[at];
		if (!open) return undefined;
		const part = this.firstPieceOf(open, slots);
		part.state = 'reading';
		const rest = part.to < open.to ? [new Part(part.to, open.to, open.guess)] : [];
		this.parts.splice(at, 1, part, ...rest);
		return part;
	}

	/** Cuts the part that has most left to read, if that pays and no other is waiting to be read. */
	cutLongest(): Part | undefined {
		if (this.parts.some(({ state }) => state === 'open')) return undefined;
		const [longest] = this.parts
			.filter((part) => this.isCutWorthwhile(part, MIN_PAGES_LEFT))
			.sort((a, b) => this.pagesLeft(b) - this.pagesLeft(a));
		if (longest) this.cut(longest);
		return longest;
	}

	/** Cuts a part that would have to wait with more pages than a part should have. */
	cutIfTooLong(part: Part): boolean {
		const isTooLong = this.isCutWorthwhile(part, 2 * this.partPages.max);
		if (isTooLong) this.cut(part);
		return isTooLong;
	}

	private firstPieceOf(open: Part, slots: number): Part {
		const { from, to, guess } = open;
		const left = this.parts.reduce((sum, part) => sum + this.pagesLeft(part), 0);
		const { min, max } = this.partPages;
		const pages = Math.min(max, Math.max(min, left / (PARTS_A_SLOT * slots)));
		const isAll = guess.pagesIn(from, to) <= 1.5 * pages;
		const end = isAll ? Infinity : guess.endOf(from, pages);
		// Many records at one position are a part of their own.
		const least = Math.max(from, guess.start) + 1;
		return new Part(from, Math.min(to, Math.max(end, least)), guess);
	}

	private isCutWorthwhile(part: Part, minPagesLeft: number): boolean {
		if (part.state !== 'reading' || !part.isDivisible) return false;
		const left = this.pagesLeft(part);
		if (left < minPagesLeft || left <= 2 * part.pages) return false;
		// One page more is under way.
		const wasted = this.wasted + part.pages + 1;
		return wasted <= WASTE.requests + WASTE.share * (this.pagesRead - this.wasted);
	}

	private cut(part: Part): void {
		const left = this.pagesLeft(part);
		const { from, to, guess, pages, seen, edge } = part;
		guess.learn(from, to, pages + left);
		this.wasted += pages + 1;
		const sample = [...seen].sort((a, b) => a - b);
		const pieces = part.isInOrder
			? [
					new Part(from, edge, new Guess(sample, pages)),
					new Part(edge, to, new Guess([edge, this.endOf(part)], left)),
				]
			: [new Part(from, to, new Guess(sample, pages + left))];
		this.parts.splice(this.parts.indexOf(part), 1, ...pieces);
	}

	/** How many pages of a part are supposed to be left to read. */
	private pagesLeft(part: Part): number {
		const { state, from, to, guess, pages } = part;
		if (state === 'read') return 0;
		if (part.isInOrder) return this.pagesAfter(part);
		const supposed = guess.pagesIn(from, to);
		const isSurprise = pages >= SURPRISE.pages && pages > SURPRISE.times * supposed;
		return isSurprise ? SURPRISE.times * pages : Math.max(0, supposed - pages);
	}

	/** If the list goes on as it did in the second half of its last page. */
	private pagesAfter(part: Part): number {
		const { edge, lastPage } = part;
		const half = Math.floor(lastPage.length / 2);
		const span = Math.max(1, edge - (lastPage.at(-1 - half) ?? edge));
		const records = (Math.max(1, half) / span) * (this.endOf(part) - edge);
		return Math.min(records / this.pageSize, MAX_GROWTH * this.pagesRead);
	}

	/** Where a part is supposed to end. */
	private endOf({ to, edge, seen }: Part): number {
		if (Number.isFinite(to)) return to;
		return edge < this.horizon ? this.horizon : Math.max(edge + 1, 2 * edge - (seen[0] ?? edge));
	}
}
