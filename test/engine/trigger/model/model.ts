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

/** Learner and course of an attempt that is completed. */
function completionIn(content: string): string | undefined {
	const fields = JSON.parse(content) as [string, unknown][];
	const { userId, courseId, completedAt } = Object.fromEntries(fields);
	return completedAt ? `${String(userId)} ${String(courseId)}` : undefined;
}

/** The plainest statement of the rules: what has to be reported when one reading of a list follows the others. */
export class Model {
	private missing = new Set<string>();

	/** @param completed what was completed before, which a record that is known has told */
	constructor(
		private known: View,
		private readonly triggerOn: string[],
		readonly completed = new Set<string>(),
	) {
		this.complete(known);
	}

	/** What a poll that reads `list` has to report. */
	poll(list: View): Reported[] {
		const absent = [...this.known].filter(([id]) => !list.has(id));
		const removed = absent.filter(([id]) => this.missing.has(id));
		const stillKnown = absent.filter(([id]) => !this.missing.has(id));
		const completed = this.complete(list);
		const others = new Map([...list].filter(([id]) => !completed.has(id)));
		const all: Reported[] = [
			...removed.map(([id]): Reported => ['removed', id]),
			...[...others].flatMap(([id, content]): Reported[] => {
				const before = this.known.get(id);
				return before === undefined || before === content ? [] : [['updated', id, content]];
			}),
			...[...others].flatMap(([id, content]): Reported[] =>
				this.known.has(id) ? [] : [['added', id, content]],
			),
			...[...completed].map(([id, content]): Reported => ['completed', id, content]),
		];
		this.known = new Map([...list, ...stillKnown]);
		this.missing = new Set(stillKnown.map(([id]) => id));
		return all.filter(([event]) => this.triggerOn.includes(event));
	}

	/** The first records that show what was not completed before; nothing else is said of them. */
	private complete(list: View): View {
		const isNew = ([, content]: [string, string]) => {
			const completion = this.triggerOn.includes('completed') && completionIn(content);
			if (!completion || this.completed.has(completion)) return false;
			this.completed.add(completion);
			return true;
		};
		return new Map([...list].filter(isNew));
	}
}

/** The part of a list that is about one record. */
export function only(id: string, view: View): View {
	return new Map([...view].filter(([key]) => key === id));
}

export function without(id: string | undefined, view: View): View {
	return new Map([...view].filter(([key]) => key !== id));
}
