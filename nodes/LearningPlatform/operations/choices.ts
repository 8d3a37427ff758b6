import type { IDataObject } from 'n8n-workflow';

/** A record that can be chosen. */
export interface Choice {
	id: string;
	/** Its ID when it has no name. */
	name: string;
	/** Of the record that it belongs to, as a group to another one. */
	parentId: unknown;
}

/** None for a record without an ID. What is not published says so in its name. */
export function toChoice({ id: otherId, _id: id = otherId, ...record }: IDataObject): Choice[] {
	const { name, status, parentId } = record;
	if (typeof id !== 'string' && typeof id !== 'number') return [];
	const text = typeof name === 'string' && name.trim() !== '' ? name : String(id);
	const isHidden = typeof status === 'string' && status !== 'published';
	return [{ id: String(id), name: isHidden ? `${text} (${status})` : text, parentId }];
}

/** Whether a text contains another one, whatever the case and the accents of both. */
export function isMatch(text: string, part: string): boolean {
	return plain(text).includes(plain(part.trim()));
}

function plain(text: string): string {
	return text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
}

/**
 * What choices are called in a list: by name, and where names repeat with the parent's name or else the ID.
 *
 * @param names by ID, as far as they are known
 */
export function labelsOf(choices: Choice[], names: ReadonlyMap<unknown, string>): string[] {
	const byName = choices.map(({ name }) => name);
	const byParent = choices.map(
		({ name, id, parentId }) => `${name} (${names.get(parentId) ?? id})`,
	);
	const byId = choices.map(({ name, id }) => `${name} (${id})`);
	return distinct(byName, distinct(byParent, byId));
}

/** Replaces the labels that are there more than once. */
function distinct(labels: string[], others: string[]): string[] {
	const counts = new Map<string, number>();
	for (const label of labels) counts.set(label, (counts.get(label) ?? 0) + 1);
	return labels.map((label, index) => (counts.get(label) === 1 ? label : (others[index] ?? label)));
}
