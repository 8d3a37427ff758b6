import { type Address, addressOf, isList, shownAs } from './address';
import type { Settings } from './options';
import { RecordList } from './recordList';
import { sourceOf } from './records/source';
import { type ListRecord, World } from './records/world';

/**
 * The records of the sandbox, to be read and edited between requests. Records handed out are
 * copies; an edit shows in the next page that is requested.
 *
 * A list is named by its path below `/api/v2/`: `courses`, or `groups/<an ID>/roles`. Each is edited
 * by itself: who removes a user leaves the roles of that user where they are.
 */
export class Catalogue {
	readonly world: World;

	private readonly lists = new Map<string, RecordList>();

	constructor(settings: Settings) {
		this.world = new World(settings, (path) => this.lists.get(path) ?? this.made(path));
	}

	/**
	 * The live list behind a path: what the routes read.
	 *
	 * @throws {Error} when the path is that of no list.
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

	/** All records in list order, with an `_id` even where the service shows none. */
	list(path: string): ListRecord[] {
		const list = this.records(path);
		return Array.from({ length: list.length }, (_, position) => list.copyAt(position));
	}

	/** The same as the service shows them: bare strings, or without the `_id`, where it does so. */
	shown(path: string): unknown[] {
		return this.list(path).map(showing(listAt(path).kind));
	}

	/** @throws {Error} when no record has this `_id`. */
	get(path: string, id: string): ListRecord {
		return this.records(path).copyAt(this.position(path, id));
	}

	/**
	 * Adds a record; fields not given are made up as for the others.
	 *
	 * @param position where in the list, at the end by default.
	 */
	add(path: string, fields: Partial<ListRecord> = {}, position?: number): ListRecord {
		const list = this.records(path);
		return structuredClone(list.insert(position ?? list.length, structuredClone(fields)));
	}

	/**
	 * Changes fields of a record. Where it has a `modifiedAt`, that moves one second on unless given.
	 *
	 * @throws {Error} when no record has this `_id`.
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
	 * Sets `status` to `archived`; like the public service, leaves `modifiedAt` where it was.
	 *
	 * @throws {Error} when no record has this `_id`.
	 */
	archive(path: string, id: string): ListRecord {
		return this.change(path, id, { status: 'archived' });
	}

	/** @throws {Error} when no record has this `_id`. */
	remove(path: string, id: string): void {
		const position = this.position(path, id);
		this.records(path).rearrange((order) => order.splice(position, 1));
	}

	/** Lists the records in the opposite order. */
	reverse(path: string): void {
		this.records(path).rearrange((order) => order.reverse());
	}

	clear(path: string): void {
		this.records(path).rearrange((order) => order.splice(0));
	}

	private made(path: string): RecordList {
		const { generate, count } = sourceOf({ ...listAt(path), path, world: this.world });
		return new RecordList(generate, count);
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
		if (position === -1) throw new Error(`No record of ${path} has the _id ${id}`);
		return position;
	}
}

/** Makes the form in which the service shows an entry of a list. */
export function showing(kind: string): (record: ListRecord) => unknown {
	const form = shownAs(kind);
	if (form === 'records') return (record) => record;
	if (form === 'texts') return ({ _id }) => _id;
	return (record) => Object.fromEntries(Object.entries(record).filter(([name]) => name !== '_id'));
}

/** @throws {Error} when the path is that of no list. */
function listAt(path: string): Address {
	const address = addressOf(path);
	if (!address || !isList(address.kind)) throw new Error(`The service has no list ${path}`);
	return address;
}
