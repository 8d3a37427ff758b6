import { Trust } from './trust';

/** From how many parts, those that ended last, a guess learns how wrong it is. */
const REMEMBERED = 4;

/** A guess is given up where a part has so many times fewer pages than it was supposed to have. */
const WRONG_TIMES = 4;

/**
 * What is supposed about where the records of a range are, and how many there are. Nothing depends on it but how
 * fast a list is read.
 */
export class Guess {
	/** What it was never checked by; `undefined` for a guess that records have shown. */
	readonly trust: Trust | undefined;

	/** How many pages parts were supposed to have, and had. */
	private readonly ended: { supposed: number; found: number }[] = [];

	private isGivenUp = false;

	/**
	 * @param knots positions in order, two at least, with the same number of records between any two neighbors
	 * @param pages how many pages the records fill
	 * @param from whether the knots are positions of records, or the ends of a range of which nothing is known
	 */
	constructor(
		private readonly knots: readonly number[],
		private readonly pages: number,
		from: 'sample' | 'nothing',
	) {
		this.trust = from === 'sample' ? undefined : new Trust();
	}

	/** The first position at which there may be a record. */
	get start(): number {
		return this.knots[0] ?? 0;
	}

	/** How many pages a range has. */
	pagesIn(from: number, to: number): number {
		return this.supposedIn(from, to) * this.scale();
	}

	/** Where a range ends that begins at `from` and has so many pages; Infinity for all that there is. */
	endOf(from: number, pages: number): number {
		if (this.isGivenUp) return Infinity;
		const share = this.shareBefore(from) + pages / (this.pages * this.scale());
		if (!(share < 1)) return Infinity;
		const place = share * (this.knots.length - 1);
		const at = Math.floor(place);
		const [left = 0, right = left] = this.knots.slice(at, at + 2);
		return Math.round(left + (place - at) * (right - left));
	}

	/** @param found how many pages a range has turned out to have */
	learn(from: number, to: number, found: number): void {
		if (this.trust && found < this.pagesIn(from, to) / WRONG_TIMES) this.isGivenUp = true;
		const supposed = this.supposedIn(from, to);
		if (supposed > 0) this.ended.push({ supposed, found });
		if (this.ended.length > REMEMBERED) this.ended.shift();
	}

	private supposedIn(from: number, to: number): number {
		return (this.shareBefore(to) - this.shareBefore(from)) * this.pages;
	}

	private scale(): number {
		const sum = (name: 'found' | 'supposed') =>
			this.ended.reduce((total, part) => total + part[name], 0);
		return this.ended.length === 0 ? 1 : sum('found') / sum('supposed');
	}

	/** From 0 to 1. */
	private shareBefore(position: number): number {
		const after = this.knots.findIndex((knot) => knot >= position);
		if (after === -1) return 1;
		if (after === 0) return 0;
		const [left = 0, right = 0] = this.knots.slice(after - 1, after + 1);
		return (after - 1 + (position - left) / (right - left)) / (this.knots.length - 1);
	}
}
