/** Joins people with their attempts or enrollments to show who has, and who has not, completed a course or path. */
import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { findKnownList } from '../catalog/knownLists';
import { namesBesideIds } from '../catalog/names';
import { explainMissing, UserFacingError } from '../errors';
import type { ListTarget, Training } from '../form';
import {
	browseList,
	readList,
	readOne,
	type ListedPage,
	type Listing,
	type ReadOptions,
} from '../list';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import { namesFor } from '../names';
import { CREDENTIAL_TYPE, fingerprintOf, readCredentialFields } from '../token';
import { idIn, idOf, nameOf } from '../values/identity';
import { abortable } from '../values/promises';
import { isMatch } from '../values/words';
import { standings } from './standing';

export { explainNobody } from './standing';

/** The lists to read, and their names in n8n's log. */
const SOURCES = {
	course: { list: 'courses', completions: 'courses/stats', called: 'attempts' },
	path: { list: 'paths', completions: 'paths/stats', called: 'enrollments' },
} as const;

interface Reading {
	context: IAllExecuteFunctions;
	listing: Listing;
	options: ReadOptions;
}

type Pages = AsyncGenerator<ListedPage, void>;

/** Returns the function that reads the pages of a list, or of Training Status. */
export function readerOf({ training }: ListTarget): typeof readList {
	if (!training) return readList;
	return (context, listing, options) => readTraining({ context, listing, options }, training);
}

async function* readTraining(reading: Reading, asked: Training): Pages {
	try {
		const training = await readAsked(reading, asked);
		const { of, show } = training;
		const id = decodeURIComponent(training.id);
		const found = standings(of, show);
		const { completions, called } = SOURCES[of];
		const filter = { field: `${of}Id`, operator: 'eq', values: [id] };
		for await (const record of recordsOf(reading, completions, called, [filter])) found.add(record);
		const recordOf = (person: IDataObject): IDataObject[] => {
			const shown = found.of(person.userId as string);
			if (!shown) return [];
			const { sessionId, ...standing } = shown;
			const about = of === 'course' ? { courseId: id } : { pathId: id, sessionId };
			return [{ ...person, ...standing, ...about }];
		};
		for await (const page of readPeople(reading, training, found.userIds())) {
			yield { ...page, records: page.records.flatMap(recordOf) };
		}
	} catch (error) {
		throw await namingAllScopes(reading, asked, error);
	}
}

/** Gets the platform's spelling of the IDs: a wrong or uppercase ID would look like training that nobody started. */
async function readAsked({ context, listing }: Reading, asked: Training): Promise<Training> {
	const spelled = async (path: string, name: string, id: string) => {
		const about = sublistOf(listing, path, name);
		const record = await readOne(context, about, id).catch((error: unknown) => {
			throw explainMissing(error, name, decodeURIComponent(id));
		});
		const found = idIn(record, '_id');
		return found === undefined ? id : encodeURIComponent(found);
	};
	const { of, id, groupId } = asked;
	// Read them one after the other. If they were read in parallel and one failed, the other would keep retrying.
	const ownId = await spelled(SOURCES[of].list, of, id);
	const ofGroup = groupId === '' ? '' : await spelled('groups', 'group', groupId);
	return { ...asked, id: ownId, groupId: ofGroup };
}

async function* readPeople(
	reading: Reading,
	{ people, groupId }: Training,
	enrolled: string[],
): Pages {
	if (people === 'active') yield* activeUsers(reading);
	if (people === 'enrolled') yield* usersWithIds(reading, new Set(enrolled));
	if (people !== 'group') return;
	const members = new Set<string>();
	for await (const record of recordsOf(reading, `groups/${groupId}/roles`, 'members')) {
		const userId = idIn(record, 'userId');
		if (userId !== undefined) members.add(String(userId));
	}
	yield* usersWithIds(reading, members);
}

