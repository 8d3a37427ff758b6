import { Guess, guessBy, isRising, Part, type Range } from './part';

/** How many pages are expected when nothing shows how many there are. */
const PAGES_AT_FIRST = 50;

/** A part with fewer pages left is not worth a cut. */
const MIN_PAGES_LEFT = 4;

/** How many more requests may be wasted than were useful. */
const ALLOWED_WASTE = 12;

/**
 * Decides in which parts a list is read. Their ranges neither overlap nor leave a gap, so a wrong guess costs time and
 * no record. Positions are seconds on a line that runs as the service lists them, so a part on the left comes first.
 *
 * Where the pages so far are sorted, the last record shows how far a part was read, and the rest of it is cut evenly.
 * Where they are not, they are a sample, and the part is cut at its quantiles. Nothing proves that the next page is
 * sorted, too, so a part that is cut is forgotten and read again.
 */
export class Plan {
	/** In the order of the list, without the ones that were handed on; at first the whole list, which is being read. */
	readonly parts: Part[];

	private line = lineAlong([]);

	/** How many records a full page has. */
	private pageSize = 1;

	private pagesRead = 0;

	/** For pages that were forgotten, and for parts without records. */
	private requestsWasted = 0;

	/**
	 * @param range of the list in seconds, open at both ends if the user has no filter on the field
	 * @param partSize how many pages a part has: larger parts wait longer for each other, smaller ones end more often
	 * in the middle of a page. A part with more than `reach` pages before it is not begun, because it would only wait.
	 */
	constructor(
		private readonly range: Range,
		private readonly partSize: { min: number; max: number; reach: number },
	) {
		const whole = new Part(range.from, range.to, new Guess([], PAGES_AT_FIRST, 'nothing'));
		whole.state = 'reading';
		this.parts = [whole];
	}

	/** A part's range in seconds. */
	rangeOf(part: Part): Range {
		return this.line.mirrored(part);
	}

	/** Notes a page of a part. */
	add(part: Part, seconds: readonly number[], isLast: boolean): void {
		if (this.pagesRead === 0) this.layOut(part, seconds);
		part.add(seconds.map((second) => this.line.positionOf(second)));
		this.pagesRead += 1;
		this.pageSize = Math.max(this.pageSize, seconds.length);
		if (!isLast) return;
		part.state = 'read';
		part.guess.noteFound(part, part.seen.length / this.pageSize);
		if (part.seen.length === 0) this.requestsWasted += 1;
	}

	/** The first page shows which way the list runs. */
	private layOut(whole: Part, seconds: readonly number[]): void {
		this.line = lineAlong(seconds);
		const { from, to } = this.line.mirrored(this.range);
		const ends = [Math.max(from, Number.MIN_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)];
		Object.assign(whole, { from, to, guess: new Guess(ends, PAGES_AT_FIRST, 'nothing') });
	}

	/**
	 * The next part to read.
	 *
	 * @param slots how many parts can be read at once
	 */
	next(slots: number): Part | undefined {
		const open = this.nextOpen();
		const mayBegin = open && (open === this.parts[0] || open.guess.hasRoom);
		if (!mayBegin) return undefined;
		const { to, guess } = open;
		const part = new Part(open.from, this.endOfFirstPiece(open, slots), guess);
		part.state = 'reading';
		guess.noteBegun(part);
		this.replace(open, part, ...(part.to < to ? [new Part(part.to, to, guess)] : []));
		return part;
	}

	/** Cuts the part that has most left to read, if that pays and no other is waiting to be read. */
	cutLongest(): Part | undefined {
		if (this.nextOpen()) return undefined;
		const [longest] = this.parts
			.filter((part) => this.isCutWorthwhile(part))
			.sort((a, b) => this.pagesLeft(b) - this.pagesLeft(a));
		if (longest) this.cut(longest);
		return longest;
	}

	/** Forgets the last part with pages, to be read again later, if more has turned up before it than it can wait for. */
	forgetFarthest(): Part | undefined {
		const others = this.parts.slice(1).reverse();
		const farthest = others.find(({ pages, isFollowed }) => pages > 0 && !isFollowed);
		if (!farthest || this.isInReach(farthest) || !this.mayWaste(farthest.pages)) return undefined;
		this.requestsWasted += farthest.pages;
		this.replace(farthest, new Part(farthest.from, farthest.to, farthest.guess));
		return farthest;
	}

