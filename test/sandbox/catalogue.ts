import type { ListKind, Settings } from './options';
import { RecordList } from './recordList';
import { courseGenerator } from './records/course';
import { groupGenerator } from './records/group';
import type { ListRecord } from './records/record';

/**
 * The records of the sandbox, to be read and edited between requests. Records handed out are
 * copies; an edit shows in the next page that is requested.
 */
export class Catalogue {
	private readonly lists: Record<ListKind, RecordList>;

	constructor(settings: Settings) {
		const { seed, recordBytes, courses, groups } = settings;
		this.lists = {
			courses: new RecordList(courseGenerator(seed, recordBytes, groups), courses),
			groups: new RecordList(groupGenerator(seed, recordBytes), groups),
		};
	}

	/** The live list behind a kind: what the routes read. */
	records(kind: ListKind): RecordList {
		return this.lists[kind];
	}

	count(kind: ListKind): number {
		return this.lists[kind].length;
	}

	/** All records in list order. */
	list(kind: ListKind): ListRecord[] {
		const list = this.lists[kind];
		return Array.from({ length: list.length }, (_, position) => list.copyAt(position));
	}

	/** @throws {Error} when no record has this `_id`. */
	get(kind: ListKind, id: string): ListRecord {
		return this.lists[kind].copyAt(this.position(kind, id));
	}

	/**
	 * Adds a record; fields not given are made up as for the others.
	 *
	 * @param position where in the list, at the end by default.
	 */
	add(kind: ListKind, fields: Partial<ListRecord> = {}, position?: number): ListRecord {
		const list = this.lists[kind];
		return structuredClone(list.insert(position ?? list.length, structuredClone(fields)));
	}

	/**
	 * Changes fields of a record. Where it has a `modifiedAt`, that moves one second on unless given.
	 *
	 * @throws {Error} when no record has this `_id`.
	 */
	update(kind: ListKind, id: string, fields: Partial<ListRecord>): ListRecord {
		const { modifiedAt } = this.get(kind, id);
		const moved = typeof modifiedAt === 'string' ? { modifiedAt: secondAfter(modifiedAt) } : {};
		return this.change(kind, id, { ...moved, ...fields });
	}

	/**
	 * Sets `status` to `archived`; like the public service, leaves `modifiedAt` where it was.
	 *
	 * @throws {Error} when no record has this `_id`.
	 */
	archive(kind: ListKind, id: string): ListRecord {
		return this.change(kind, id, { status: 'archived' });
	}

	/** @throws {Error} when no record has this `_id`. */
	remove(kind: ListKind, id: string): void {
		this.lists[kind].delete(this.position(kind, id));
	}

	/** Puts the records into another order: reversed, or sorted by the function given. */
	reorder(kind: ListKind, compare?: (left: ListRecord, right: ListRecord) => number): void {
		if (compare) this.lists[kind].sort(compare);
		else this.lists[kind].reverse();
	}

	clear(kind: ListKind): void {
		this.lists[kind].clear();
	}

	private change(kind: ListKind, id: string, fields: Partial<ListRecord>): ListRecord {
		const list = this.lists[kind];
		const position = this.position(kind, id);
		const record = { ...list.at(position), ...structuredClone(fields) };
		list.put(position, record);
		return structuredClone(record);
	}

	private position(kind: ListKind, id: string): number {
		const position = this.lists[kind].positionOf(id);
		if (position === -1) throw new Error(`No record of ${kind} has the _id ${id}`);
		return position;
	}
}

function secondAfter(isoTime: string): string {
	return new Date(Date.parse(isoTime) + 1000).toISOString();
}
