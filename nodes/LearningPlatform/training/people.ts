import type { IDataObject } from 'n8n-workflow';

import { nameOf, recordIdOf } from '../catalog/identity';
import { namesBesideIds } from '../catalog/names';
import { trainingStatusList } from '../catalog/trainingStatus';
import { readList, type ListedPage, type Listing } from '../list';
import { namesFor } from '../names';
import type { ListingLog } from '../n8n/log';
import type { ServiceContext } from '../service';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { abortable, markAsHandled } from '../values/promises';
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

/** A reading of people that several input items share. */
interface SharedReading {
	pages: AsyncGenerator<PeoplePage, void>;
	/** What came, in order, for items that are behind. */
	come: Promise<IteratorResult<PeoplePage, void>>[];
	log: ListingLog;
	stop: AbortController;
	/** By how many items it is in use. */
	uses: number;
	isWhole: boolean;
}

/** What the input items of one run share, by all that an item can choose about reading people. */
const readingsOfRun = new WeakMap<object, Map<string, SharedReading>>();

/** All active users: read once for all input items, which keeps them in memory; for a single item nobody is kept. */
export async function* activeUsers(
	context: ServiceContext,
	listing: Listing,
	options: ReadOptions,
): AsyncGenerator<PeoplePage, void> {
	const run = 'getExecuteData' in context ? context.getExecuteData() : undefined;
	if (!run || (run.data.main?.[0]?.length ?? 0) < 2) {
		yield* readActiveUsers(context, listing, options);
		return;
	}
	const { log, stopSignal, itemIndex, ...asked } = listing;
	const fields = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	const key = JSON.stringify([fingerprintOf(fields), asked, options]);
	const shared = readingsOfRun.get(run) ?? new Map<string, SharedReading>();
	readingsOfRun.set(run, shared);
	const reading = shared.get(key) ?? openReading();
	shared.set(key, reading);

	function openReading(): SharedReading {
		const stop = new AbortController();
		const pages = readActiveUsers(context, { ...listing, stopSignal: stop.signal }, options);
		return { pages, come: [], log, stop, uses: 0, isWhole: false };
	}

	function nextOf({ pages }: SharedReading): SharedReading['come'][number] {
		const next = pages.next();
		markAsHandled(next);
		return next;
	}

	reading.uses += 1;
	try {
		for (let at = 0; ; at += 1) {
			const { done, value } = await abortable((reading.come[at] ??= nextOf(reading)), stopSignal);
			const { searched } = reading.log;
			if (searched !== undefined) log.searched = searched;
			if (done) {
				reading.isWhole = true;
				return;
			}
			yield value;
		}
	} finally {
		reading.uses -= 1;
		// What has failed, or was not read to its end, is read anew.
		if (reading.uses === 0 && !reading.isWhole) {
			shared.delete(key);
			reading.stop.abort(new Error('The rest of the list is not needed'));
			await reading.pages.return();
		}
	}
}

async function* readActiveUsers(
	context: ServiceContext,
	listing: Listing,
	options: ReadOptions,
): AsyncGenerator<PeoplePage, void> {
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const filters = [active, ...(listing.filters ?? [])];
	const pages = readList(context, { ...listing, path: 'users', filters }, options);
	for await (const { records, sent, ...page } of pages) {
		// A page may be kept, and what the service has sent is much more than people.
		const ids = sent.map(({ _id }) => ({ _id }));
		yield { ...page, sent: ids, people: records.flatMap(personIn) };
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