/** Reads a list that is needed before the list of people. @param called the list's name in n8n's log */
async function* recordsOf(
	{ context, listing }: Reading,
	path: string,
	called: string,
	filters: NonNullable<Listing['filters']> = [],
): AsyncGenerator<IDataObject, void> {
	const sublist = { ...sublistOf(listing, path, called), filters };
	for await (const { records } of readList(context, sublist, { overlap: true })) yield* records;
}

function sublistOf(
	{ maxRetries, network, itemIndex, stopSignal, log }: Listing,
	path: string,
	called: string,
): Listing {
	const request = { maxRetries, network, itemIndex, stopSignal };
	return { ...request, path, log: log.ofSublist(called), isWaitedFor: true };
}

/** Adds all other missing scopes to the error for the first one so that users contact an administrator only once. */
async function namingAllScopes(
	{ context, listing }: Reading,
	{ of, groupId }: Training,
	error: unknown,
): Promise<unknown> {
	if (!lacksScope(error)) return error;
	const { list, completions } = SOURCES[of];
	const paths = [list, completions, 'users', ...(groupId === '' ? [] : ['groups'])];
	const scopes = await Promise.all(
		paths.map(async (path) => {
			const pages = browseList(context, sublistOf(listing, path, path), undefined);
			const refusal = await pages.next().catch((cause: unknown) => cause);
			await pages.return();
			return lacksScope(refusal) ? [`"${findKnownList(path)?.scope ?? path}"`] : [];
		}),
	);
	const missing = scopes.flat();
	if (missing.length < 2) return error;
	const step = `Ask a platform administrator to add these scopes: ${missing.join(', ')}.`;
	return error.with({ step });
}

function lacksScope(error: unknown): error is UserFacingError {
	return error instanceof UserFacingError && error.lacks === 'scope';
}

/** Reads all active users. Input items that need the whole list share a copy that is read once and kept in memory. */
async function* activeUsers(reading: Reading): Pages {
	const { context, listing, options } = reading;
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const filters = [active, ...(listing.filters ?? [])];
	if (!options.overlap || inputCount(context) < 2) {
		yield* readUsers(reading, filters);
		return;
	}
	const { stopSignal, itemIndex } = listing;
	const asked = { ...listing, log: undefined, stopSignal: undefined, itemIndex: undefined };
	const fields = readCredentialFields(await context.getCredentials(CREDENTIAL_TYPE, itemIndex));
	const key = ['active users', fingerprintOf(fields), asked];
	const { value, release } = shareAmongItems(context, key, async (stop) => {
		const pages: ListedPage[] = [];
		const shared = { ...reading, listing: { ...listing, stopSignal: stop() } };
		for await (const page of readUsers(shared, filters)) pages.push(page);
		return pages;
	});
	try {
		yield* await abortable(value, stopSignal);
	} finally {
		release();
	}
}

async function* readUsers(
	{ context, listing, options }: Reading,
	filters: NonNullable<Listing['filters']>,
	isWanted: (user: IDataObject) => boolean = () => true,
): Pages {
	for await (const page of readList(context, { ...listing, path: 'users', filters }, options)) {
		// Keeps only the ID: pages may stay in memory, and users have many more fields.
		const sent = page.sent.map(({ _id }) => ({ _id }));
		yield { ...page, sent, records: page.records.filter(isWanted).flatMap(personIn) };
	}
}

/** The number of users per page. */
const AT_ONCE = 500;

/** Reads users by ID, except deleted users: from their list if there are filters; otherwise, as Add Names Of does. */
async function* usersWithIds(reading: Reading, ids: ReadonlySet<string>): Pages {
	const { context, listing } = reading;
	const { filters = [], nameContains = '' } = listing;
	if (filters.length > 0) {
		const isWanted = (user: IDataObject) => user.status !== 'deleted' && ids.has(idOf(user) ?? '');
		yield* readUsers(reading, filters, isWanted);
		return;
	}
	const userId = namesBesideIds(listing.path, ['users']);
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
