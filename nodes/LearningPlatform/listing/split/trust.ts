/** So many parts try a guess before any of them has shown a record: a list may be much shorter, or denser elsewhere. */
const PARTS_AT_FIRST = 4;

/** For each part with records so many more may be under way without having shown any, up to a limit. */
const PARTS_MORE = 2;
const MOST_PARTS = 10;

/** How many pages the first parts are made to have at most, and how many parts with records allow one page more. */
const PAGES_AT_FIRST = 2;
const PARTS_FOR_A_PAGE = 4;

/** How many parts, and how large ones, may be read on the strength of a guess that nothing has confirmed yet. */
export class Trust {
	private begun = 0;

	private answered = 0;

	private confirmed = 0;

	/** Whether another part may be begun. */
	get hasRoom(): boolean {
		const most = Math.min(MOST_PARTS, PARTS_AT_FIRST + PARTS_MORE * this.confirmed);
		return this.begun - this.answered < most;
	}

	/** How many pages a part may be made to have. */
	get pages(): number {
		return PAGES_AT_FIRST + this.confirmed / PARTS_FOR_A_PAGE;
	}

	noteBegun(): void {
		this.begun += 1;
	}

	/** Part by part, as soon as it is known whether it has a record. */
	noteAnswer(hasRecords: boolean): void {
		this.answered += 1;
		if (hasRecords) this.confirmed += 1;
	}
}
