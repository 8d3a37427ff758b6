import type { Catalogue } from '../../../sandbox';
import type { Edit, WatchedList } from './plan';

let changes = 0;

const COMPLETED_AT = '2026-01-27T09:00:00.000Z';

/** So few that some attempts are at the same. */
const pairs = ['c', 'd'].map((course) => ({ userId: 'a'.repeat(24), courseId: course.repeat(24) }));

/**
 * Applies an edit and answers the ID of the record that it was about. An attempt at a course goes on; mostly it is then
 * completed, or open again where a course would be published.
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
			: { ...pairs[pick % 3 > 0 ? 1 : 0], completedAt: pick % 2 > 0 ? COMPLETED_AT : null };
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
	else if (!isCourse) {
		const completedAt = kind === 'publish' ? null : COMPLETED_AT;
		catalogue.update(list, id, { progress: changes, ...(pick % 3 > 0 && { completedAt }) });
	} else if (kind === 'archive') catalogue.archive(list, id);
	else {
		catalogue.update(
			list,
			id,
			kind === 'update' ? { name: `Change ${changes}` } : { status: 'published' },
		);
	}
	return id;
}
