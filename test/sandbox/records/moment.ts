import type { Random } from './random';
import type { World } from './world';

/** What a record is made from. */
export interface Moment {
	/** The list, and its path with the IDs in it. */
	kind: string;
	path: string;
	parameters: Readonly<Record<string, string>>;
	world: World;
	index: number;
	/** Records without `_id` are told apart by what they refer to. */
	isTold: boolean;
	random: Random;
	createdMs: number;
	/** When whatever follows the creation begins, and how long it takes. */
	sinceMs: number;
	spanMs: number;
	/** Counts records and entries, so that each variant has its turn. */
	turn: number;
	/** The fields of the record that are made already. */
	record: Record<string, unknown>;
}

/** Makes a value. */
export type Make = (moment: Moment) => unknown;
