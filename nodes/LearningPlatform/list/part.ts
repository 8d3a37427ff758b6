import type { ListedPage } from '../service';

/** After this many pages a part is no longer cut, so its pages may be handed on. */
const FOLLOWED_FROM = 12;

/** What one cursor reads. Of its two ends, which are positions (see `Plan`), only `from` belongs to it. */
export class Part {
	/** `ending` when its last page is on its way, `paused` while parts before it have to be handed on first. */
	state: 'open' | 'reading' | 'paused' | 'ending' | 'read' = 'open';

	/** Ends its reading, which begins again in smaller parts or later. */
	readonly stop = new AbortController();

	/** Its pages that were read and not handed on yet. */
	readonly waiting: Omit<ListedPage, 'number'>[] = [];

	/** How many have been read. */
	pages = 0;

	/** The positions of its records, in the order in which they came. */
	readonly seen: number[] = [];

	/** Whether it is known if it has records. */
	hasAnswered = false;

	private falls = 0;

	constructor(
		public from: number,
		public to: number,
		public guess: Guess,
	) {}

	get isPaused(): boolean {
		return this.state === 'paused';
	}

	/** Whether its cursor reads it to the end, whatever turns up. */
	get isFollowed(): boolean {
		return this.pages >= FOLLOWED_FROM;
	}

	/** Whether its records come in the order of their positions, but for a few. */
	get isInOrder(): boolean {
		return this.edge > this.from && isFew(this.falls, this.seen.length);
	}

	/** Whether a cut could help, and there is a position for one. A last page is almost here, and would be read again. */
	get isDivisible(): boolean {
		if (this.isFollowed || this.state !== 'reading') return false;
		return this.seen.some((position) => position !== this.seen[0]);
	}

	/** The position of the last record. Where records are in order, nothing before it is left to read. */
	get edge(): number {
		return this.seen.at(-1) ?? this.from;
	}

	/** Notes whether it has records, as the headers of its first page or the page itself say. */
	answer(hasRecords: boolean): void {
		if (!this.hasAnswered && hasRecords) this.guess.confirmed += 1;
		this.hasAnswered = true;
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

/** Where the records of some parts may be, and how many there are. Only the speed depends on it. */
export class Guess {
	/** When a part had far fewer pages than it said: the next part by it is not limited. */
	isGivenUp = false;

	/**
	 * @param knots positions in order, two at least, with the same number of records between any two neighbors
	 * @param pages how many pages the records fill
	 * @param confirmed how many parts by it have records; Infinity where its knots are positions of records
	 */
	constructor(
		private readonly knots: readonly number[],
		private readonly pages: number,
		public confirmed = 0,
	) {}

	pagesIn(from: number, to: number): number {
		return (this.fractionBefore(to) - this.fractionBefore(from)) * this.pages;
	}

	/** Where this many pages end that begin at `from`; Infinity for all that there is. */
	endOf(from: number, pages: number): number {
		const fraction = this.fractionBefore(from) + pages / this.pages;
		if (this.isGivenUp || !(fraction < 1)) return Infinity;
		const place = fraction * (this.knots.length - 1);
		const at = Math.floor(place);
		const [left = 0, right = left] = this.knots.slice(at, at + 2);
		return Math.round(left + (place - at) * (right - left));
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
	return new Guess(knots, pages, Infinity);
}
