import {
	asProblem,
	findByNumber,
	isProblem,
	recordId,
	type Directory,
	type Found,
	type Problem,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { rowByRow } from '../changes';
import type { ByRow, Result, Row, WriteOperation } from '../operation';
import { refusal } from '../refusals';
import { problemsIn } from '../subjects';
import { changeUser } from './change';
import { exceededLimit } from './limits';
import { makeUser } from './make';
import { findPeople } from './find';
import type { UpsertEntry } from './form';
import { refsIn, type Person } from './person';
import { groupIdOf, planUser } from './plan';

export const upsert: WriteOperation<UpsertEntry, Person> = {
	find: async (directory, rows) => await findPeople(directory, await findMatches(directory, rows)),
	differences: planUser,
	apply: rowByRow(planUser, async (row: Row<UpsertEntry>, person, plan) =>
		plan.outcome === 'updated'
			? await changeUser(row, person, plan)
			: await makeUser(row, person, plan),
	),
	exceeded: exceededLimit,
	foresee,
};

/** Finds the users whom rows name by an email, a user name, or a personnel number. */
async function findMatches(directory: Directory, rows: readonly Row<UpsertEntry>[]) {
	const refOf = ({ entry: { who } }: Row<UpsertEntry>) => (who.by === 'externalId' ? [] : [who]);
	const userOf = await directory.find(rows.flatMap(refOf));
	const found = new Map<Row<UpsertEntry>, Found | Problem>();
	for (const row of rows) {
		const [user] = refOf(row).map(userOf);
		found.set(row, isProblem(user) ? user : { user });
	}
	const numbered = rows.flatMap((row) => {
		const { who } = row.entry;
		return who.by === 'externalId' ? [{ row, ...who, fallback: refsIn(row)[0] }] : [];
	});
	for (const [platform, own] of groupedBy(numbered, (one) => one.platform)) {
		const people = await findByNumber(directory, platform, own).catch(asProblem);
		for (const one of own) {
			found.set(one.row, isProblem(people) ? people : (people.get(one) ?? {}));
		}
	}
	return found;
}

/** Finds what would stop a real run: a group that does not exist, and addresses and names of others. */
async function foresee(directory: Directory, plans: ByRow<UpsertEntry, Result<Person>>) {
	const problems = await problemsIn(plans, async (row, { outcome }) => {
		const isNew = outcome === 'created' || outcome === 'restored';
		if (isNew) await directory.checkGroup(groupIdOf(row));
	});
	for (const by of ['mail', 'username'] as const) {
		const asking = [...plans].flatMap(([row, { changed = [], record }]) => {
			const value = row.entry.fields.texts[by];
			const isAsked = value !== undefined && changed.includes(by);
			return isAsked ? [{ row, ref: { by, value }, id: recordId(record) }] : [];
		});
		const otherOf = await directory.find(asking.map(({ ref }) => ref));
		for (const { row, ref, id } of asking) {
			const other = otherOf(ref);
			const isTaken = other && !isProblem(other) && recordId(other) !== id;
			if (isTaken) problems.set(row, refusal(`${by}AlreadyUsed`));
		}
	}
	return problems;
}
