import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import { namesBesideIds } from '../catalog/names';
import { trainingStatusList } from '../catalog/trainingStatus';
import { readList, type ListedPage, type Listing } from '../list';
import { namesFor } from '../names';
import type { ServiceContext } from '../service';
import { isMatch } from '../values/words';

/** Somebody whose standing is asked for. */
export interface Person {
	userId: string;
	userName: string;
	userMail: string;
}

/** A page of a list, with people in place of its records. */
export type PeoplePage = Omit<ListedPage, 'records'> & { people: Person[] };

/** How many people are named at once: a page of users. */
const AT_ONCE = 500;

type ReadOptions = Parameters<typeof readList>[2];

/** All active users. Nobody is kept in memory. */
export async function* activeUsers(
	context: ServiceContext,
	listing: Listing,
	options: ReadOptions,
): AsyncGenerator<PeoplePage, void> {
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const filters = [active, ...(listing.filters ?? [])];
	for await (const page of readList(context, { ...listing, path: 'users', filters }, options)) {
		yield { ...page, people: page.records.flatMap(personIn) };
	}
}

/**
 * The users with these IDs, in their order, without deleted ones. With a filter of the service the users that it leaves
 * are read; else names are found as Add Names Of finds them, once for all input items.
 */
export async function* usersWithIds(
	context: ServiceContext,
	listing: Listing,
	ids: ReadonlySet<string>,
	options: ReadOptions,
): AsyncGenerator<PeoplePage, void> {
	const { filters = [], nameContains = '' } = listing;
	if (filters.length > 0) {
		for await (const page of readList(context, { ...listing, path: 'users' }, options)) {
			const wanted = page.records.filter(({ status }) => status !== 'deleted').flatMap(personIn);
			yield { ...page, people: wanted.filter(({ userId }) => ids.has(userId)) };
		}
		return;
	}
	const userId = namesBesideIds(trainingStatusList.path, ['users']);
	const { find, close } = await namesFor(context, listing, userId);
	try {
		const all = [...ids];
		for (let at = 0, number = 1; at < all.length; at += AT_ONCE, number += 1) {
			const some = all.slice(at, at + AT_ONCE);
			const found = await find('users', new Set(some));
			const people = some.flatMap((id) => {
				const named = found(id);
				if (!named || named.isDeleted === true || !isMatch(named.name, nameContains)) return [];
				return [{ userId: id, userName: named.name, userMail: named.mail }];
			});
			if (nameContains !== '') listing.log.searched = at + some.length;
			yield { number, sent: some.map((_id) => ({ _id })), people };
		}
	} finally {
		close();
	}
}

function personIn(user: IDataObject): Person[] {
	const userId = recordIdOf(user);
	const userMail = typeof user.mail === 'string' ? user.mail : '';
	return userId === undefined ? [] : [{ userId, userName: nameOf(user), userMail }];
}
