import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../failures/userFacingError';
import type { Field, Form, Ref } from '../form';
import type { ListingLog } from '../n8n/log';
import type { Directory, RowError } from '../people';
import type { Client } from '../service';

export interface Entry {
	options: { dryRun: boolean; maxRetries: number };
	/** What identifies the user, if that is a field of its own. */
	who?: object;
}

/** An input item whose form has been read. */
export interface Row<E extends Entry = Entry> {
	itemIndex: number;
	client: Client<ListingLog>;
	directory: Directory;
	entry: E;
	/** The data of the item. */
	input: IDataObject;
	/** The workflow's time zone. */
	timeZone: string;
	/** For a row that the operation adds, e.g. for a membership that ends because of the others. */
	added?: {
		/** The same in every run. */
		key: string;
		/** A sentence for errors that names the user of the row. */
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
	/** The fields that the platform does not store as the row asks. */
	notStored?: readonly string[];
}

/** The outcomes of a row, and whether they change something on the platform. */
const OUTCOMES = {
	added: true,
	created: true,
	deleted: false,
	enrolled: true,
	excluded: false,
	left: false,
	notMember: false,
	removed: true,
	restored: true,
	unchanged: false,
	unenrolled: true,
	updated: true,
};

/** Returns true if a result changes something on the platform. */
export const writesSomething = ({ outcome }: Pick<Result<unknown>, 'outcome'>) => OUTCOMES[outcome];

/** What a row would do, or what it did. */
export interface Result<State> {
	outcome: keyof typeof OUTCOMES;
	/** The record as it is afterward. */
	record: IDataObject;
	/** The state that later items about the same subject build on. */
	state: State;
	/** The fields that were or would be written, with their old values; omitted for memberships. */
	changed?: string[];
	before?: IDataObject;
	/** What the user should know even though the row succeeded. */
	remarks?: readonly Remark[];
	/** True if this deactivates somebody, now or earlier than planned. */
	isRemoval?: boolean;
}

/** Something about each row, in order. */
export type ByRow<E extends Entry, T> = ReadonlyMap<Row<E>, T>;

/** One write operation. The runner in `run.ts` does everything else. */
export interface WriteOperation<E extends Entry, State extends object> {
	/** The values of the form are the entry of a row. */
	form: Form & { [Name in keyof E]: Field<E[Name]> };
	/** Returns the scopes that a row needs. */
	scopes: (entry: E) => readonly string[];
	/** True if a part of the table is not enough. */
	needsAllRows?: boolean;
	/**
	 * Looks up the subjects of all rows of a credential, and may add rows. Rows about the same subject share one state.
	 *
	 * @param unread the users of the items whose form failed
	 */
	find: (
		directory: Directory,
		rows: readonly Row<E>[],
		unread: readonly Ref[],
	) => Promise<ByRow<E, State | RowError>>;
	/** Returns what would change. @throws RowError if the row cannot be carried out */
	differences: (row: Row<E>, state: State) => Result<State>;
	/** Plans rows again and makes their changes: `rowByRow`, or several in one request. */
	apply: (rows: ByRow<E, State>) => AsyncIterable<readonly [Row<E>, Result<State> | RowError]>;
	/** Returns an error if a run would change too much. */
	exceeded?: (plans: ByRow<E, Result<State>>) => UserFacingError | undefined;
	/** Returns what the user should know about the whole run. */
	remarksOn?: (rows: readonly Row<E>[], plans: ByRow<E, Result<State>>) => Remark[];
	/** Finds what would stop the rows: for a dry run also what the platform itself rejects in a real one. */
	preflight?: (
		directory: Directory,
		plans: ByRow<E, Result<State>>,
	) => Promise<ByRow<E, Result<State> | RowError>>;
}
