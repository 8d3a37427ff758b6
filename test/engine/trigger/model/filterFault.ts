import type { RoutePath } from '../../../contract';
import type { Fault, ListRecord } from '../../../sandbox';

/** Makes a filter from a date on leave out the records of that very second. */
export function exclusiveFilter(kind: RoutePath, date: string): Fault {
	let bound = '';
	return {
		on: { kind },
		times: Infinity,
		before: ({ query }) => {
			// Further pages have a cursor only.
			if (!query.startsWith('next=')) bound = query.split(`${date}[gte]=`)[1]?.split('&')[0] ?? '';
		},
		body: (real: ListRecord[]) =>
			real.filter((record) => secondOf(record[date]) !== secondOf(bound)),
	};
}

function secondOf(time: unknown): number {
	return Math.floor(Date.parse(decodeURIComponent(String(time))) / 1_000);
}
