import type { Ref } from '../form';
import {
	asProblem,
	findByNumber,
	isProblem,
	recordId,
	refKey,
	unknownUser,
	type Directory,
	type Found,
	type Numbered,
	type Problem,
} from '../people';
import { changeUser, makeUser } from './account';
import { FURTHER_FIELDS, groupIdOf, planUser } from './differences';
import { exceededLimit } from './limits';
import { managersFirst } from './managers';
import { addTo, type Result, type Row, type WriteOperation } from './operation';
import type { Person, UpdateEntry, UpsertEntry, UserEntry } from './person';
import { refusal } from './refusals';

export const update: WriteOperation<UpdateEntry, Person> = {
	find: async (directory, rows) => {
		const users = await directory.find(rows.map(({ entry }) => entry.user));
		const found = rows.map(({ entry }): Found | Problem => {
			const user = users.get(refKey(entry.user)) ?? unknownUser(entry.user);
			return isProblem(user) ? user : { user };
		});
		return await peopleOf(directory, rows, found, ({ entry }) => refKey(entry.user));
	},
	differences: planUser,
	apply: changeUser,
};

export const upsert: WriteOperation<UpsertEntry, Person> = {
	find: async (directory, rows) => {
		const users = await directory.find(
			rows.flatMap(({ entry: { who } }) => (who.by === 'externalId' ? [] : who)),
		);
		const numbered = await findNumbered(directory, rows);
		const found = rows.map((row): Found | Problem => {
			const { who } = row.entry;
			const user = who.by === 'externalId' ? undefined : users.get(refKey(who));
			return numbered.get(row) ?? (isProblem(user) ? user : { user });
		});
		return await peopleOf(directory, rows, found, keyOfNew);
	},
	differences: planUser,
	apply: async (row, person, plan) =>
		plan.outcome === 'updated'
			? await changeUser(row, person, plan)
			: await makeUser(row, person, plan),
	exceeded: exceededLimit,
	foresee,
};

/** Finds the users of rows that name a personnel number. */
async function findNumbered(directory: Directory, rows: readonly Row<UpsertEntry>[]) {
	const found = new Map<Row<UpsertEntry>, Found | Problem>();
	const byPlatform = new Map<string, [Row<UpsertEntry>, Numbered][]>();
	for (const row of rows) {
		const { who, fields } = row.entry;
		if (who.by !== 'externalId') continue;
		const { mail, username } = fields.texts;
		const byName =
			username === undefined ? undefined : { by: 'username' as const, value: username };
		const fallback: Ref | undefined = mail === undefined ? byName : { by: 'mail', value: mail };
		addTo(byPlatform, who.platform, [row, { number: who.value, fallback }]);
	}
	for (const [platform, pairs] of byPlatform) {
		const wanted = pairs.map(([, one]) => one);
		const people = await findByNumber(directory, platform, wanted).catch(asProblem);
		for (const [row, one] of pairs) {
			found.set(row, isProblem(people) ? people : (people.get(one) ?? {}));
		}
	}
	return found;
}

/** Lets rows that mean the same user share one person, and reads what the rows name besides. */
async function peopleOf<E extends UserEntry>(
	directory: Directory,
	rows: readonly Row<E>[],
	found: readonly (Found | Problem)[],
	keyOf: (row: Row<E>) => string,
): Promise<Map<Row<E>, Person | Problem>> {
	await directory.groups.find(
		rows.flatMap(({ entry }) => [entry.group, entry.fields.primaryGroup]),
	);
	const people = new Map<string, Person>();
	const states = new Map<Row<E>, Person | Problem>();
	const open = new Map<Row<E>, Person>();
	for (const [at, row] of rows.entries()) {
		const one = found[at] ?? {};
		// A dry run and a real run of the same user know nothing of each other.
		const name = isProblem(one) || !one.user ? keyOf(row) : recordId(one.user);
		const key = `${row.entry.options.dryRun} ${name}`;
		const person = isProblem(one) ? one : (people.get(key) ?? { ...one, wanted: {} });
		states.set(row, person);
		if (isProblem(person)) continue;
		people.set(key, person);
		open.set(row, person);
	}
	for (const { find } of FURTHER_FIELDS) {
		for (const [row, problem] of (await find?.(directory, open)) ?? [])
			states.set(row as Row<E>, problem);
	}
	return managersFirst(states, directory);
}

const keyOfNew = ({ entry: { who } }: Row<UpsertEntry>) =>
	who.by === 'externalId' ? `${who.platform} ${who.value}` : refKey(who);

/** Finds what would stop a real run: a group that does not exist, and addresses and names of others. */
async function foresee(directory: Directory, plans: ReadonlyMap<Row<UpsertEntry>, Result<Person>>) {
	const problems = new Map<Row<UpsertEntry>, Problem>();
	for (const [row, { outcome }] of plans) {
		if (outcome !== 'created' && outcome !== 'restored') continue;
		await directory.checkGroup(groupIdOf(row)).catch((error: unknown) => {
			problems.set(row, asProblem(error));
		});
	}
	for (const by of ['mail', 'username'] as const) {
		const asking = [...plans].flatMap(([row, { changed = [], record }]) => {
			const value = row.entry.fields.texts[by];
			const isAsked = value !== undefined && changed.includes(by);
			return isAsked ? [{ row, ref: { by, value }, id: recordId(record) }] : [];
		});
		const others = await directory.find(asking.map(({ ref }) => ref));
		for (const { row, ref, id } of asking) {
			const other = others.get(refKey(ref));
			const isTaken = other && !isProblem(other) && recordId(other) !== id;
			if (isTaken) problems.set(row, refusal(`${by}AlreadyUsed`));
		}
	}
	return problems;
}
