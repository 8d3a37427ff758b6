import type { Fault, ListRecord } from '../../../sandbox';

/** Makes a filter from a date on leave out the records of that very second. */
export function exclusiveFilter(): Fault {
	let bound = '';
	return {
		on: { kind: 'courses' },
		times: Infinity,
		before: ({ query }) => {
			// Further pages have a cursor only.
			if (!query.startsWith('next=')) bound = /modifiedAt\[gte\]=([^&]*)/.exec(query)?.[1] ?? '';
		},
		body: (real: ListRecord[]) =>
			real.filter(({ modifiedAt }) => secondOf(modifiedAt) !== secondOf(bound)),
	};
}

function secondOf(time: unknown): number {
	return Math.floor(Date.parse(decodeURIComponent(String(time))) / 1_000);
}
