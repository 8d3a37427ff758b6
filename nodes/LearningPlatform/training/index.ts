/** Who has, and who has not, completed a course or a path: people joined with their attempts or enrollments. */
import type { IDataObject } from 'n8n-workflow';

import { idIn } from '../catalog/identity';
import { explainMissing } from '../errors';
import type { ListTarget, Training } from '../form';
import { readList, readOne, type ListedPage, type Listing } from '../list';
import type { ServiceContext } from '../service';
import { activeUsers, usersWithIds, type PeoplePage, type Person } from './people';
import { isDone, standings } from './standing';

/** Where the records of a course or a path are, and what they are called in n8n's log. */
const SOURCES = {
	course: { list: 'courses', completions: 'courses/stats', called: 'attempts' },
	path: { list: 'paths', completions: 'paths/stats', called: 'enrollments' },
} as const;

/** What reads the pages of a list: the list of the service, or for Training Status the people. */
export function readerOf({ training }: ListTarget): typeof readList {
	if (!training) return readList;
	return (context, listing, options) => readTraining(context, listing, training, options);
}

async function* readTraining(
	context: ServiceContext,
	listing: Listing,
	training: Training,
	options: Parameters<typeof readList>[2],
): AsyncGenerator<ListedPage, void> {
	await refuseMissing(context, listing, training);
	const found = await readStandings(context, listing, training);
	const id = decodeURIComponent(training.id);
	const recordOf = ({ userId, userName, userMail }: Person): IDataObject[] => {
		const { sessionId, attempts, ...standing } = found.of(userId);
		const isShown = training.show === 'all' || isDone(standing) === (training.show === 'completed');
		if (!isShown) return [];
		const { status, dueDate, completedAt, progress, score, startedAt } = standing;
		const person = { userId, userName, userMail, status, dueDate, completedAt };
		const record = { ...person, progress, score, attempts, startedAt };
		const about = training.of === 'course' ? { courseId: id } : { pathId: id, sessionId };
		return [{ ...record, ...about }];
	};
	const pages = await peopleOf(context, listing, training, { found, options });
	for await (const { people, ...page } of pages) {
		yield { ...page, records: people.flatMap(recordOf) };
	}
}

/** Without this a course, path or group that does not exist would have no attempts, as one that nobody has begun. */
async function refuseMissing(
	context: ServiceContext,
	listing: Listing,
	{ of, id, groupId }: Training,
): Promise<void> {
	const needed = [
		{ path: SOURCES[of].list, name: of, id },
		...(groupId === '' ? [] : [{ path: 'groups', name: 'group', id: groupId }]),
	];
	await Promise.all(
		needed.map(async ({ path, name, id }) => {
			const record = partOf(listing, path, name);
			await readOne(context, record, id).catch((error: unknown) => {
				throw explainMissing(error, name, decodeURIComponent(id));
			});
		}),
	);
}

async function readStandings(context: ServiceContext, listing: Listing, { of, id }: Training) {
	const { completions, called } = SOURCES[of];
	const found = standings(of);
	const filters = [{ field: `${of}Id`, operator: 'eq', values: [decodeURIComponent(id)] }];
	const attempts = { ...partOf(listing, completions, called), filters };
	for await (const { records } of readList(context, attempts, { overlap: true })) {
		for (const record of records) found.add(record);
	}
	return found;
}

async function peopleOf(
	context: ServiceContext,
	listing: Listing,
	{ people, groupId }: Training,
	{
		found,
		options,
	}: { found: ReturnType<typeof standings>; options: Parameters<typeof readList>[2] },
): Promise<AsyncGenerator<PeoplePage, void>> {
	if (people === 'active') return activeUsers(context, listing, options);
	const ids = people === 'enrolled' ? found.userIds() : [];
	if (people === 'group') {
		const members = partOf(listing, `groups/${groupId}/roles`, 'members');
		for await (const { records } of readList(context, members, { overlap: true })) {
			for (const record of records) {
				const userId = idIn(record, 'userId');
				if (userId !== undefined) ids.push(String(userId));
			}
		}
	}
	return usersWithIds(context, listing, new Set(ids), options);
}

/** A reading that another one waits for. @param called in n8n's log */
function partOf(
	{ maxRetries, network, itemIndex, stopSignal, log }: Listing,
	path: string,
	called: string,
): Listing {
	const request = { maxRetries, network, itemIndex, stopSignal };
	return { ...request, path, log: log.ofPart(called), isForNames: true };
}
