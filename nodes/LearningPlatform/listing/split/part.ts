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

	/** Whether its last page is on its way: then it is read to its end before any cut could help. */
	isEnding = false;

	/** The positions of its records, in the order in which they came. */
	seen: number[] = [];

	/** How many of them came before the one that they followed. */
	private falls = 0;

	private hasAnswered = false;

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

	/** Whether the records come in the order of their positions, but for a few. */
	get isInOrder(): boolean {
		return this.seen.length > 0 && this.edge > this.from && isFew(this.falls, this.records);
	}

	/** Whether a cut could help, and there is a position for one. */
	get isDivisible(): boolean {
		return (
			!this.isFollowed && !this.isEnding && this.seen.some((position) => position !== this.seen[0])
		);
	}

	/** The position of the last record; with records in order nothing before it should be left to read. */
	get edge(): number {
		return this.seen.at(-1) ?? this.from;
	}

	/** Notes whether there are records at all: known with the headers of the first page, or with the page. */
	answer(hasRecords: boolean): void {
		if (!this.hasAnswered) this.guess.trust?.noteAnswer(hasRecords);
		this.hasAnswered = true;
	}

	add(positions: readonly number[]): void {
		this.answer(positions.length > 0);
		this.pages += 1;
		this.records += positions.length;
		this.falls += fallsIn([...this.seen.slice(-1), ...positions]);
		this.seen = this.isFollowed ? [] : [...this.seen, ...positions];
		if (positions.length > 0) this.lastPage = positions;
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
