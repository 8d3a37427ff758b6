import { type Address, addressOf, isList, shownAs } from './address';
import type { Settings } from './options';
import { RecordList } from './recordList';
import { sourceOf } from './records/source';
import { type ListRecord, World } from './records/world';

/**
 * The sandbox's records, which tests can read and edit between requests. Returned records are copies; an edit appears
 * on the next requested page.
 *
 * A list is identified by its path relative to `/api/v2/`, e.g. `courses` or `groups/<an ID>/roles`. An edit changes
 * only one list: removing a user does not remove the user's roles.
 */
export class Catalogue {
	readonly world: World;

	private readonly lists = new Map<string, RecordList>();

	/** True while a request edits the lists. */
	private isRequest = false;

	constructor(private readonly settings: Settings) {
		this.world = new World(settings, (path) => this.lists.get(path) ?? this.made(path));
	}

	/**
	 * Returns the live list at a path. The routes read from this list.
	 *
	 * @throws {Error} if the path is not a list
	 */
	records(path: string): RecordList {
		const known = this.lists.get(path);
		if (known) return known;
		const list = this.made(path);
		this.lists.set(path, list);
		return list;
	}

	count(path: string): number {
		return this.records(path).length;
	}

	/** Returns all records in list order, each with an `_id`, even if the service omits it. */
	list(path: string): ListRecord[] {
		const list = this.records(path);
		return Array.from({ length: list.length }, (_, position) => list.copyAt(position));
	}

	/** Returns all records as the service shows them: some lists contain strings or records without an `_id`. */
	shown(path: string): unknown[] {
		return this.list(path).map(showing(listAt(path).kind));
	}

	/** @throws {Error} if no record has this `_id`. */
	get(path: string, id: string): ListRecord {
		return this.records(path).copyAt(this.position(path, id));
	}

	/**
	 * Adds a record and generates the missing fields.
	 *
	 * @param position in the list; the end by default
	 */
	add(path: string, fields: Partial<ListRecord> = {}, position?: number): ListRecord {
		const list = this.records(path);
		return structuredClone(list.insert(position ?? list.length, structuredClone(fields)));
	}

	/**
	 * Changes a record's fields. Advances `modifiedAt` by one second unless a new value is given.
	 *
	 * @throws {Error} if no record has this `_id`.
	 */
	update(path: string, id: string, fields: Partial<ListRecord>): ListRecord {
		const { modifiedAt } = this.get(path, id);
		const moved = new Date(Date.parse(String(modifiedAt)) + 1000);
		const isDated = modifiedAt !== undefined;
		return this.change(path, id, {
			...(isDated && { modifiedAt: moved.toISOString() }),
			...fields,
		});
	}

	/**
	 * Sets `status` to `archived` without changing `modifiedAt`, as the public service does.
	 *
	 * @throws {Error} if no record has this `_id`.
	 */
	archive(path: string, id: string): ListRecord {
		return this.change(path, id, { status: 'archived' });
	}

	/** @throws {Error} if no record has this `_id`. */
	remove(path: string, id: string): void {
		const position = this.position(path, id);
		this.records(path).rearrange((order) => order.splice(position, 1));
	}

	reverse(path: string): void {
		this.records(path).rearrange((order) => order.reverse());
	}

	clear(path: string): void {
		this.records(path).rearrange((order) => order.splice(0));
	}

	/** Runs a request's edits, which lists show late if they lag. A test's own edits do not lag. */
	asRequest<T>(edit: () => T): T {
		this.isRequest = true;
		try {
			return edit();
		} finally {
			this.isRequest = false;
		}
	}

	private made(path: string): RecordList {
		const { generate, count } = sourceOf({ ...listAt(path), path, world: this.world });
		return new RecordList(generate, count, () => (this.isRequest ? this.settings.listLag : 0));
	}

	private change(path: string, id: string, fields: Partial<ListRecord>): ListRecord {
		const list = this.records(path);
		const position = this.position(path, id);
		const record = { ...list.at(position), ...structuredClone(fields) };
		list.put(position, record);
		return structuredClone(record);
	}

	private position(path: string, id: string): number {
		const position = this.records(path).positionOf(id);
		if (position === -1) throw new Error(`No record in ${path} has the _id ${id}`);
		return position;
	}
}

/** Returns a function that converts a record to the format that the service sends. */
export function showing(kind: string): (record: ListRecord) => unknown {
	const form = shownAs(kind);
	if (form === 'records') return (record) => record;
	if (form === 'texts') return ({ _id }) => _id;
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== '_id'));
}

/** @throws {Error} if the path is not a list */
function listAt(path: string): Address {
	const address = addressOf(path);
	if (!address || !isList(address.kind)) throw new Error(`The service has no list ${path}`);
	return address;
}
