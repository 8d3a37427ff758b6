import type { IAllExecuteFunctions } from 'n8n-workflow';

import { recordIdOf } from '../values/identity';
import { nameLists, type NameList, type NameOwner } from '../catalog/names';
import { UserFacingError } from '../errors';
import { readList, readOne, type ListedPage, type Listing } from '../list';
import { ListingLog } from '../n8n/log';
import { shareAmongItems } from '../n8n/sharedByItems';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { nameLookup, type NameLookup } from './lookup';
import { failureIn, isMissing, oneByOne } from './oneByOne';

/**
 * What finds the names of these owners, for all input items of a run. Names are read with the settings of the list that
 * they are for, and while that is read.
 *
 * @returns `release` is to be called once, when no more names are needed; after the last call nothing more is read
 */
export async function lookupsFor(
	context: IAllExecuteFunctions,
	{ itemIndex, maxRetries, network }: Listing,
	owners: ReadonlySet<NameOwner>,
) {
	const fields = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	const settings = [fingerprintOf(fields), maxRetries, network];
	const releases: (() => void)[] = [];

	/** @param make gets what makes the listing of a path */
	function shared<Lookup>(owner: NameOwner, make: (to: (path: string) => Listing) => Lookup) {
		const { value, release } = shareAmongItems(context, ['names', owner, ...settings], (stop) =>
			make((path) => ({
				...{ path, maxRetries, network, itemIndex, stopSignal: stop(), isWaitedFor: true },
				log: new ListingLog(context, `names of ${owner}`),
			})),
		);
		releases.push(release);
		return value;
	}

	const lookupOf = (list: NameList) =>
		shared(list, (listingOf) =>
			nameLookup(
				async (id) => await readOne(context, listingOf(list), encodeURIComponent(id)),
				() => readAll(context, listingOf(list)),
			),
		);

	const managerLookupWith = (users: NameLookup) =>
		shared('managers', (listingOf) =>
			managerLookup(users, async (userId) => {
				const path = `users/${encodeURIComponent(userId)}/managers`;
				const ids: string[] = [];
				for await (const { records } of readList(context, listingOf(path), { overlap: false })) {
					ids.push(...records.map(recordIdOf).filter((id) => id !== undefined));
				}
				return ids;
			}),
		);

	const hasManagers = owners.has('managers');
	const isNeeded = (list: NameList) => owners.has(list) || (hasManagers && list === 'users');
	const of = new Map(nameLists.filter(isNeeded).map((list) => [list, lookupOf(list)]));
	const users = of.get('users');
	const managers = users && hasManagers ? managerLookupWith(users) : undefined;
	const release = () => {
		for (const releaseOne of releases) releaseOne();
	};
	return { of, managers, release };
}

async function* readAll(
	context: IAllExecuteFunctions,
	listing: Listing,
): AsyncGenerator<ListedPage, void> {
	yield* readList(context, listing, { overlap: true });
	listing.log.ended('listed');
}

/**
 * Finds the managers of users, a request each, and then their names among the names of users.
 *
 * @param read the IDs of a user's managers; throws UserFacingError
 */
function managerLookup(users: NameLookup, read: (userId: string) => Promise<string[]>) {
	const found = new Map<string, readonly string[]>();
	const single = oneByOne(async (userId) => {
		const answer = await read(userId).catch(failureIn);
		if (!(answer instanceof UserFacingError)) {
			found.set(userId, answer);
			return undefined;
		}
		// This fails where no user can be read.
		if (!isMissing(answer)) await users.lookUp(new Set([userId]));
		return answer;
	});
	const managersOf = (userId: string) => found.get(userId) ?? [];
	return {
		/** @throws UserFacingError, or a signal's reason */
		lookUp: async (userIds: ReadonlySet<string>): Promise<void> => {
			const ids = [...userIds];
			await single.lookUp(ids.filter((id) => !found.has(id)));
			await users.lookUp(new Set(ids.flatMap(managersOf)));
		},
		/** IDs; none of a user whose managers could not be read. */
		managersOf,
		/** As of a name. */
		failureOf: single.failureOf,
	};
}
