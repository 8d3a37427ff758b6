import type { Catalogue } from '../../../sandbox';
import type { Edit } from './plan';

let changes = 0;

/** Applies an edit and answers the ID of the record that it was about. */
export function applyEdit(catalogue: Catalogue, { kind, pick }: Edit): string | undefined {
	const count = catalogue.count('courses');
	if (kind === 'add') {
		const status = pick % 4 > 0 ? 'published' : 'archived';
		return catalogue.add('courses', { status }, pick % (count + 1))._id;
	}
	if (kind === 'reverse' || kind === 'clear') {
		if (kind === 'reverse') catalogue.reorder('courses');
		else catalogue.clear('courses');
		return undefined;
	}
	if (count === 0) return undefined;
	const id = catalogue.list('courses')[pick % count]?._id ?? '';
	changes += 1;
	if (kind === 'update') catalogue.update('courses', id, { name: `Change ${changes}` });
	if (kind === 'archive') catalogue.archive('courses', id);
	if (kind === 'publish') catalogue.update('courses', id, { status: 'published' });
	if (kind === 'remove') catalogue.remove('courses', id);
	return id;
}
