/** A record, as an item in any output or as the service has it. */
type Fields = Record<string, unknown>;

/** What a change is told of: a course, or what a learner has completed. */
export const keyOf = ({ userId, courseId, _id }: Fields) =>
	(userId === undefined
		? (courseId ?? _id)
		: `${userId as string} ${courseId as string}`) as string;

/** All that can be told more than once; a completion is told once. */
const contentOf = ({ userId, name, status, modifiedAt }: Fields) =>
	userId === undefined ? JSON.stringify([name, status, modifiedAt]) : 'completed';

/** What somebody knows of a list who has nothing but the items of a trigger. */
export class Told {
	private readonly contents = new Map<string, string>();

	private readonly removed = new Set<string>();

	/** Takes a list for known, as a first poll does that tells nothing. A restart before anything was told has another one. */
	know(records: Fields[]): void {
		this.contents.clear();
		for (const record of records) this.contents.set(keyOf(record), contentOf(record));
	}

	/**
	 * Takes in what a poll tells: nothing that was told before, and nothing that cannot have happened to the record.
	 *
	 * @param mayBeUntold whether a record may go that was not told: one whose turn in a refresh had not come, or that went
	 * while a first poll read the list
	 */
	hear(items: Fields[], mayBeUntold: boolean): void {
		// What is gone is told once more before a sweep.
		const isSwept = items.some(({ triggerEvent }) => triggerEvent === 'sweep');
		for (const item of items) {
			const [key, content] = [keyOf(item), contentOf(item)];
			const before = this.contents.get(key);
			const isTold = before !== undefined;
			const isPossible: Record<string, boolean> = {
				added: !isTold,
				completed: !isTold,
				updated: isTold && before !== content,
				removed: isTold || isSwept || (mayBeUntold && !this.removed.has(key)),
				refreshed: true,
				sweep: true,
			};
			const event = item.triggerEvent as string;
			expect({ event, key, before, isPossible }).toMatchObject({ isPossible: { [event]: true } });
			if (event === 'removed') {
				this.contents.delete(key);
				this.removed.add(key);
			} else if (event !== 'sweep') this.contents.set(key, content);
		}
	}

	/**
	 * Everything that is listed was told as it is now, and everything else as removed.
	 *
	 * @param isRemovalTold whether the trigger tells removals
	 */
	expectAll(listed: Fields[], isRemovalTold: boolean): void {
		const expected = new Map(listed.map((record) => [keyOf(record), contentOf(record)]));
		const told = [...this.contents].filter(([key]) => isRemovalTold || expected.has(key));
		expect(new Map(told)).toEqual(expected);
	}

	/** These records were told as they are now, as far as they are listed. */
	expectSome(keys: ReadonlySet<string>, listed: Fields[]): void {
		const told = (record: Fields) => [keyOf(record), this.contents.get(keyOf(record))];
		const some = listed.filter((record) => keys.has(keyOf(record)));
		expect(some.map(told)).toEqual(some.map((record) => [keyOf(record), contentOf(record)]));
	}
}
