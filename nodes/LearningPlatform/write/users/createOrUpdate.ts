import {
	asProblem,
	findByNumber,
	isForbidden,
	isProblem,
	keysOf,
	recordId,
	refKey,
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
import { matchIn, type Person } from './person';
import { groupIdOf, planUser } from './plan';
import { ofInvitations, ofTable } from './remarks';

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
	remarksOn: (rows, plans) => [...ofTable(rows), ...ofInvitations(plans)],
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
		return who.by === 'externalId' ? [{ row, ...who, fallback: matchIn(row) }] : [];
	});
	for (const [platform, own] of groupedBy(numbered, (one) => one.platform)) {
		const people = await findByNumber(directory, platform, own).catch(asProblem);
		for (const one of own) {
			found.set(one.row, isProblem(people) ? people : (people.get(one) ?? {}));
		}
	}
	return found;
}

/** Finds addresses and names of others and, for a dry run, groups that do not exist. */
async function foresee(directory: Directory, plans: ByRow<UpsertEntry, Result<Person>>) {
	const isNew = ({ outcome }: Result<Person>) => ['created', 'restored'].includes(outcome);
	const problems = await problemsIn(plans, async (row, plan) => {
		if (!row.entry.options.dryRun || !isNew(plan)) return;
		await directory.checkGroup(groupIdOf(row)).catch((error: unknown) => {
			// A real run does not read the group.
			if (!isForbidden(error)) throw error;
		});
	});
	for (const by of ['mail', 'username'] as const) {
		const asking = [...plans].flatMap(([row, plan]) => {
			const { fields, options } = row.entry;
			const value = fields.texts[by];
			const id = recordId(plan.record);
			const match = id === '' ? matchIn(row) : undefined;
			// Whoever has an account cannot get the address of another, but a POST restores a deleted account that has it.
			const isAsked = plan.changed?.includes(by) && (options.dryRun || isNew(plan));
			if (!isAsked || value === undefined || by === match?.by) return [];
			return [
				{ row, ref: { by, value }, own: match ? refKey(match) : refKey({ by: 'id', value: id }) },
			];
		});
		const otherOf = await directory.find(asking.map(({ ref }) => ref));
		const owners = new Map<string, string>();
		for (const { row, ref, own } of asking) {
			const other = otherOf(ref);
			const owner = owners.get(refKey(ref)) ?? own;
			owners.set(refKey(ref), owner);
			if (isProblem(other)) problems.set(row, other);
			// Another run may have created the user since the lookup.
			else if (owner !== own || (other && !keysOf(other).includes(own))) {
				problems.set(row, refusal(`${by}AlreadyUsed`));
			}
		}
	}
	return problems;
}