	private nextOpen(): Part | undefined {
		const open = this.parts.find(({ state }) => state === 'open');
		return open && this.isInReach(open) ? open : undefined;
	}

	private isInReach(part: Part): boolean {
		return this.pagesLeftIn(this.parts.slice(0, this.parts.indexOf(part))) <= this.partSize.reach;
	}

	private endOfFirstPiece({ from, to, guess }: Part, slots: number): number {
		const { min, max } = this.partSize;
		const pagesPerSlot = this.pagesLeftIn(this.parts) / slots;
		const pages = Math.min(max, guess.mostPages, Math.max(min, pagesPerSlot));
		if (guess.pagesIn({ from, to }) <= 1.5 * pages) return to;
		// Records of one second cannot be divided, so they are a part of their own.
		const cut = Math.max(guess.endOf(from, pages), from + 1);
		return cut < to && this.mayCutAt(cut) ? cut : to;
	}

	private isCutWorthwhile(part: Part): boolean {
		const mayCut = part.state === 'reading' && part.isDivisible;
		// One page more is under way.
		return mayCut && this.pagesLeft(part) >= MIN_PAGES_LEFT && this.mayWaste(part.pages + 1);
	}

	private cut(part: Part): void {
		const left = this.pagesLeft(part);
		const { from, to, pages, seen, edge } = part;
		this.requestsWasted += pages + 1;
		if (!part.isInOrder || !this.mayCutAt(edge)) {
			this.replace(part, new Part(from, to, guessBy(seen, pages + left)));
			return;
		}
		const rest = new Guess([edge, this.endOf(part)], this.pagesAfter(part), 'nothing');
		this.replace(part, new Part(from, edge, guessBy(seen, pages)), new Part(edge, to, rest));
	}

	private mayWaste(requests: number): boolean {
		const useful = this.pagesRead - this.requestsWasted;
		return this.requestsWasted + requests <= ALLOWED_WASTE + useful;
	}

	private mayCutAt(position: number): boolean {
		const { cuts } = this.line;
		return position >= cuts.from && position <= cuts.to;
	}

	private replace(part: Part, ...parts: Part[]): void {
		this.parts.splice(this.parts.indexOf(part), 1, ...parts);
	}

	private pagesLeftIn(parts: Part[]): number {
		return parts.reduce((sum, part) => sum + this.pagesLeft(part), 0);
	}

	private pagesLeft(part: Part): number {
		if (part.state === 'read') return 0;
		if (part.isInOrder) return this.pagesAfter(part);
		return Math.max(0, part.guess.pagesIn(part) - part.pages);
	}

	/** If a part in order goes on as it did in the last half page. */
	private pagesAfter(part: Part): number {
		const { edge, seen } = part;
		const half = Math.floor(this.pageSize / 2);
		const span = Math.max(1, edge - (seen.at(-1 - half) ?? part.from));
		const records = (Math.max(1, half) / span) * (this.endOf(part) - edge);
		return records / this.pageSize;
	}

	/** Where the records of a part probably end. */
	private endOf({ to, edge, seen }: Part): number {
		const { horizon } = this.line;
		if (Number.isFinite(to)) return to;
		return edge < horizon ? horizon : Math.max(edge + 1, 2 * edge - (seen[0] ?? edge));
	}
}

/** Where a list that runs backwards probably ends: only the speed depends on it. */
const BEGINNING = Date.UTC(2010) / 1_000;

/** Years of four digits, since the service reads no others. */
const DATES = {
	from: Date.parse('0000-01-01T00:00:00Z') / 1_000,
	to: Date.parse('9999-12-31T23:59:59Z') / 1_000,
};

/**
 * The line on which the seconds of a list have their positions.
 *
 * @param seconds of the first page; if they are not sorted, the line begins with the oldest
 */
function lineAlong(seconds: readonly number[]) {
	const isReversed = !isRising(seconds) && isRising(seconds.map((second) => -second));
	/** From seconds to positions, and back. */
	const mirrored = ({ from, to }: Range): Range =>
		isReversed ? { from: -to, to: -from } : { from, to };
	return {
		mirrored,
		positionOf: (second: number) => (isReversed ? -second - 1 : second),
		/** Where an open range probably ends. */
		horizon: isReversed ? -BEGINNING : Date.now() / 1_000,
		/** Where a list may be cut, both ends included. */
		cuts: mirrored(DATES),
	};
}
