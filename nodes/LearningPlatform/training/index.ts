/** Joins people with their attempts or enrollments to show who has, and who has not, completed a course or path. */
import type { IDataObject } from 'n8n-workflow';

import { withFacts } from '../failures/failure';
import type { ListTarget, Training } from '../form';
import { readList, readOne, type Listing, type ReadOptions } from '../list';
import type { ListingLog } from '../n8n/log';
import type { Client } from '../service';
import { idIn } from '../values/identity';
import { bestAttempts } from './bestAttempts';
import { activeUsers, usersWithIds } from './people';

export { explainNobody } from './bestAttempts';

/** The lists to read, and their names in n8n's log. */
const SOURCES = {
	course: { list: 'courses', completions: 'courses/stats', logName: 'attempts' },
	path: { list: 'paths', completions: 'paths/stats', logName: 'enrollments' },
} as const;

/** Returns the lists to read for a list, or for Training Status. */
export function listsOf({ path, training }: ListTarget): string[] {
	if (!training) return [path];
	const { list, completions } = SOURCES[training.kind];
	return [list, completions, 'users', ...(training.people === 'group' ? ['groups'] : [])];
}

/** Returns the function that reads the pages of a list, or of Training Status. */
export function readerOf({ training: entered }: ListTarget) {
	if (!entered) return readList;
	return async function* (
		client: Client<ListingLog>,
		listing: Listing,
		options: ReadOptions,
	): ReturnType<typeof readList> {
		const { kind, show, people, groupId, ...training } = await readSpelling(client, entered);
		const id = decodeURIComponent(training.id);
		const attempts = bestAttempts(kind, show);
		const { completions, logName } = SOURCES[kind];
		const filter = { field: `${kind}Id`, operator: 'eq', values: [id] };
		for await (const record of recordsOf(client, completions, logName, [filter]))
			attempts.add(record);
		const recordOf = (person: IDataObject): IDataObject[] => {
			const shown = attempts.bestOf(person.userId as string);
			if (!shown) return [];
			const { sessionId, ...attempt } = shown;
			const about = kind === 'course' ? { courseId: id } : { pathId: id, sessionId };
			return [{ ...person, ...attempt, ...about }];
		};
		const userIds = new Set(people === 'enrolled' ? attempts.userIds() : []);
		if (people === 'group') {
			for await (const record of recordsOf(client, `groups/${groupId}/roles`, 'members')) {
				const userId = idIn(record, 'userId');
				if (userId !== undefined) userIds.add(String(userId));
			}
		}
		const pages =
			people === 'active'
				? activeUsers(client, listing, options)
				: usersWithIds(client, listing, options, userIds);
		for await (const page of pages) {
			yield { ...page, records: page.records.flatMap(recordOf) };
		}
	};
}

/** Reads a list that is needed before the list of people. @param logName the list's name in n8n's log */
async function* recordsOf(
	client: Client<ListingLog>,
	path: string,
	logName: string,
	filters: NonNullable<Listing['filters']> = [],
): AsyncGenerator<IDataObject, void> {
	const pages = readList(forSublist(client, logName), { path, filters }, { readsAhead: true });
	for await (const { records } of pages) yield* records;
}

const forSublist = (client: Client<ListingLog>, logName: string) =>
	client.with({ log: client.log.ofSublist(logName), isInternal: true });

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
