import { objectId, processDigits } from './objectId';
import { type Random, randomFor } from './random';

/** Lists whose records others refer to. */
export type Referable =
	| 'courses'
	| 'groups'
	| 'users'
	| 'tags'
	| 'paths'
	| 'paths/sessions'
	| 'classrooms'
	| 'custom-fields'
	| 'integrations';

/** @param createdMs spares finding it out again where it is known. */
type IdOf = (index: number, createdMs?: number) => string;

const FIRST_COURSE_MS = Date.UTC(2020, 0, 6, 9);
const BETWEEN_COURSES_MS = 1_740_000;
const FIRST_RECORD_MS = Date.UTC(2019, 0, 7, 8);
const BETWEEN_RECORDS_MS = 3_600_000;

/** When the record of an index was created, in every list but the courses. */
export function createdAtMs(index: number): number {
	return FIRST_RECORD_MS + index * BETWEEN_RECORDS_MS;
}

/** The same for courses, whose creation has no rhythm: it takes the first number of the course's own. */
export function courseCreatedAtMs(index: number, random: Random): number {
	return FIRST_COURSE_MS + index * BETWEEN_COURSES_MS + random.below(1_000_000);
}

/** The `_id` of each index, list by list, so that records can name each other without being made. */
export function idsOf(seed: number): Readonly<Record<Referable, IdOf>> {
	const ids = (kind: number, createdAt: (index: number) => number = createdAtMs): IdOf => {
		const process = processDigits(seed, kind);
		return (index, createdMs = createdAt(index)) => objectId(process, createdMs, index);
	};
	return {
		courses: ids(1, (index) => courseCreatedAtMs(index, randomFor(seed, index))),
		groups: ids(2),
		users: ids(3),
		tags: ids(4),
		paths: ids(5),
		'paths/sessions': ids(6),
		classrooms: ids(7),
		'custom-fields': ids(8),
		integrations: ids(9),
	};
}
