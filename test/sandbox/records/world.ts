import { courseTimesOf, idsOf, type CourseTimes, type Referable } from './ids';
import { indexInObjectId } from './objectId';
import type { Random } from './random';
import type { ListRecord } from './record';

const SIZES: Readonly<Record<Exclude<Referable, 'courses' | 'groups' | 'users'>, number>> = {
	tags: 60,
	paths: 30,
	'paths/sessions': 60,
	classrooms: 8,
	'custom-fields': 8,
	integrations: 3,
};

/** The part of the settings that the records depend on. */
export interface Measures {
	seed: number;
	recordBytes: number;
	courses: number;
	groups: number;
	users: number;
	courseAuthors: number;
	courseStatistics: number;
	courseOrder: 'created' | 'newest' | 'shuffled';
	courseDates: 'steady' | 'even' | 'skewed' | 'same';
}

/**
 * What the records of one list know of those of another: what was there at the start, so that an
 * edit of one list changes no record of another.
 */
export class World {
	readonly courseTime: CourseTimes;

	private readonly ids: ReturnType<typeof idsOf>;

	/** @param now the records of a list as they are at the moment. */
	constructor(
		readonly measures: Measures,
		readonly now: (path: string) => Iterable<ListRecord>,
	) {
		this.courseTime = courseTimesOf(measures.courses, measures.courseDates);
		this.ids = idsOf(measures.seed, this.courseTime);
	}

	/** How many records a list has at the start. */
	count(kind: Referable): number {
		const isMeasure = kind === 'courses' || kind === 'groups' || kind === 'users';
		return isMeasure ? this.measures[kind] : SIZES[kind];
	}

	/** @param createdMs spares finding it out again where it is known. */
	id(kind: Referable, index: number, createdMs?: number): string {
		return this.ids[kind](index, createdMs);
	}

	/** The ID of some record; of the first one that could be there when none is. */
	some(kind: Referable, random: Random): string {
		return this.id(kind, random.below(this.count(kind)));
	}

	/** The index of a record that was there at the start, or -1. */
	indexOf(kind: Referable, id = ''): number {
		const index = indexInObjectId(id);
		return index >= 0 && index < this.count(kind) && this.id(kind, index) === id ? index : -1;
	}
}
