import fc from 'fast-check';

import type { Catalogue } from '../../../sandbox';

/** An edit of a list. `pick` selects a record or a position in a list of any length. */
export interface Edit {
	kind: 'add' | 'update' | 'archive' | 'publish' | 'remove' | 'reverse' | 'clear';
	pick: number;
}

const ofOne = ['add', 'add', 'update', 'update', 'archive', 'publish', 'remove'] as const;

export const anyEdit: fc.Arbitrary<Edit> = fc.record({
	kind: fc.constantFrom(...ofOne, ...ofOne, 'reverse', 'clear'),
	pick: fc.nat({ max: 1_000 }),
});

let changes = 0;

/** Applies an edit to a list and returns the ID of the edited record. */
export function applyEdit(
	catalogue: Catalogue,
	list: string,
	{ kind, pick }: Edit,
): string | undefined {
	const count = catalogue.count(list);
	if (kind === 'add') {
		const status = pick % 4 > 0 ? 'published' : 'archived';
		return catalogue.add(list, { status }, pick % (count + 1))._id;
	}
	if (kind === 'reverse' || kind === 'clear') {
		if (kind === 'reverse') catalogue.reverse(list);
		else catalogue.clear(list);
		return undefined;
	}
	if (count === 0) return undefined;
	const id = catalogue.list(list)[pick % count]?._id ?? '';
	changes += 1;
	if (kind === 'remove') catalogue.remove(list, id);
	else if (kind === 'archive') catalogue.archive(list, id);
	else {
		const fields = kind === 'update' ? { name: `Change ${changes}` } : { status: 'published' };
		catalogue.update(list, id, fields);
	}
	return id;
}
