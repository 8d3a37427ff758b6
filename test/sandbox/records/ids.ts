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

const DAY_MS = 86_400_000;
const YEARS_MS = 6 * 365 * DAY_MS;

/** When a course was created, by its index; it takes the first number of the course's own. */
export type CourseTimes = (index: number, random: Random) => number;

/**
 * The same for courses, whose creation has no rhythm.
 *
 * @param dates as the option `courseDates` has it.
 */
export function courseTimesOf(
	courses: number,
	dates: 'steady' | 'even' | 'skewed' | 'same',
): CourseTimes {
	const now = Date.now();
	const few = Math.ceil(courses / 10);
	const between = (start: number, ms: number, index: number, count: number, random: Random) =>
		Math.floor(start + ((index + random.next()) / count) * ms);
	const times: Record<typeof dates, CourseTimes> = {
		steady: (index, random) =>
			FIRST_COURSE_MS + index * BETWEEN_COURSES_MS + random.below(1_000_000),
		even: (index, random) => between(now - YEARS_MS, YEARS_MS, index, courses, random),
		skewed: (index, random) =>
			index < few
				? between(now - YEARS_MS, YEARS_MS - 10 * DAY_MS, index, few, random)
				: between(now - 10 * DAY_MS, 10 * DAY_MS, index - few, courses - few, random),
		same: (_index, random) => FIRST_COURSE_MS + random.below(1_000),
	};
	return times[dates];
}

/** The `_id` of each index, list by list, so that records can name each other without being made. */
export function idsOf(seed: number, courseTime: CourseTimes): Readonly<Record<Referable, IdOf>> {
	const ids = (kind: number, createdAt: (index: number) => number = createdAtMs): IdOf => {
		const process = processDigits(seed, kind);
		return (index, createdMs = createdAt(index)) => objectId(process, createdMs, index);
	};
	return {
		courses: ids(1, (index) => courseTime(index, randomFor(seed, index))),
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
