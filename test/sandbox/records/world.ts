import type { RoutePath } from '../../contract';
import type { Settings } from '../options';
import { hashOf, randomFor, type Random } from './random';

/** A record as the sandbox keeps it. Where the service shows no `_id`, this one is taken off on the way out. */
export interface ListRecord {
	_id: string;
	[field: string]: unknown;
}

/** Makes the record of an index; called again for each reading, so it must be cheap and repeatable. */
export type Generate = (index: number) => ListRecord;

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const FIRST_COURSE_MS = Date.UTC(2020, 0, 6, 9);
const BETWEEN_COURSES_MS = 1_740_000;
const FIRST_RECORD_MS = Date.UTC(2019, 0, 7, 8);

/** How many records the lists have at the start for which the settings do not say it. */
const SIZES: Readonly<Record<string, number>> = {
	'bulk/operations': 25,
	'paths/sessions': 60,
	'paths/stats': 120,
	paths: 30,
	'skills/powers': 40,
	tags: 60,
};
const TOP_LIST = 20;
const LIST_BELOW = 15;

/**
 * What the records of one list know of those of another: what was there at the start, so that an
 * edit of one list changes no record of another.
 */
export class World {
	/** The last midnight, so that a day has the same records all day. */
	readonly todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;

	/** By path: the digits that its IDs have in common. */
	private readonly digits = new Map<string, string>();

	private readonly hashes = new Map<string, number>();

	private readonly counts: ReadonlyMap<string, number>;

	/** @param now the records of a list as they are at the moment. */
	constructor(
		readonly settings: Settings,
		readonly now: (path: string) => Iterable<ListRecord>,
	) {
		const { courses, groups, users, courseStatistics } = settings;
		const measured = { courses, groups, users, 'courses/stats': courseStatistics };
		this.counts = new Map(Object.entries({ ...SIZES, ...measured }));
	}

	/** How many records a list has at the start, by its path. */
	count(path: string): number {
		return this.counts.get(path) ?? (/[0-9a-f]{24}/.test(path) ? LIST_BELOW : TOP_LIST);
	}

	/**
	 * 24 hexadecimal digits laid out like a MongoDB ObjectId (seconds, process, counter). The counter is the record's
	 * index, so that a record is found by its ID without a search.
	 *
	 * @param createdMs spares finding it out again where it is known.
	 */
	id(path: string, index: number, createdMs = this.createdMs(path, index)): string {
		const digits =
			this.digits.get(path) ?? randomFor(this.settings.seed, -1 - hashOf(path)).hex(10);
		this.digits.set(path, digits);
		const seconds = Math.floor(createdMs / 1000)
			.toString(16)
			.padStart(8, '0');
		return seconds + digits + index.toString(16).padStart(6, '0');
	}

	/** The index of a record that was there at the start, or -1. */
	indexOf(path: string, id: unknown): number {
		const index = indexInId(String(id));
		return index >= 0 && index < this.count(path) && this.id(path, index) === id ? index : -1;
	}

	/** The random numbers of a record. */
	randomOf(path: string, index: number): Random {
		const hash = this.hashes.get(path) ?? hashOf(path);
		this.hashes.set(path, hash);
		return randomFor(this.settings.seed ^ hash, index);
	}

	/** When the record of an index was created. The creation of courses has no rhythm. */
	createdMs(path: string, index: number): number {
		if (path !== 'courses') return FIRST_RECORD_MS + index * HOUR_MS;
		const random = this.randomOf('dates of courses', index);
		return FIRST_COURSE_MS + index * BETWEEN_COURSES_MS + random.below(1_000_000);
	}
}

/** The index inside a generated `_id`, or -1 when it does not look like one. */
export function indexInId(id: string): number {
	return /^[0-9a-f]{24,}$/.test(id) ? Number.parseInt(id.slice(18), 16) : -1;
}

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
