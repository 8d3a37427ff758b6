import type { IDataObject } from 'n8n-workflow';

import { labelsFor } from '../catalog/labels';
import { readList, type Listing, type ReadOptions } from '../list';
import { shareAmongItems } from '../n8n/sharedByItems';
import type { ListingLog } from '../n8n/log';
import { openLabels } from '../labels';
import type { Client, ListedPage } from '../service';
import { idOf, nameOf, recordId } from '../values/identity';
import { abortable } from '../values/promises';
import { isMatch } from '../values/words';

/** Reads all active users. Input items that need the whole list share a copy that is read once and kept in memory. */
export async function* activeUsers(
	client: Client<ListingLog>,
	listing: Listing,
	options: ReadOptions,
): ReturnType<typeof readList> {
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const ofActive = { ...listing, filters: [active, ...(listing.filters ?? [])] };
	const { account, context, form, maxRetries, network, stopSignal } = client;
	const inputs = 'getInputData' in context ? [context.getInputData()].flat().length : 0;
	if (!options.readsAhead || inputs < 2) {
		yield* pagesOfUsers(client, ofActive, options);
		return;
	}
	const key = ['active users', account.fingerprint, listing, maxRetries, network, form.scopes];
	const { value, release } = shareAmongItems(context, key, async (stop) => {
		const pages: ListedPage[] = [];
		const shared = client.with({ stopSignal: stop() });
		for await (const page of pagesOfUsers(shared, ofActive, options)) pages.push(page);
		return pages;
	});
	try {
		yield* await abortable(value, stopSignal);
	} finally {
		release();
	}
}

async function* pagesOfUsers(
	client: Client<ListingLog>,
	listing: Listing,
	options: ReadOptions,
	isWanted: (user: IDataObject) => boolean = () => true,
): ReturnType<typeof readList> {
	for await (const page of readList(client, { ...listing, path: 'users' }, options)) {
		// Keeps only the ID: pages may stay in memory, and users have many more fields.
		const allRecords = page.allRecords.map(({ _id }) => ({ _id }));
		const records = page.records.filter(isWanted).flatMap((user) => {
			const userId = idOf(user);
			return userId === undefined ? [] : [personOf(userId, nameOf(user), user.mail)];
		});
		yield { ...page, allRecords, records };
	}
}

/** The number of users per page. */
const USERS_PER_PAGE = 500;

/** Reads users by ID, except deleted users: from their list if there are filters; otherwise, as Add Names Of does. */
export async function* usersWithIds(
	client: Client<ListingLog>,
	listing: Listing,
	options: ReadOptions,
	ids: ReadonlySet<string>,
): ReturnType<typeof readList> {
	const { filters = [], nameContains = '' } = listing;
	if (filters.length > 0) {
		const isWanted = (user: IDataObject) => user.status !== 'deleted' && ids.has(recordId(user));
		yield* pagesOfUsers(client, listing, options, isWanted);
		return;
	}
	const userId = labelsFor(listing.path, ['users']);
	const { findUsers, close } = openLabels(client, userId);
	try {
		const all = [...ids];
		for (let at = 0, number = 1; at < all.length; at += USERS_PER_PAGE, number += 1) {
			const pageIds = all.slice(at, at + USERS_PER_PAGE);
			const userWithId = await findUsers(new Set(pageIds));
			const records = pageIds.flatMap((id) => {
				const named = userWithId(id);
				if (!named || named.isDeleted || !isMatch(named.name, nameContains)) return [];
				return [personOf(id, named.name, named.mail)];
			});
			yield { number, allRecords: pageIds.map((_id) => ({ _id })), records };
		}
	} finally {
		close();
	}
}

/** Missing values are `null`, as in the rest of the record. */
function personOf(userId: string, name: string, mail: unknown): IDataObject {
	const userMail = typeof mail === 'string' && mail !== '' ? mail : null;
	return { userId, userName: name === '' ? null : name, userMail };
}
