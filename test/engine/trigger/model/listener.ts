/** A record as it appears in an item or in the service. */
type Fields = Record<string, unknown>;

/** The trigger settings that determine its events. */
export interface Wish {
	triggerOn: readonly string[];
	onlyFirst: boolean;
	passingScore: number;
}

const keyOf = ({ _id }: Fields) => String(_id);

const contentOf = ({ name, status, score, modifiedAt, completedAt }: Fields) =>
	JSON.stringify([name, status, score, modifiedAt, completedAt]);

const WORDS: Record<string, string> = {
	successful: 'completed',
	unsuccessful: 'failed',
	late: 'late',
};

/** Follows a list only through a trigger's items and checks the items against the list's history. */
export class Listener {
	/** The listed records and their contents, according to the items. */
	private readonly believed = new Map<string, string>();

	private readonly milestones = new Set<string>();

	/** Every milestone that any record has ever shown. */
	private readonly shown = new Set<string>();

	/** Milestones that the first poll may have read from a record that was then edited or removed. */
	private perhapsKnown = new Set<string>();

	/** Records removed from the list since their last item. */
	private readonly left = new Set<string>();

	private listed = new Set<string>();

	constructor(private readonly wish: Wish) {}

	/** Records the state of the list after each edit. */
	see(records: Fields[]): void {
		const keys = new Set(records.map(keyOf));
		for (const key of this.listed) if (!keys.has(key)) this.left.add(key);
		this.listed = keys;
		for (const record of records) this.shown.add(this.milestoneOf(record) ?? '');
	}

	/** Treats the list as reported, as a first poll does. A restart before the first item causes another first poll. */
	know(records: Fields[]): void {
		this.believed.clear();
		this.milestones.clear();
		this.perhapsKnown = new Set(this.shown);
		for (const record of records) {
			this.believed.set(keyOf(record), contentOf(record));
			this.milestones.add(this.milestoneOf(record) ?? '');
		}
	}

	/** Accepts a poll's items. Fails if an item repeats an event or reports an impossible one. */
	hear(items: Fields[]): void {
		for (const item of items) {
			const key = keyOf(item);
			const event = item.triggerEvent as string;
			const before = this.believed.get(key);
			const milestone = this.milestoneOf(item) ?? '';
			const isNew = !this.milestones.has(milestone) && this.shown.has(milestone);
			const isMilestone = milestone.startsWith(`${event} `) && isNew;
			const isPossible: Record<string, boolean> = {
				added: before === undefined || this.left.has(key),
				updated: before !== contentOf(item),
				// A record can appear and disappear between two polls or while a first poll reads the list.
				removed: this.left.has(key),
				completed: isMilestone,
				failed: isMilestone,
				late: isMilestone,
			};
			const { triggerOn } = this.wish;
			expect({ event, triggerOn, item, before, isPossible }).toMatchObject({
				isPossible: { [event]: true },
			});
			if (isMilestone) this.milestones.add(milestone);
			else if (event === 'removed') this.believed.delete(key);
			else this.believed.set(key, contentOf(item));
			// The record may have been removed again while the poll that reports it as added was reading the list.
			if (event === 'removed' || (event === 'added' && this.listed.has(key))) this.left.delete(key);
		}
	}

	/** Expects the wanted events for these records to have been reported. */
	expectReported(records: Fields[]): void {
		const { triggerOn } = this.wish;
		for (const record of records) {
			const [key, milestone] = [keyOf(record), this.milestoneOf(record) ?? ''];
			const [before, hasLeft] = [this.believed.get(key), this.left.has(key)];
			// An update to a record that disappeared can be reported as an addition, which Trigger On may exclude.
			const isKnown = before !== undefined && !hasLeft;
			const isDue = milestone !== '' && !this.perhapsKnown.has(milestone);
			expect({
				key,
				triggerOn,
				record,
				...(triggerOn.includes('added') && { isThere: before !== undefined }),
				...(triggerOn.includes('updated') && isKnown && { content: before }),
				...(isDue && { isReported: this.milestones.has(milestone) }),
			}).toEqual({
				key,
				triggerOn,
				record,
				...(triggerOn.includes('added') && { isThere: true }),
				...(triggerOn.includes('updated') && isKnown && { content: contentOf(record) }),
				...(isDue && { isReported: true }),
			});
		}
	}

	/** Expects all other records to have been reported as removed. */
	expectNoOthers(records: Fields[]): void {
		if (!this.wish.triggerOn.includes('removed')) return;
		const listed = records.map(keyOf);
		expect([...this.believed.keys()].filter((key) => !listed.includes(key))).toEqual([]);
	}

	/** Returns, e.g., `completed 5e12` or, with Only the First, `completed` with the learner and the course or path. */
	private milestoneOf({ _id, userId, courseId, pathId, ...fields }: Fields): string | undefined {
		const { triggerOn, onlyFirst, passingScore } = this.wish;
		const { type } = (fields.status ?? {}) as { type?: string };
		const byDate = fields.completedAt ? 'completed' : '';
		const event = type === undefined ? byDate : (WORDS[type] ?? '');
		const { score, unenrolledAt } = fields;
		if (event !== 'completed' && unenrolledAt) return undefined;
		const hasPassed = passingScore === 0 || (typeof score === 'number' && score >= passingScore);
		if (!triggerOn.includes(event) || (event === 'completed' && !hasPassed)) return undefined;
		return [event, ...(onlyFirst ? [userId, courseId ?? pathId] : [_id])].join(' ');
	}
}
