import type { ListRecord } from '../../../sandbox';

/** An event as the test compares it: what happened to which record, with the record's content. */
export type Reported = [event: string, id: string, content?: string];

/** A list by ID, each record's content as text, in list order. */
export type View = Map<string, string>;

export function viewOf(records: ListRecord[]): View {
	return new Map(records.map((record) => [record._id, contentOf(record)]));
}

export function contentOf(record: Record<string, unknown>): string {
	return JSON.stringify(Object.entries(record).sort(([left], [right]) => (left < right ? -1 : 1)));
}

/** What has to be reported when one list is followed by another: the plainest statement of the rules. */
export function difference(before: View, after: View, triggerOn: string[]): Reported[] {
	const removed = [...before.keys()].filter((id) => !after.has(id));
	const updated = [...after].filter(
		([id, content]) => before.has(id) && before.get(id) !== content,
	);
	const added = [...after].filter(([id]) => !before.has(id));
	const all: Reported[] = [
		...removed.map((id): Reported => ['removed', id]),
		...updated.map(([id, content]): Reported => ['updated', id, content]),
		...added.map(([id, content]): Reported => ['added', id, content]),
	];
	return all.filter(([event]) => triggerOn.includes(event));
}

/** The part of a list that is about one record. */
export function only(id: string, view: View): View {
	return new Map([...view].filter(([key]) => key === id));
}

export function without(id: string | undefined, view: View): View {
	return new Map([...view].filter(([key]) => key !== id));
}
