import type { Range } from './dateRanges';
import { Guess, guessBy, isRising, Part } from './part';

/** How many pages are expected when nothing shows how many there are. */
const PAGES_AT_FIRST = 50;

/** How many parts, and how many pages of each, try a guess that no records have shown yet. */
const TRIAL = { parts: 4, pages: 2 };

/** How many parts with records allow one page more. */
const PARTS_FOR_A_PAGE = 4;

/** A guess is given up when a part has fewer pages than it says, by this factor. */
const WRONG_TIMES = 4;

/** A part with fewer pages left is not worth a cut. */
const MIN_PAGES_LEFT = 4;

/** How many more requests may be wasted than were useful. */
const ALLOWED_WASTE = 12;

/** Where a list that runs backwards probably ends: only the speed depends on it. */
const BEGINNING = Date.UTC(2010) / 1_000;

/** Years of four digits, since the service reads no others. */
const FIRST_DATE = Date.parse('0000-01-01T00:00:00Z') / 1_000;
const LAST_DATE = Date.parse('9999-12-31T23:59:59Z') / 1_000;

/**
 * Decides in which parts a list is read (docs/design.md, Parts of a list). Positions are seconds on a line that runs
 * as the service lists them, so a part on the left comes first.
 *
 * Where the pages so far are sorted, the last record shows how far a part was read, and the rest of it is cut evenly.
 * Where they are not, they are a sample, and the part is cut at its quantiles. Nothing proves that the next page is
 * sorted, too, so a part that is cut is forgotten and read again.
 */
export class Plan {
	/** In the order of the list, without the ones that were handed on; at first the whole list, which is being read. */
	readonly parts: Part[];

	/** Whether the service lists the newest first: then positions are negative seconds. */
	private isReversed = false;

	/** In records. */
	private pageSize = 1;

	private pagesRead = 0;

	/** For pages that were forgotten, and for parts without records. */
	private requestsWasted = 0;

	/**
	 * @param range of the list, open at both ends if the user has no filter on the field
	 * @param partSize how many pages a part has: larger parts wait longer for each other, smaller ones end more often
	 * in the middle of a page. A part with more than `reach` pages before it is not begun, because it would only wait.
	 */
	constructor(
		{ from, to }: Range,
		private readonly partSize: { min: number; max: number; reach: number },
	) {
		const whole = new Part(from, to, new Guess([], PAGES_AT_FIRST));
		whole.state = 'reading';
		this.parts = [whole];
	}

	/** In seconds. */
	rangeOf({ from, to }: Part): Range {
		return this.isReversed ? { from: -to, to: -from } : { from, to };
	}

	add(part: Part, seconds: readonly number[], isLast: boolean): void {
		if (this.pagesRead === 0) this.layOut(part, seconds);
		part.add(seconds.map((second) => (this.isReversed ? -second - 1 : second)));
		this.pagesRead += 1;
		this.pageSize = Math.max(this.pageSize, seconds.length);
		if (!isLast) return;
		const { from, to, guess, seen } = part;
		part.state = 'read';
		guess.isGivenUp ||= seen.length / this.pageSize < guess.pagesIn(from, to) / WRONG_TIMES;
		if (seen.length === 0) this.requestsWasted += 1;
	}

	/** The first page shows which way the list runs. */
	private layOut(whole: Part, seconds: readonly number[]): void {
		this.isReversed = !isRising(seconds) && isRising(seconds.map((second) => -second));
		const { from, to } = this.rangeOf(whole);
		const ends = [Math.max(from, Number.MIN_SAFE_INTEGER), Math.min(to, Number.MAX_SAFE_INTEGER)];
		Object.assign(whole, { from, to, guess: new Guess(ends, PAGES_AT_FIRST) });
	}

	/** @param slots how many parts can be read at once */
	next(slots: number): Part | undefined {
		const open = this.nextOpen();
		if (!open || (open !== this.parts[0] && !this.mayTry(open.guess))) return undefined;
		const { from, to, guess } = open;
		const part = new Part(from, this.endOfFirstPiece(open, slots), guess);
		part.state = 'reading';
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

	/** Whether another part may be begun by a guess: few at once, as long as it is not confirmed. */
	private mayTry(guess: Guess): boolean {
		const tried = this.parts.filter((part) => part.guess === guess && part.state !== 'open');
		const unanswered = tried.filter(({ hasAnswered }) => !hasAnswered);
		return unanswered.length < TRIAL.parts + guess.confirmed;
	}

	private endOfFirstPiece({ from, to, guess }: Part, slots: number): number {
		const { min, max } = this.partSize;
		const pagesPerSlot = this.pagesLeftIn(this.parts) / slots;
		const most = Math.min(max, TRIAL.pages + guess.confirmed / PARTS_FOR_A_PAGE);
		const pages = Math.min(most, Math.max(min, pagesPerSlot));
		if (guess.pagesIn(from, to) <= 1.5 * pages) return to;
		// Records of one second cannot be divided, so they are a part of their own.
		const cut = Math.max(guess.endOf(from, pages), from + 1);
		return cut < to && this.mayCutAt(cut) ? cut : to;
	}

	private isCutWorthwhile(part: Part): boolean {
		if (!part.isDivisible || this.pagesLeft(part) < MIN_PAGES_LEFT) return false;
		// One page more is under way.
		return this.mayWaste(part.pages + 1);
	}

	private cut(part: Part): void {
		const left = this.pagesLeft(part);
		const { from, to, pages, seen, edge } = part;
		this.requestsWasted += pages + 1;
		if (!part.isInOrder || !this.mayCutAt(edge)) {
			this.replace(part, new Part(from, to, guessBy(seen, pages + left)));
			return;
		}
		const rest = new Guess([edge, this.endOf(part)], left);
		this.replace(part, new Part(from, edge, guessBy(seen, pages)), new Part(edge, to, rest));
	}

	private mayWaste(requests: number): boolean {
		const useful = this.pagesRead - this.requestsWasted;
		return this.requestsWasted + requests <= ALLOWED_WASTE + useful;
	}

	private mayCutAt(position: number): boolean {
		const second = this.isReversed ? -position : position;
		return second >= FIRST_DATE && second <= LAST_DATE;
	}

	private replace(part: Part, ...parts: Part[]): void {
		this.parts.splice(this.parts.indexOf(part), 1, ...parts);
	}

	private pagesLeftIn(parts: Part[]): number {
		return parts.reduce((sum, part) => sum + this.pagesLeft(part), 0);
	}

	/** If a part is in order, it may go on as it did in the last half page. */
	private pagesLeft(part: Part): number {
		const { from, to, edge, seen, state } = part;
		if (state === 'read') return 0;
		if (!part.isInOrder) return Math.max(0, part.guess.pagesIn(from, to) - part.pages);
		const half = Math.max(1, Math.floor(this.pageSize / 2));
		const span = Math.max(1, edge - (seen.at(-1 - half) ?? from));
		return ((half / span) * (this.endOf(part) - edge)) / this.pageSize;
	}

	/** Where the records of a part probably end. */
	private endOf({ to, edge, seen }: Part): number {
		if (Number.isFinite(to)) return to;
		const end = this.isReversed ? -BEGINNING : Date.now() / 1_000;
		return edge < end ? end : Math.max(edge + 1, 2 * edge - (seen[0] ?? edge));
	}
}
