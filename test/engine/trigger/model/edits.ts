import type { Catalogue } from '../../../sandbox';
import type { Edit, WatchedList } from './plan';

let changes = 0;

const COMPLETED_AT = '2026-01-27T09:00:00.000Z';

/** So few learners and courses that some attempts are at the same. */
const pairs = ['a', 'b'].flatMap((user) =>
	['c', 'd'].map((course) => ({ userId: user.repeat(24), courseId: course.repeat(24) })),
);

/**
 * Applies an edit and answers the ID of the record that it was about. An attempt at a course is completed where a course
 * is archived, and open again where one is published.
 */
export function applyEdit(
	catalogue: Catalogue,
	{ kind, pick }: Edit,
	list: WatchedList = 'courses',
): string | undefined {
	const isCourse = list === 'courses';
	const count = catalogue.count(list);
	if (kind === 'add') {
		const isPublished = pick % 4 > 0;
		const fields = isCourse
			? { status: isPublished ? 'published' : 'archived' }
			: { ...pairs[pick % pairs.length], completedAt: isPublished ? null : COMPLETED_AT };
		return catalogue.add(list, fields, pick % (count + 1))._id;
	}
	if (kind === 'reverse' || kind === 'clear') {
		if (kind === 'reverse') catalogue.reorder(list);
		else catalogue.clear(list);
		return undefined;
	}
	if (count === 0) return undefined;
	const id = catalogue.list(list)[pick % count]?._id ?? '';
	changes += 1;
	if (kind === 'remove') catalogue.remove(list, id);
	else if (kind === 'update') {
		catalogue.update(list, id, isCourse ? { name: `Change ${changes}` } : { progress: changes });
	} else if (!isCourse) {
		catalogue.update(list, id, { completedAt: kind === 'archive' ? COMPLETED_AT : null });
	} else if (kind === 'archive') catalogue.archive(list, id);
	else catalogue.update(list, id, { status: 'published' });
	return id;
}
