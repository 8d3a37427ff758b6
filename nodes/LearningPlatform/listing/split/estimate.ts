import type { Part } from './part';

/** A list is not supposed to have more than so many times the pages that were read. */
const MAX_GROWTH = 150;

/** A part in no order that has so many pages, and so many times those that were supposed, is quite another one. */
const SURPRISE = { pages: 8, times: 4 };

/** How many pages of a part are supposed to be left to read, by the pages of the list so far. */
export class Estimate {
	/** How many records a full page has. */
	pageSize = 1;

	pagesRead = 0;

	/** @param horizon where an open range is supposed to end */
	constructor(private readonly horizon: number) {}

	/** Notes a page of the list. */
	add(records: number): void {
		this.pagesRead += 1;
		this.pageSize = Math.max(this.pageSize, records);
	}

	pagesLeft(part: Part): number {
		const { state, from, to, guess, pages } = part;
		if (state === 'read') return 0;
		if (part.isInOrder) return Math.min(this.pagesAfter(part), MAX_GROWTH * this.pagesRead);
		const supposed = guess.pagesIn(from, to);
		const isSurprise = pages >= SURPRISE.pages && pages > SURPRISE.times * supposed;
		return isSurprise ? SURPRISE.times * pages : Math.max(0, supposed - pages);
	}

	/** If a part in order goes on as it did in the second half of its last page. */
	pagesAfter(part: Part): number {
		const { edge, lastPage } = part;
		const half = Math.floor(lastPage.length / 2);
		const span = Math.max(1, edge - (lastPage.at(-1 - half) ?? edge));
		const records = (Math.max(1, half) / span) * (this.endOf(part) - edge);
		return records / this.pageSize;
	}

	/** Where a part is supposed to end. */
	endOf({ to, edge, seen }: Part): number {
		if (Number.isFinite(to)) return to;
		return edge < this.horizon ? this.horizon : Math.max(edge + 1, 2 * edge - (seen[0] ?? edge));
	}
}
