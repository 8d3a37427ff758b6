import type { RoutePath } from '../../contract';
import type { Settings } from '../options';
import { hashOf, randomFor, type Random } from './random';

/** A record in the sandbox. For lists without `_id`, the sandbox removes the `_id` from responses. */
export interface ListRecord {
	_id: string;
	[field: string]: unknown;
}

/** Generates the record at an index. Must be fast and repeatable because every read generates the record again. */
export type Generate = (index: number) => ListRecord;

const DAY_MS = 86_400_000;
const FIRST_MS = Date.UTC(2020, 0, 6, 9);
const LONGEST_BETWEEN_MS = 5 * DAY_MS;
/** The period in which the records of a list are created. */
const ALL_MS = 5 * 365 * DAY_MS;

/** The initial number of records in lists without a setting. */
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

/** The initial lists, used for references between records: editing one list must not change another. */
export class World {
	/** Midnight today: records do not change during the day. */
	readonly todayMs = Math.floor(Date.now() / DAY_MS) * DAY_MS;

	/** The digits that all IDs in a list share, by path. */
	private readonly digits = new Map<string, string>();

	private readonly hashes = new Map<string, number>();

	/** The time between two records of a list, by path. */
	private readonly intervals = new Map<string, number>();

	private readonly counts: ReadonlyMap<string, number>;

	/** @param now returns the current records of a list */
	constructor(
		readonly settings: Settings,
		readonly now: (path: string) => Iterable<ListRecord>,
	) {
		const { courses, groups, users, courseStatistics } = settings;
		const measured = { courses, groups, users, 'courses/stats': courseStatistics };
		this.counts = new Map(Object.entries({ ...SIZES, ...measured }));
	}

	/** Returns a list's initial number of records. */
	count(path: string): number {
		return this.counts.get(path) ?? (/[0-9a-f]{24}/.test(path) ? LIST_BELOW : TOP_LIST);
	}

	/**
	 * Creates an ID in the style of a MongoDB ObjectId: seconds, process, counter. The counter is the record's index, so
	 * no search is needed to find the record.
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

	/** Returns the index of an initial record, or -1. */
	indexOf(path: string, id: unknown): number {
		const index = indexInId(String(id));
		return index >= 0 && index < this.count(path) && this.id(path, index) === id ? index : -1;
	}

	/** Returns a record's random numbers. */
	randomOf(path: string, index: number): Random {
		const hash = this.hashes.get(path) ?? hashOf(path);
		this.hashes.set(path, hash);
		return randomFor(this.settings.seed ^ hash, index);
	}

	/** Returns a record's creation time. Records are created at regular intervals, courses at irregular ones. */
	createdMs(path: string, index: number): number {
		const between =
			this.intervals.get(path) ?? Math.min(LONGEST_BETWEEN_MS, ALL_MS / this.count(path));
		this.intervals.set(path, between);
		const delay = path === 'courses' ? this.randomOf('dates of courses', index).next() / 2 : 0;
		return FIRST_MS + (index + delay) * between;
	}
}

/** Returns the index in a generated `_id`, or -1. */
export function indexInId(id: string): number {
	return /^[0-9a-f]{24,}$/.test(id) ? Number.parseInt(id.slice(18), 16) : -1;
}

/** A list, identified by a path and its parameters. */
export interface Place {
	kind: RoutePath;
	path: string;
	parameters: Readonly<Record<string, string>>;
	world: World;
}

export interface Moment extends Place {
	index: number;
	/** True for records without an `_id`, which differ only in their references. */
	isTold: boolean;
	random: Random;
	createdMs: number;
	/** The start and length of the period that contains the record's later dates. */
	sinceMs: number;
	spanMs: number;
	/** Counts records and entries so that variants take turns. */
	turn: number;
	/** The fields generated so far. */
	record: ListRecord;
}

export type Make = (moment: Moment) => unknown;
