import type { ListedPage } from '../service';

/** A half-open range of seconds, or of positions: `from` belongs to it, `to` does not. */
export interface Range {
	from: number;
	to: number;
}

/** After this many pages a part is no longer cut, so its pages may be handed on. */
const FOLLOWED_FROM = 12;

/** A range of positions that one cursor reads, and how far the cursor has come. */
export class Part implements Range {
	state: 'open' | 'reading' | 'read' = 'open';

	hasSlot = false;

	/** Ends its reading, which begins again in smaller parts or later. */
	readonly stop = new AbortController();

	/** Whether it waits until the parts before it have been handed on. */
	isPaused = false;

	/** Its pages that were read and not handed on yet. */
	readonly waiting: Omit<ListedPage, 'number'>[] = [];

	/** How many of its pages have been read. */
	pages = 0;

	/** Whether its last page is on its way: a cut would read again what is almost here. */
	isEnding = false;

	/** The positions of its records, in the order in which they came. */
	readonly seen: number[] = [];

	private falls = 0;

	constructor(
		public from: number,
		public to: number,
		public guess: Guess,
	) {}

	/** Whether its cursor reads it to the end, whatever turns up. */
	get isFollowed(): boolean {
		return this.pages >= FOLLOWED_FROM;
	}

	/** Whether its records come in the order of their positions, but for a few. */
	get isInOrder(): boolean {
		return this.edge > this.from && isFew(this.falls, this.seen.length);
	}

	/** Whether a cut could help, and there is a position for one. */
	get isDivisible(): boolean {
		if (this.isFollowed || this.isEnding) return false;
		return this.seen.some((position) => position !== this.seen[0]);
	}

	/** The position of the last record. Where records are in order, nothing before it is left to read. */
	get edge(): number {
		return this.seen.at(-1) ?? this.from;
	}

	/** Notes whether it has records, as the headers of its first page or the page itself say. */
	answer(hasRecords: boolean): void {
		this.guess.noteAnswer(this, hasRecords);
	}

	add(positions: readonly number[]): void {
		this.answer(positions.length > 0);
		this.pages += 1;
		this.falls += fallsIn([...this.seen.slice(-1), ...positions]);
		for (const position of positions) this.seen.push(position);
	}
}

/** Whether numbers rise, but for a few, as dates may do in a list that is sorted by ID. */
export function isRising(numbers: readonly number[]): boolean {
	return isFew(fallsIn(numbers), numbers.length);
}

function fallsIn(numbers: readonly number[]): number {
	return numbers.filter((number, index) => number < (numbers[index - 1] ?? number)).length;
}

function isFew(falls: number, numbers: number): boolean {
	return falls <= numbers / 10;
}

/** A guess is given up when a part has fewer pages than it says, by this factor. */
const WRONG_TIMES = 4;

/** How many parts, and how many pages of each, try a guess that no records have shown yet. */
const AT_FIRST = { parts: 4, pages: 2 };

/** How many parts with records allow one page more. */
const PARTS_FOR_A_PAGE = 4;

/** Where the records of a range may be, and how many there are. Only the speed depends on it. */
export class Guess {
	private isGivenUp = false;

	/** Parts that have not answered yet. */
	private readonly unanswered = new Set<Part>();

	/** Parts that have records. */
	private confirmed = 0;

	/**
	 * @param knots positions in order, two at least, with the same number of records between any two neighbors
	 * @param pages how many pages the records fill
	 * @param basis whether the knots are positions of records, or the ends of a range of which nothing is known
	 */
	constructor(
		private readonly knots: readonly number[],
		private readonly pages: number,
		private readonly basis: 'sample' | 'nothing',
	) {}

	/** Whether another part may be begun. */
	get hasRoom(): boolean {
		return this.basis === 'sample' || this.unanswered.size < AT_FIRST.parts + this.confirmed;
	}

	/** How many pages a part may be made to have. */
	get mostPages(): number {
		return this.basis === 'sample' ? Infinity : AT_FIRST.pages + this.confirmed / PARTS_FOR_A_PAGE;
	}

	/** How many pages a range has. */
	pagesIn({ from, to }: Range): number {
		return (this.fractionBefore(to) - this.fractionBefore(from)) * this.pages;
	}

	/** Where a range of this many pages ends that begins at `from`; Infinity for all that there is. */
	endOf(from: number, pages: number): number {
		if (this.isGivenUp) return Infinity;
		const fraction = this.fractionBefore(from) + pages / this.pages;
		if (!(fraction < 1)) return Infinity;
		const place = fraction * (this.knots.length - 1);
		const at = Math.floor(place);
		const [left = 0, right = left] = this.knots.slice(at, at + 2);
		return Math.round(left + (place - at) * (right - left));
	}

	noteBegun(part: Part): void {
		this.unanswered.add(part);
	}

	/** As soon as it is known whether a part has records; what is said of it later does not count. */
	noteAnswer(part: Part, hasRecords: boolean): void {
		if (this.unanswered.delete(part) && hasRecords) this.confirmed += 1;
	}

	/** @param found how many pages a range has turned out to have */
	noteFound(range: Range, found: number): void {
		if (found < this.pagesIn(range) / WRONG_TIMES) this.isGivenUp = true;
	}

	/** From 0 to 1. */
	private fractionBefore(position: number): number {
		const after = this.knots.findIndex((knot) => knot >= position);
		if (after === -1) return 1;
		if (after === 0) return 0;
		const [left = 0, right = 0] = this.knots.slice(after - 1, after + 1);
		return (after - 1 + (position - left) / (right - left)) / (this.knots.length - 1);
	}
}

/** How many records of a sample lie between two knots. With fewer, their distance is chance. */
const RECORDS_A_KNOT = 4;

/** A guess by the positions of some records, one at least. */
export function guessBy(sample: readonly number[], pages: number): Guess {
	const sorted = [...sample].sort((a, b) => a - b);
	const last = sorted.length - 1;
	const gaps = Math.max(1, Math.floor(last / RECORDS_A_KNOT));
	const quantile = (knot: number) => sorted[Math.round((knot * last) / gaps)] ?? 0;
	const knots = Array.from({ length: gaps + 1 }, (_, knot) => quantile(knot));
	return new Guess(knots, pages, 'sample');
}
