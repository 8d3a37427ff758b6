import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import { foldText } from '../values/words';

/** A record that a user can choose. */
export interface Candidate {
	id: string;
	/** Its ID when it has no name. */
	name: string;
	/** ID of the record that it belongs to, as a group belongs to another one. */
	parentId: unknown;
}

/** What a record has as its status while people can use it. */
const USUAL = ['active', 'published'];

/**
 * Empty for a record without an ID. The name of a user includes the mail address, and that of a record that people
 * cannot use its status.
 */
export function toCandidate(record: IDataObject): Candidate[] {
	const { status, parentId, mail } = record;
	const id = recordIdOf(record);
	if (id === undefined) return [];
	const name = nameOf(record) || id;
	const text = typeof mail === 'string' && mail !== '' ? `${name} (${mail})` : name;
	const isHidden = typeof status === 'string' && !USUAL.includes(status);
	return [{ id, name: isHidden ? `${text} (${status})` : text, parentId }];
}

/** Puts names that begin with the text that was searched for first, then those with a word that does. */
export function bestFirst(candidates: readonly Candidate[], text: string): Candidate[] {
	const wanted = foldText(text.trim());
	const rank = ({ name }: Candidate) => {
		const folded = foldText(name);
		if (folded.startsWith(wanted)) return 0;
		return folded.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(wanted)) ? 1 : 2;
	};
	return wanted === '' ? [...candidates] : [...candidates].sort((a, b) => rank(a) - rank(b));
}

/**
 * What candidates are called in a list: their names, and where names repeat the parent's name as well, or else the ID.
 *
 * @param names by ID, as far as they are known
 */
export function labelsOf(candidates: Candidate[], names: ReadonlyMap<string, string>): string[] {
	const byName = candidates.map(({ name }) => name);
	const byParent = candidates.map(
		({ name, id, parentId }) => `${name} (${names.get(String(parentId)) ?? id})`,
	);
	const byId = candidates.map(({ name, id }) => `${name} (${id})`);
	return distinct(byName, distinct(byParent, byId));
}

/** Replaces labels that occur more than once. */
function distinct(labels: string[], others: string[]): string[] {
	const counts = new Map<string, number>();
	for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
	return labels.map((label, index) => (counts.get(label) === 1 ? label : (others[index] ?? label)));
}
