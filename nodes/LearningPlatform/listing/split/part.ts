import type { Guess } from './guess';

/** A half-open range of positions: `from` belongs to it, `to` does not. */
export interface Range {
	from: number;
	to: number;
}

/** A part with so many pages is not cut any more: its pages may be handed on. */
const FOLLOWED_FROM = 12;

/** A range that is read with one cursor, or is still to be read. */
export class Part implements Range {
	state: 'open' | 'reading' | 'read' = 'open';

	/** How many of its pages have been read. */
	pages = 0;

	records = 0;

	/** The positions of its records, in the order in which they came. */
	seen: number[] = [];

	/** Whether they came in the order of their positions. */
	isSorted = true;

	/** The positions of the page that was read last. */
	lastPage: readonly number[] = [];

	constructor(
		readonly from: number,
		readonly to: number,
		readonly guess: Guess,
	) {}

	/** Whether it is read to its end with its cursor, whatever comes. */
	get isFollowed(): boolean {
		return this.pages >= FOLLOWED_FROM;
	}

	/** Whether there is a position at which it could be cut. */
	get isDivisible(): boolean {
		return !this.isFollowed && this.seen.some((position) => position !== this.seen[0]);
	}

	/** The last position; with records in order nothing before it is left to read. */
	get edge(): number {
		return this.seen.at(-1) ?? this.from;
	}

	add(positions: readonly number[]): void {
		this.pages += 1;
		this.records += positions.length;
		this.isSorted &&= isSorted([...this.seen.slice(-1), ...positions]);
		this.seen = this.isFollowed ? [] : [...this.seen, ...positions];
		if (positions.length > 0) this.lastPage = positions;
	}
}

/** Whether numbers never fall. */
export function isSorted(numbers: readonly number[]): boolean {
	return numbers.every((number, index) => index === 0 || (numbers[index - 1] ?? 0) <= number);
}
