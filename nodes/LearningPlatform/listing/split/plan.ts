import { Estimate } from './estimate';
import { Guess } from './guess';
import { Part, type Range } from './part';
import { Waste } from './waste';

/** What parts are made like. */
export interface PartSize {
	/** In pages. */
	min: number;
	max: number;
	/** No part is begun that more pages than these come before: it would only wait. */
	reach: number;
}

/** So many parts of a size that each slot gets some: their sizes are only supposed, and small ones even out. */
const PARTS_A_SLOT = 2;

/** So many pages are supposed when nothing shows how many there are. */
const SUPPOSED_PAGES = 50;

/** A part with fewer pages left is not worth a cut. */
const MIN_PAGES_LEFT = 4;

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

	private readonly estimate: Estimate;

	private readonly waste: Waste;

	/**
	 * @param range of the list, open at both ends if the user has no filter on the field
	 * @param horizon where an open range is supposed to end
	 * @param partSize larger parts wait longer for each other, smaller ones end more often in the middle of a page
	 */
	constructor(
		range: Range,
		horizon: number,
		private readonly partSize: PartSize,
	) {
		const { from, to } = range;
		const knots = [Math.max(from, Number.MIN_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)];
		this.whole = new Part(from, to, new Guess(knots, SUPPOSED_PAGES, 'nothing'));
		this.whole.state = 'reading';
		this.parts = [this.whole];
		this.estimate = new Estimate(horizon);
		this.waste = new Waste(() => this.estimate.pagesRead);
	}

	/** Notes a page of a part. */
	add(part: Part, positions: readonly number[], isLast: boolean): void {
		part.add(positions);
		this.estimate.add(positions.length);
		if (!isLast) return;
		part.state = 'read';
		part.guess.learn(part.from, part.to, part.records / this.estimate.pageSize);
		if (part.records === 0) this.waste.add(1);
	}

	/**
	 * The next part to read.
	 *
	 * @param slots how many parts can be read at once
	 */
	next(slots: number): Part | undefined {
		const open = this.nextOpen();
		const mayBegin = open && (open === this.parts[0] || (open.guess.trust?.hasRoom ?? true));
		if (!mayBegin) return undefined;
		const part = this.firstPieceOf(open, slots);
		part.state = 'reading';
		part.guess.trust?.noteBegun();
		const rest = part.to < open.to ? [new Part(part.to, open.to, open.guess)] : [];
		this.replace(open, part, ...rest);
		return part;
	}

	/** Cuts the part that has most left to read, if that pays and no other is waiting to be read. */
	cutLongest(): Part | undefined {
		if (this.nextOpen()) return undefined;
		const [longest] = this.parts
			.filter((part) => this.isCutWorthwhile(part, MIN_PAGES_LEFT))
			.sort((a, b) => this.estimate.pagesLeft(b) - this.estimate.pagesLeft(a));
		if (longest) this.cut(longest);
		return longest;
	}

	/** Cuts a part that would have to wait with more pages than a part should have. */
	cutIfTooLong(part: Part): boolean {
		const isTooLong = this.isCutWorthwhile(part, 2 * this.partSize.max);
		if (isTooLong) this.cut(part);
		return isTooLong;
	}

	/** Forgets the last part with pages, to be read again later, if it is out of reach: much has turned up before it. */
	forgetFarthest(): Part | undefined {
		const others = this.parts.slice(1).reverse();
		const farthest = others.find(({ pages, isFollowed }) => pages > 0 && !isFollowed);
		if (!farthest || this.isInReach(farthest) || !this.waste.allows(farthest.pages))
			return undefined;
		this.waste.add(farthest.pages);
		this.replace(farthest, new Part(farthest.from, farthest.to, farthest.guess));
		return farthest;
	}

	private nextOpen(): Part | undefined {
		const open = this.parts.find(({ state }) => state === 'open');
		return open && this.isInReach(open) ? open : undefined;
	}

	private isInReach(part: Part): boolean {
		return this.pagesLeft(this.parts.slice(0, this.parts.indexOf(part))) <= this.partSize.reach;
	}

	private pagesLeft(parts: Part[]): number {
		return parts.reduce((sum, part) => sum + this.estimate.pagesLeft(part), 0);
	}

	private firstPieceOf(open: Part, slots: number): Part {
		const { from, to, guess } = open;
		const { min, max } = this.partSize;
		const share = this.pagesLeft(this.parts) / (PARTS_A_SLOT * slots);
		const pages = Math.min(max, guess.trust?.pages ?? max, Math.max(min, share));
		const isAll = guess.pagesIn(from, to) <= 1.5 * pages;
		const end = isAll ? Infinity : guess.endOf(from, pages);
		// Many records at one position are a part of their own.
		const least = Math.max(from, guess.start) + 1;
		return new Part(from, Math.min(to, Math.max(end, least)), guess);
	}

	private isCutWorthwhile(part: Part, minPagesLeft: number): boolean {
		if (part.state !== 'reading' || !part.isDivisible) return false;
		const left = this.estimate.pagesLeft(part);
		if (left < minPagesLeft || left <= 2 * part.pages) return false;
		// One page more is under way.
		return this.waste.allows(part.pages + 1, left);
	}

	private cut(part: Part): void {
		const left = this.estimate.pagesLeft(part);
		const { from, to, guess, pages, seen, edge } = part;
		guess.learn(from, to, pages + left);
		this.waste.add(pages + 1);
		const sample = [...seen].sort((a, b) => a - b);
		if (!part.isInOrder) {
			this.replace(part, new Part(from, to, new Guess(sample, pages + left, 'sample')));
			return;
		}
		const rest = new Guess(
			[edge, this.estimate.endOf(part)],
			this.estimate.pagesAfter(part),
			'nothing',
		);
		const before = new Guess(sample, pages, 'sample');
		this.replace(part, new Part(from, edge, before), new Part(edge, to, rest));
	}

	private replace(part: Part, ...parts: Part[]): void {
		this.parts.splice(this.parts.indexOf(part), 1, ...parts);
	}
}
