import type { RoutePath } from '../../contract';
import type { Random } from './random';
import type { World } from './world';

/** A record as the sandbox keeps it. Where the service shows no `_id`, this one is taken off on the way out. */
export interface ListRecord {
	_id: string;
	[field: string]: unknown;
}

/** Makes the record of an index; called again for each reading, so it must be cheap and repeatable. */
export type Generate = (index: number) => ListRecord;

/** A list by its path, with the parameters that are in it. */
export interface Place {
	kind: RoutePath;
	path: string;
	parameters: Readonly<Record<string, string>>;
	world: World;
}

/** What a record is made from. */
export interface Moment extends Place {
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
	record: ListRecord;
}

/** Makes a value. */
export type Make = (moment: Moment) => unknown;
