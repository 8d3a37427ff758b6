import {
	asProblem,
	findByNumber,
	impossible,
	isDeleted,
	isProblem,
	numberOf,
	recordId,
	type Directory,
	type Found,
	type Problem,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { rowByRow } from '../changes';
import type { Row, WriteOperation } from '../operation';
import { withoutProblems } from '../subjects';
import { changeUser } from './change';
import { preflight } from './preflight';
import { exceededLimit } from './limits';
import { makeUser } from './make';
import { findPeople } from './find';
import type { UpsertEntry } from './form';
import { hasLeft, matchIn, type Person } from './person';
import { planUser } from './plan';
import { invitationRemarks, tableRemarks } from './remarks';

export const upsert: WriteOperation<UpsertEntry, Person> = {
	find: async (directory, rows) => await findPeople(directory, await findMatches(directory, rows)),
	differences: planUser,
	apply: rowByRow(planUser, async (row: Row<UpsertEntry>, person, plan) =>
		plan.outcome === 'updated'
			? await changeUser(row, person, plan)
			: await makeUser(row, person, plan),
	),
	exceeded: exceededLimit,
	preflight,
	remarksOn: (rows, plans) => [...tableRemarks(rows), ...invitationRemarks(plans)],
};

/** Finds the users that rows name by an email, a user name, or a personnel number. */
async function findMatches(directory: Directory, rows: readonly Row<UpsertEntry>[]) {
	const refOf = ({ entry: { who } }: Row<UpsertEntry>) => (who.by === 'externalId' ? [] : [who]);
	const userOf = await directory.find(rows.flatMap(refOf));
	const matches = new Map<Row<UpsertEntry>, Found | Problem>();
	for (const row of rows) {
		const [user] = refOf(row).map(userOf);
		matches.set(row, isProblem(user) ? user : { user });
	}
	const numbered = rows.flatMap((row) => {
		const { who } = row.entry;
		return who.by === 'externalId' ? [{ row, ...who, fallback: matchIn(row) }] : [];
	});
	for (const [platform, numbers] of groupedBy(numbered, (number) => number.platform)) {
		const people = await findByNumber(directory, platform, numbers).catch(asProblem);
		for (const number of numbers) {
			matches.set(number.row, isProblem(people) ? people : (people.get(number) ?? {}));
		}
	}
	await checkDeleted(directory, matches);
	return matches;
}

/** Fails a row whose number is that of a deleted user, although its address belongs to somebody without a number. */
async function checkDeleted(
	directory: Directory,
	matches: Map<Row<UpsertEntry>, Found | Problem>,
): Promise<void> {
	const deleted = [...withoutProblems(matches)].flatMap(([row, { user }]) => {
		const { who } = row.entry;
		const ref = matchIn(row);
		if (who.by !== 'externalId' || !ref || !isDeleted(user) || hasLeft(row)) return [];
		return [{ row, ref, platform: who.platform, id: recordId(user) }];
	});
	const livingOf = await directory.findLiving(deleted.map(({ ref }) => ref));
	for (const { row, ref, platform, id } of deleted) {
		const living = livingOf(ref);
		if (!living || isProblem(living)) {
			if (living) matches.set(row, living);
			continue;
		}
		const number = await numberOf(directory, platform, recordId(living)).catch(asProblem);
		if (isProblem(number)) matches.set(row, number);
		else if (number === undefined) {
			matches.set(row, impossible('deletedNumber', `These are ${id} and ${recordId(living)}.`));
		}
	}
}
