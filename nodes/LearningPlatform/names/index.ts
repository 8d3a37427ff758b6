/** Names beside the IDs of records, for all operations and the trigger. */
import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import type { NameOwner, NamesBesideIds } from '../catalog/names';
import { UserFacingError } from '../errors';
import type { ListedPage, Listing, readList, ReadOptions } from '../list';
import { abortable, markAsHandled } from '../values/promises';
import { titleOf } from '../values/words';
import { idsToName, NOBODY, withNames, type Named } from './beside';
import { lookupsFor } from './lookups';

export { withNames } from './beside';

/** How many pages may wait for names, where all are kept anyway: about as many as come while the names are read. */
const MAX_UNNAMED_PAGES = 20;

/** The same for a caller that does not keep the records: they take some 25 MB. */
export const FEW_UNNAMED_PAGES = 6;

/**
 * Puts names beside the IDs of records. An ID that no record has gets an empty name, and so does one that may not be read
 * or fails again and again; n8n's log tells which, and the log of the listing has them.
 *
 * @returns `addTo` throws UserFacingError where names cannot be read; `close` is to be called once, when no more are needed
 */
export async function namesFor(
	context: IAllExecuteFunctions,
	listing: Listing,
	names: NamesBesideIds,
) {
	const owners = new Set([...names.values()].flat().map(({ of }) => of));
	const { of: lookups, managers, release } = await lookupsFor(context, listing, owners);
	const { log } = listing;

	const lookupOf = (of: NameOwner) => (of === 'managers' ? managers : lookups.get(of));

	async function lookUp([of, ids]: [NameOwner, ReadonlySet<string>]): Promise<void> {
		try {
			await lookupOf(of)?.lookUp(ids);
		} catch (error) {
			throw explainMissingNames(error, of);
		}
		noteFailures(of, ids);
		if (managers && of === 'managers') {
			noteFailures('users', [...ids].flatMap(managers.managersOf));
		}
	}

	function noteFailures(of: NameOwner, ids: Iterable<string>): void {
		for (const id of ids) {
			const reason = lookupOf(of)?.failureOf(id);
			if (reason !== undefined) log.emptyNames.add(`${of} ${id} (${reason})`);
		}
	}

	function find(of: NameOwner, id: string): readonly Named[] {
		if (of !== 'managers') return [lookups.get(of)?.get(id) ?? NOBODY];
		return (
			(managers?.managersOf(id) ?? [])
				.map((user) => lookups.get('users')?.get(user) ?? NOBODY)
				// Managers who have left get no mail about their team.
				.filter(({ isDeleted }) => !isDeleted)
		);
	}

	return {
		addTo: async (records: IDataObject[]): Promise<IDataObject[]> => {
			const found = Promise.all([...idsToName(records, names)].map(lookUp));
			await abortable(found, listing.stopSignal);
			return records.map((record) => withNames(record, names, find));
		},
		/** Whom IDs of users stand for; `undefined` for one that no user has. @throws what ended the reading */
		findUsers: async (ids: ReadonlySet<string>) => {
			const users = lookups.get('users');
			if (users) await abortable(users.lookUp(ids), listing.stopSignal);
			// A user who may not be read is there all the same.
			const isGone = (id: string) => /^4(04|10)$/.test(users?.failureOf(id) ?? '');
			noteFailures(
				'users',
				[...ids].filter((id) => !isGone(id)),
			);
			return (id: string) => users?.get(id) ?? (isGone(id) ? undefined : NOBODY);
		},
		close: (): void => {
			release();
			log.namesEmpty();
		},
	};
}

/**
 * Reads a list page by page, with names beside the IDs of its records if any are wanted. The list is read on while names
 * are read.
 *
 * @param options.read what reads the pages
 * @param options.limit how many records are wanted; further ones of their page come without names
 * @throws UserFacingError as `readList` does, and where names cannot be read
 */
export async function* readNamedList(
	context: IAllExecuteFunctions,
	listing: Listing,
	{
		names,
		limit = Infinity,
		maxUnnamedPages = MAX_UNNAMED_PAGES,
		read,
		...options
	}: ReadOptions & {
		names: NamesBesideIds;
		limit?: number;
		maxUnnamedPages?: number;
		read: typeof readList;
	},
): AsyncGenerator<ListedPage, void> {
	if (names.size === 0) {
		yield* read(context, listing, options);
		return;
	}
	const stop = new AbortController();
	const signals = [stop.signal, listing.stopSignal].filter((signal) => signal !== undefined);
	const stoppable = { ...listing, stopSignal: AbortSignal.any(signals) };
	const { addTo, close } = await namesFor(context, stoppable, names);
	const pages = read(context, stoppable, options);
	const most = options.overlap ? maxUnnamedPages : 1;
	const coming: Promise<ListedPage | undefined>[] = [];
	let left = limit;

	async function nextPage(): Promise<ListedPage | undefined> {
		const { value: page } = await pages.next();
		if (!page) return undefined;
		const wanted = page.records.slice(0, left);
		const others = page.records.slice(left);
		left -= wanted.length;
		return { ...page, records: [...(await addTo(wanted)), ...others] };
	}

	try {
		for (;;) {
			while (coming.length < most) {
				const page = nextPage();
				markAsHandled(page);
				coming.push(page);
			}
			const page = await coming.shift();
			if (!page) return;
			yield page;
		}
	} finally {
		close();
		stop.abort(new Error('The rest of the list is not needed'));
		await pages.return();
	}
}

/** Says whose names are missing, why, and how to do without them. */
function explainMissingNames(error: unknown, of: NameOwner): unknown {
	if (!(error instanceof UserFacingError)) return error;
	// Page and advice of the error are about the list of names, not about the one that the user reads.
	const { message, description, page, lacks, ...facts } = error;
	const without = `To do without these names, remove ${titleOf(of)} from Add Names Of under Options.`;
	const { scope = '' } = findKnownList(of === 'managers' ? 'users' : of) ?? {};
	if (lacks === 'scope') {
		return new UserFacingError(
			`The API credentials may not read ${of}, so their names cannot be added`,
			`${without} ${error.answer}`.trim(),
			{ ...facts, step: `Ask an administrator of the platform to add the scope "${scope}".` },
		);
	}
	const place = page ? `names of ${of}, page ${page.number}` : `names of ${of}`;
	return new UserFacingError(`${message} (${place})`, `${description} ${without}`, facts);
}
