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
import type { ByRow, Row, WriteOperation } from '../operation';
import { eachRow, findSubjects, withoutProblems } from '../subjects';
import { changeUser, makeUser } from './change';
import { exceededLimit, preflight } from './checks';
import { findPeople } from './find';
import { updateForm, upsertForm, userScopes, type UpdateEntry, type UpsertEntry } from './form';
import { hasLeft, matchIn, type Person } from './person';
import { planUser } from './plan';
import { invitationRemarks, tableRemarks } from './remarks';

export const upsert: WriteOperation<UpsertEntry, Person> = {
	form: upsertForm,
	scopes: userScopes,
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

export const update: WriteOperation<UpdateEntry, Person> = {
	form: updateForm,
	scopes: userScopes,
	find: async (directory, rows) =>
		await findPeople(directory, await findSubjects(directory, rows, () => true)),
	differences: planUser,
	apply: rowByRow<UpdateEntry, Person>(planUser, changeUser),
	preflight,
	remarksOn: tableRemarks,
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
		for (const [at, { row }] of numbers.entries()) {
			matches.set(row, isProblem(people) ? people : (people[at] ?? {}));
		}
	}
	return await withoutHidden(directory, matches);
}

/** Fails a row whose number is that of a deleted user, although its address belongs to somebody without a number. */
async function withoutHidden(
	directory: Directory,
	matches: ByRow<UpsertEntry, Found | Problem>,
): Promise<ByRow<UpsertEntry, Found | Problem>> {
	const refOf = (row: Row<UpsertEntry>, { user }: Found) =>
		row.entry.who.by === 'externalId' && isDeleted(user) && !hasLeft(row)
			? matchIn(row)
			: undefined;
	const refs = [...withoutProblems(matches)].flatMap(([row, match]) => refOf(row, match) ?? []);
	const livingOf = await directory.findLiving(refs);
	return await eachRow(matches, async (row, match: Found) => {
		const { who } = row.entry;
		const ref = refOf(row, match);
		const living = ref && livingOf(ref);
		if (isProblem(living)) return living;
		if (living && who.by === 'externalId') {
			const id = recordId(living);
			const detail = `These are ${recordId(match.user)} and ${id}.`;
			const number = await numberOf(directory, who.platform, id);
			if (number === undefined) return impossible('deletedNumber', detail);
		}
		return match;
	});
}
