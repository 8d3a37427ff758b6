import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import type { ListClient } from '../list';
import type { Directory, Problem } from '../people';

export interface Entry {
	options: { dryRun: boolean; maxRetries: number };
}

/** An input item whose form has been read. */
export interface Row<E extends Entry = Entry> {
	itemIndex: number;
	client: ListClient;
	directory: Directory;
	entry: E;
	/** The data of the item. */
	input: IDataObject;
	/** The workflow's time zone. */
	timeZone: string;
	/** What the user should know about this row even though it succeeded. */
	remarks: Remark[];
	/** For a row that the operation adds, e.g. for a membership that ends because of the others. */
	added?: {
		/** The same in every run. */
		key: string;
		/** A sentence for errors that says whom the row is about. */
		subject: string;
		/** True if no input item names its user. Such a row is not carried out if an input item has failed. */
		isUnnamed: boolean;
	};
}

export interface Remark {
	/** The same sentence is shown once, with the number of items. */
	sentence: string;
	/** An example; it may quote an entry, so no log contains it. */
	detail?: string;
	/** True to log a warning as well. */
	isWarning?: boolean;
}

/** What a row would do, or what it did. */
export interface Result<State> {
	outcome: string;
	/** The record as it is afterward. */
	record: IDataObject;
	/** The state that later items about the same subject build on. */
	state: State;
	/** The fields that were or would be written, with their old values; omitted for memberships. */
	changed?: string[];
	before?: IDataObject;
	/** The fields that the platform did not store as sent. */
	notStored?: string[];
	/** True if this deactivates somebody, now or earlier than planned. */
	isRemoval?: boolean;
}

/** The rows to carry out, in order. */
export type Plans<E extends Entry, State> = readonly (readonly [Row<E>, Result<State>])[];

/** The outcomes that change something on the platform. */
export const DONE: ReadonlySet<string> = new Set([
	...['created', 'restored', 'updated', 'added', 'removed', 'enrolled', 'unenrolled'],
]);

/** One write operation. The runner in `run.ts` does everything else. */
export interface WriteOperation<E extends Entry, State extends object> {
	/** True if a part of the table is not enough. */
	needsAllRows?: boolean;
	/** Looks up the subjects of all rows of a credential, and may add rows. Rows about the same subject share one state. */
	find: (directory: Directory, rows: readonly Row<E>[]) => Promise<Map<Row<E>, State | Problem>>;
	/** Returns what would change. @throws Problem if the row is impossible */
	differences: (row: Row<E>, state: State) => Result<State>;
	/** Makes the change. Called only for an outcome in `DONE`. @throws Problem */
	apply: (row: Row<E>, state: State, plan: Result<State>) => Promise<Result<State>>;
	/** Returns an error if a run would change too much. */
	exceeded?: (plans: Plans<E, State>) => UserFacingError | undefined;
	/** Finds further obstacles for a dry run. */
	foresee?: (
		directory: Directory,
		plans: ReadonlyMap<Row<E>, Result<State>>,
	) => Promise<Map<Row<E>, Problem>>;
}

/** A write operation that makes the changes of all rows of a credential together. */
export interface JointOperation<E extends Entry, State extends object> extends Omit<
	WriteOperation<E, State>,
	'apply'
> {
	applyAll: (
		directory: Directory,
		states: ReadonlyMap<Row<E>, State>,
	) => Promise<Map<Row<E>, Result<State> | Problem>>;
}

/** Adds a value to the list of a key. */
export function addTo<K, V>(groups: Map<K, V[]>, key: K, value: V): void {
	groups.set(key, [...(groups.get(key) ?? []), value]);
}
