import fc from 'fast-check';

/** Courses, and attempts at them, which can be completed. */
export type WatchedList = 'courses' | 'courses/stats';

/** An edit of the catalogue; the number picks a record or a place, whatever the list's length is by then. */
export interface Edit {
	kind: 'add' | 'update' | 'archive' | 'publish' | 'remove' | 'reverse' | 'clear';
	pick: number;
}

/** What goes wrong, or goes on, during a poll. */
export type Trouble =
	| { kind: 'none' }
	/** Ends the poll with an error when the page exists. */
	| { kind: 'refused' | 'web page' | 'elsewhere' | 'dropped'; page: number }
	/** Is got over within the poll. */
	| { kind: 'busy' | 'empty page' | 'revoked token'; page: number }
	/** An answer that leaves records out: all of them, or those of the pages after it. */
	| { kind: 'empty list' }
	| { kind: 'no link'; page: number }
	/** The catalogue changes while the list is read. */
	| { kind: 'edit'; page: number; edit: Edit };

export interface Round {
	edits: Edit[];
	trouble: Trouble;
}

/** A life of a trigger: what it is set to, and what happens from poll to poll. */
export interface Plan {
	list: WatchedList;
	records: number;
	pageSize: number;
	triggerOn: string[];
	onlyPublished: boolean;
	rounds: Round[];
}

const pick = fc.nat({ max: 1_000 });
const page = fc.integer({ min: 1, max: 4 });

const singleEdit: fc.Arbitrary<Edit> = fc.record({
	kind: fc.constantFrom('add', 'add', 'update', 'update', 'archive', 'publish', 'remove'),
	pick,
});

export const anyEdit: fc.Arbitrary<Edit> = fc.oneof(
	{ weight: 12, arbitrary: singleEdit },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('reverse'), pick }) },
	{ weight: 1, arbitrary: fc.record({ kind: fc.constant('clear'), pick }) },
);

const trouble: fc.Arbitrary<Trouble> = fc.oneof(
	{ weight: 4, arbitrary: fc.constant<Trouble>({ kind: 'none' }) },
	{
		weight: 2,
		arbitrary: fc.record({
			kind: fc.constantFrom('refused', 'web page', 'elsewhere', 'dropped'),
			page,
		}),
	},
	{
		weight: 2,
		arbitrary: fc.record({ kind: fc.constantFrom('busy', 'empty page', 'revoked token'), page }),
	},
	{ weight: 1, arbitrary: fc.constant<Trouble>({ kind: 'empty list' }) },
	{ weight: 2, arbitrary: fc.record({ kind: fc.constant('no link'), page }) },
	{ weight: 3, arbitrary: fc.record({ kind: fc.constant('edit'), page, edit: singleEdit }) },
);

const events = ['added', 'updated', 'removed'];

const watched: fc.Arbitrary<Pick<Plan, 'list' | 'triggerOn' | 'onlyPublished'>> = fc.oneof(
	fc.record({
		list: fc.constant('courses' as const),
		triggerOn: fc.subarray(events, { minLength: 1 }),
		onlyPublished: fc.boolean(),
	}),
	fc.record({
		list: fc.constant('courses/stats' as const),
		triggerOn: fc
			.oneof(fc.constant([]), fc.subarray(events, { minLength: 1 }))
			.map((others) => [...others, 'completed']),
		onlyPublished: fc.constant(false),
	}),
);

export const anyPlan: fc.Arbitrary<Plan> = fc
	.record({
		watched,
		records: fc.nat({ max: 10 }),
		pageSize: fc.integer({ min: 1, max: 4 }),
		rounds: fc.array(fc.record({ edits: fc.array(anyEdit, { maxLength: 3 }), trouble }), {
			minLength: 2,
			maxLength: 5,
		}),
	})
	.map(({ watched, ...others }) => ({ ...watched, ...others }));
