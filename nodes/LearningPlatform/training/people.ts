import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { nameOf, idOf } from '../values/identity';
import { namesBesideIds } from '../catalog/names';
import { trainingStatusList } from '../catalog/trainingStatus';
import { readList, type ListedPage, type Listing, type ReadOptions } from '../list';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import { namesFor } from '../names';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { abortable } from '../values/promises';
import { isMatch } from '../values/words';

/** A page of users. */
const AT_ONCE = 500;

/** Reads all active users. Several input items that need the whole list share one reading, which stays in memory. */
export async function* activeUsers(
	context: IAllExecuteFunctions,
	listing: Listing,
	options: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	if (!options.overlap || inputCount(context) < 2) {
		yield* readActiveUsers(context, listing, options);
		return;
	}
	const { stopSignal, itemIndex } = listing;
	const asked = { ...listing, log: undefined, stopSignal: undefined, itemIndex: undefined };
	const fields = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	const key = ['active users', fingerprintOf(fields), asked];
	const { value, release } = shareAmongItems(context, key, async (stop) => {
		const pages: ListedPage[] = [];
		const ofAll = { ...listing, stopSignal: stop() };
		for await (const page of readActiveUsers(context, ofAll, options)) pages.push(page);
		return pages;
	});
	try {
		yield* await abortable(value, stopSignal);
	} finally {
		release();
	}
}

async function* readActiveUsers(
	context: IAllExecuteFunctions,
	listing: Listing,
	options: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const filters = [active, ...(listing.filters ?? [])];
	const pages = readList(context, { ...listing, path: 'users', filters }, options);
	for await (const { records, sent, ...page } of pages) {
		// Pages may stay in memory, and users have many more fields.
		const ids = sent.map(({ _id }) => ({ _id }));
		yield { ...page, sent: ids, records: records.flatMap(personIn) };
	}
}

/**
 * Reads the users with these IDs, without deleted ones: with a filter from the list of users, otherwise in the order of
 * the IDs as for Add Names Of, once for all input items.
 */
export async function* usersWithIds(
	context: IAllExecuteFunctions,
	listing: Listing,
	ids: ReadonlySet<string>,
	options: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	const { filters = [], nameContains = '' } = listing;
	if (filters.length > 0) {
		for await (const page of readList(context, { ...listing, path: 'users' }, options)) {
			const wanted = page.records.filter(
				(user) => user.status !== 'deleted' && ids.has(idOf(user) ?? ''),
			);
			yield { ...page, records: wanted.flatMap(personIn) };
		}
		return;
	}
	const userId = namesBesideIds(trainingStatusList.path, ['users']);
	const { findUsers, close } = await namesFor(context, listing, userId);
	try {
		const all = [...ids];
		for (let at = 0, number = 1; at < all.length; at += AT_ONCE, number += 1) {
			const some = all.slice(at, at + AT_ONCE);
			const found = await findUsers(new Set(some));
			const records = some.flatMap((id) => {
				const named = found(id);
				if (!named || named.isDeleted === true || !isMatch(named.name, nameContains)) return [];
				return [personOf(id, named.name, named.mail)];
			});
			yield { number, sent: some.map((_id) => ({ _id })), records };
		}
	} finally {
		close();
	}
}

function personIn(user: IDataObject): IDataObject[] {
	const userId = idOf(user);
	return userId === undefined ? [] : [personOf(userId, nameOf(user), user.mail)];
}

/** Missing values are `null`, as in the rest of the record. */
function personOf(userId: string, name: string, mail: unknown): IDataObject {
	const userMail = typeof mail === 'string' && mail !== '' ? mail : null;
	return { userId, userName: name === '' ? null : name, userMail };
}
