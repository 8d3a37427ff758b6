import type { IDataObject } from 'n8n-workflow';

import type { RoutePath, Sandbox } from '../../sandbox';
import { requestLines } from '../service';

const known = new WeakMap<Sandbox, Map<RoutePath, Map<unknown, string>>>();

/** Returns the name that a record had when this function first read the list. */
export function nameIn(sandbox: Sandbox, list: RoutePath, id: unknown): string {
	const lists = known.get(sandbox) ?? new Map<RoutePath, Map<unknown, string>>();
	known.set(sandbox, lists);
	const names = lists.get(list) ?? namesOf(sandbox.catalogue.shown(list) as IDataObject[]);
	lists.set(list, names);
	return names.get(id) ?? '';
}

const namesOf = (records: IDataObject[]) =>
	new Map<unknown, string>(
		records.map(({ _id, name, firstName, lastName }) => [
			_id,
			[name, firstName, lastName].filter((part) => typeof part === 'string').join(' '),
		]),
	);

const BESIDE: Record<string, [name: string, list: RoutePath] | undefined> = {
	groupId: ['groupName', 'groups'],
	authorId: ['authorName', 'users'],
	coAuthorIds: ['coAuthorNames', 'users'],
};

/** Returns a record with names from the catalog next to its IDs. */
export function namedByHand(sandbox: Sandbox, record: IDataObject): IDataObject {
	const fields = Object.entries(record).flatMap(([field, value]): [string, unknown][] => {
		const [name, list] = BESIDE[field] ?? [];
		if (name === undefined || list === undefined) return [[field, value]];
		const names = [value].flat().map((id) => nameIn(sandbox, list, id));
		return [
			[field, value],
			[name, Array.isArray(value) ? names : names[0]],
		];
	});
	return Object.fromEntries(fields) as IDataObject;
}

/** Counts the requests for each list and for single records. */
export function countRequests(sandbox: Sandbox): Record<string, number> {
	const counts: Record<string, number> = {};
	for (const line of requestLines(sandbox)) {
		const [, list = '', one] = /^GET \/api\/v2\/(\w+)(\/\w+)?/.exec(line) ?? [];
		const what = one === undefined ? list : `one of ${list}`;
		if (list !== '') counts[what] = (counts[what] ?? 0) + 1;
	}
	return counts;
}
