/** Joins people with their attempts or enrollments: who has, and who has not, completed a course or a path. */
import type { IAllExecuteFunctions, IDataObject } from 'n8n-workflow';

import { idIn } from '../values/identity';
import { findKnownList } from '../catalog/knownLists';
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
import { activeUsers, usersWithIds } from './people';
import { SHOWN, standings } from './standing';

export { explainNobody } from './standing';

/** The lists to read, and their names in n8n's log. */
const SOURCES = {
	course: { list: 'courses', completions: 'courses/stats', called: 'attempts' },
	path: { list: 'paths', completions: 'paths/stats', called: 'enrollments' },
} as const;

/** Returns the function that reads the pages of a list, or of Training Status. */
export function readerOf({ training }: ListTarget): typeof readList {
	if (!training) return readList;
	return (context, listing, options) => readTraining(context, listing, training, options);
}

async function* readTraining(
	context: IAllExecuteFunctions,
	listing: Listing,
	asked: Training,
	options: ReadOptions,
): AsyncGenerator<ListedPage, void> {
	try {
		const training = await readAsked(context, listing, asked);
		const found = await readStandings(context, listing, training);
		const { of, show } = training;
		const id = decodeURIComponent(training.id);
		const recordOf = (person: IDataObject): IDataObject[] => {
			const { sessionId, ...standing } = found.of(person.userId as string);
			if (!SHOWN[show](standing)) return [];
			const about = of === 'course' ? { courseId: id } : { pathId: id, sessionId };
			return [{ ...person, ...standing, ...about }];
		};
		const pages = await peopleOf(context, listing, training, found, options);
		for await (const page of pages) yield { ...page, records: page.records.flatMap(recordOf) };
	} catch (error) {
		throw await namingAllScopes(context, listing, asked, error);
	}
}

/**
 * Reads the course or path, and the group, for their IDs in the platform's spelling. Otherwise a missing training, or an
 * ID in capitals, would look like a training that nobody has begun.
 */
async function readAsked(
	context: IAllExecuteFunctions,
	listing: Listing,
	asked: Training,
): Promise<Training> {
	const spelled = async (path: string, name: string, id: string) => {
		const about = listingOf(listing, path, name);
		const record = await readOne(context, about, id).catch((error: unknown) => {
			throw explainMissing(error, name, decodeURIComponent(id));
		});
		const found = idIn(record, '_id');
		return found === undefined ? id : encodeURIComponent(found);
	};
	const { of, id, groupId } = asked;
	const [ownId, ofGroup] = await Promise.all([
		spelled(SOURCES[of].list, of, id),
		groupId === '' ? '' : spelled('groups', 'group', groupId),
	]);
	return { ...asked, id: ownId, groupId: ofGroup };
}

async function readStandings(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ of, id }: Training,
) {
	const { completions, called } = SOURCES[of];
	const found = standings(of);
	const filters = [{ field: `${of}Id`, operator: 'eq', values: [decodeURIComponent(id)] }];
	const attempts = { ...listingOf(listing, completions, called), filters };
	for await (const { records } of readList(context, attempts, { overlap: true })) {
		for (const record of records) found.add(record);
	}
	return found;
}

async function peopleOf(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ people, groupId }: Training,
	found: ReturnType<typeof standings>,
	options: ReadOptions,
): Promise<AsyncGenerator<ListedPage, void>> {
	if (people === 'active') return activeUsers(context, listing, options);
	const ids = people === 'enrolled' ? found.userIds() : [];
	if (people === 'group') {
		const members = listingOf(listing, `groups/${groupId}/roles`, 'members');
		for await (const { records } of readList(context, members, { overlap: true })) {
			for (const record of records) {
				const userId = idIn(record, 'userId');
				if (userId !== undefined) ids.push(String(userId));
			}
		}
	}
	return usersWithIds(context, listing, new Set(ids), options);
}

/** Adds all other missing scopes to the error for one, so that nobody has to ask again. */
async function namingAllScopes(
	context: IAllExecuteFunctions,
	listing: Listing,
	{ of, groupId }: Training,
	error: unknown,
): Promise<unknown> {
	if (!lacksScope(error)) return error;
	const { list, completions } = SOURCES[of];
	const paths = [list, completions, 'users', ...(groupId === '' ? [] : ['groups'])];
	const scopes = await Promise.all(
		paths.map(async (path) => {
			const pages = browseList(context, listingOf(listing, path, path), undefined);
			const refusal = await pages.next().catch((cause: unknown) => cause);
			await pages.return();
			return lacksScope(refusal) ? [`"${findKnownList(path)?.scope ?? path}"`] : [];
		}),
	);
	const missing = scopes.flat();
	if (missing.length < 2) return error;
	const step = `Ask an administrator of the platform to add the scopes ${missing.join(', ')}.`;
	return error.with({ step });
}

function lacksScope(error: unknown): error is UserFacingError {
	return error instanceof UserFacingError && error.lacks === 'scope';
}

/** Makes the listing of a list that comes before the people. @param called its name in n8n's log */
function listingOf(
	{ maxRetries, network, itemIndex, stopSignal, log }: Listing,
	path: string,
	called: string,
): Listing {
	const request = { maxRetries, network, itemIndex, stopSignal };
	return { ...request, path, log: log.ofSublist(called), isWaitedFor: true };
}
