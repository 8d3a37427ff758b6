/** Joins people with their attempts or enrollments to show who has, and who has not, completed a course or path. */
import type { IDataObject } from 'n8n-workflow';

import { labelsFor } from '../catalog/labels';
import { withFacts } from '../failures/failure';
import type { ListTarget, Training } from '../form';
import { readList, readOne, type ListedPage, type Listing, type ReadOptions } from '../list';
import type { ListingLog } from '../n8n/log';
import { inputCount, shareAmongItems } from '../n8n/sharedByItems';
import { openLabels } from '../labels';
import type { Client } from '../service';
import { idIn, idOf, nameOf, recordId } from '../values/identity';
import { abortable } from '../values/promises';
import { isMatch } from '../values/words';
import { bestAttempts } from './bestAttempts';

export { explainNobody } from './bestAttempts';

/** The lists to read, and their names in n8n's log. */
const SOURCES = {
	course: { list: 'courses', completions: 'courses/stats', logName: 'attempts' },
	path: { list: 'paths', completions: 'paths/stats', logName: 'enrollments' },
} as const;

interface Reading {
	client: Client<ListingLog>;
	listing: Listing;
	options: ReadOptions;
}

/** Returns the lists to read for a list, or for Training Status. */
export function listsOf({ path, training }: ListTarget): string[] {
	if (!training) return [path];
	const { list, completions } = SOURCES[training.kind];
	return [list, completions, 'users', ...(training.people === 'group' ? ['groups'] : [])];
}

/** Returns the function that reads the pages of a list, or of Training Status. */
export function readerOf({ training }: ListTarget) {
	if (!training) return readList;
	return (client: Client<ListingLog>, listing: Listing, options: ReadOptions) =>
		readTraining({ client, listing, options }, training);
}

async function* readTraining(reading: Reading, entered: Training): ReturnType<typeof readList> {
	const training = await readSpelling(reading.client, entered);
	const { kind, show } = training;
	const id = decodeURIComponent(training.id);
	const attempts = bestAttempts(kind, show);
	const { completions, logName } = SOURCES[kind];
	const filter = { field: `${kind}Id`, operator: 'eq', values: [id] };
	for await (const record of recordsOf(reading.client, completions, logName, [filter]))
		attempts.add(record);
	const recordOf = (person: IDataObject): IDataObject[] => {
		const shown = attempts.bestOf(person.userId as string);
		if (!shown) return [];
		const { sessionId, ...attempt } = shown;
		const about = kind === 'course' ? { courseId: id } : { pathId: id, sessionId };
		return [{ ...person, ...attempt, ...about }];
	};
	for await (const page of readPeople(reading, training, attempts.userIds())) {
		yield { ...page, records: page.records.flatMap(recordOf) };
	}
}

/** Gets the platform's spelling of the IDs: a wrong or uppercase ID would look like training that nobody started. */
async function readSpelling(client: Client<ListingLog>, entered: Training): Promise<Training> {
	const spelled = async (path: string, name: string, id: string) => {
		const record = await readOne(forSublist(client, name), { path }, id).catch((error: unknown) => {
			const purpose = { action: 'readRecord', name, id: decodeURIComponent(id) } as const;
			throw withFacts(error, { purpose });
		});
		const found = idIn(record, '_id');
		return found === undefined ? id : encodeURIComponent(found);
	};
	const { kind, id, groupId } = entered;
	// Read them one after the other. If they were read in parallel and one failed, the other would keep retrying.
	const ownId = await spelled(SOURCES[kind].list, kind, id);
	const ofGroup = groupId === '' ? '' : await spelled('groups', 'group', groupId);
	return { ...entered, id: ownId, groupId: ofGroup };
}

async function* readPeople(
	reading: Reading,
	{ people, groupId }: Training,
	enrolled: string[],
): ReturnType<typeof readList> {
	if (people === 'active') yield* activeUsers(reading);
	if (people === 'enrolled') yield* usersWithIds(reading, new Set(enrolled));
	if (people !== 'group') return;
	const members = new Set<string>();
	for await (const record of recordsOf(reading.client, `groups/${groupId}/roles`, 'members')) {
		const userId = idIn(record, 'userId');
		if (userId !== undefined) members.add(String(userId));
	}
	yield* usersWithIds(reading, members);
}

/** Reads a list that is needed before the list of people. @param logName the list's name in n8n's log */
async function* recordsOf(
	client: Client<ListingLog>,
	path: string,
	logName: string,
	filters: NonNullable<Listing['filters']> = [],
): AsyncGenerator<IDataObject, void> {
	const pages = readList(forSublist(client, logName), { path, filters }, { overlap: true });
	for await (const { records } of pages) yield* records;
}

const forSublist = (client: Client<ListingLog>, logName: string) =>
	client.with({ log: client.log.ofSublist(logName), isWaitedFor: true });

/** Reads all active users. Input items that need the whole list share a copy that is read once and kept in memory. */
async function* activeUsers(reading: Reading): ReturnType<typeof readList> {
	const { client, listing, options } = reading;
	const active = { field: 'status', operator: 'eq', values: ['active'] };
	const filters = [active, ...(listing.filters ?? [])];
	const { account, context, form, maxRetries, network, stopSignal } = client;
	if (!options.overlap || inputCount(context) < 2) {
		yield* pagesOfUsers(reading, filters);
		return;
	}
	const key = ['active users', account.fingerprint, listing, maxRetries, network, form.scopes];
	const { value, release } = shareAmongItems(context, key, async (stop) => {
		const pages: ListedPage[] = [];
		const shared = { ...reading, client: client.with({ stopSignal: stop() }) };
		for await (const page of pagesOfUsers(shared, filters)) pages.push(page);
		return pages;
	});
	try {
		yield* await abortable(value, stopSignal);
	} finally {
		release();
	}
}

async function* pagesOfUsers(
	{ client, listing, options }: Reading,
	filters: NonNullable<Listing['filters']>,
	isWanted: (user: IDataObject) => boolean = () => true,
): ReturnType<typeof readList> {
	for await (const page of readList(client, { ...listing, path: 'users', filters }, options)) {
		// Keeps only the ID: pages may stay in memory, and users have many more fields.
		const sent = page.sent.map(({ _id }) => ({ _id }));
		yield { ...page, sent, records: page.records.filter(isWanted).flatMap(personIn) };
	}
}

/** The number of users per page. */
const USERS_PER_PAGE = 500;

/** Reads users by ID, except deleted users: from their list if there are filters; otherwise, as Add Names Of does. */
async function* usersWithIds(
	reading: Reading,
	ids: ReadonlySet<string>,
): ReturnType<typeof readList> {
	const { client, listing } = reading;
	const { filters = [], nameContains = '' } = listing;
	if (filters.length > 0) {
		const isWanted = (user: IDataObject) => user.status !== 'deleted' && ids.has(recordId(user));
		yield* pagesOfUsers(reading, filters, isWanted);
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
				if (!named || named.isDeleted === true || !isMatch(named.name, nameContains)) return [];
				return [personOf(id, named.name, named.mail)];
			});
			yield { number, sent: pageIds.map((_id) => ({ _id })), records };
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
