import {
	asRowError,
	findByNumber,
	foldNumber,
	isDeleted,
	isRowError,
	numberOf,
	refKey,
	rowError,
	type Directory,
	type Found,
	type RowError,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId, recordId } from '../../values/identity';
import type { ByRow, Row, WriteOperation } from '../operation';
import { eachRow, findSubjects, rowByRow, sharedStates, withoutErrors } from '../rows';
import { changeUser, createOrRestore } from './change';
import { exceededLimit, preflight } from './checks';
import {
	updateForm,
	upsertForm,
	userScopes,
	type UpdateEntry,
	type UpsertEntry,
	type UserEntry,
} from './form';
import { managersFirst } from './managers';
import {
	hasLeft,
	isLiving,
	isWritten,
	refOfUser,
	refsIn,
	type Person,
	type UserRow,
} from './person';
import { FIELD_GROUPS, planUser } from './plan';
import { invitationRemarks, tableRemarks } from './remarks';

export const upsert: WriteOperation<UpsertEntry, Person> = {
	form: upsertForm,
	scopes: userScopes,
	find: async (directory, rows) => await findPeople(directory, await findMatches(directory, rows)),
	differences: planUser,
	apply: rowByRow(planUser, async (row: Row<UpsertEntry>, person, plan, breakerOf) =>
		plan.outcome === 'updated'
			? await changeUser(row, person, plan, breakerOf)
			: await createOrRestore(row, person, plan, breakerOf),
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
	const matches = new Map<Row<UpsertEntry>, Found | RowError>();
	for (const row of rows) {
		const [user] = refOf(row).map(userOf);
		matches.set(row, isRowError(user) ? user : { user });
	}
	const numbered = rows.flatMap((row) => {
		const { who } = row.entry;
		return who.by === 'externalId' ? [{ row, ...who, fallback: refOfUser(row) }] : [];
	});
	for (const [platform, numbers] of groupedBy(numbered, (number) => number.platform)) {
		const people = await findByNumber(directory, platform, numbers).catch(asRowError);
		for (const [at, { row }] of numbers.entries()) {
			matches.set(row, isRowError(people) ? people : (people[at] ?? {}));
		}
	}
	return await withoutHidden(directory, matches);
}

/** Fails a row whose number is that of a deleted user, although its address belongs to somebody without a number. */
async function withoutHidden(
	directory: Directory,
	matches: ByRow<UpsertEntry, Found | RowError>,
): Promise<ByRow<UpsertEntry, Found | RowError>> {
	const refOf = (row: Row<UpsertEntry>, { user }: Found) =>
		row.entry.who.by === 'externalId' && isDeleted(user) && !hasLeft(row)
			? refOfUser(row)
			: undefined;
	const refs = [...withoutErrors(matches)].flatMap(([row, match]) => refOf(row, match) ?? []);
	const livingOf = await directory.findLiving(refs);
	return await eachRow(matches, async (row, match) => {
		const { who } = row.entry;
		const ref = refOf(row, match);
		const living = ref && livingOf(ref);
		if (isRowError(living)) return living;
		if (living && who.by === 'externalId') {
			const id = recordId(living);
			const detail = `These are ${recordId(match.user)} and ${id}.`;
			const number = await numberOf(directory, who.platform, id);
			if (number === undefined) return rowError('deletedNumber', detail);
		}
		return match;
	});
}

/** Lets rows that mean the same user share one person, and finds their groups, custom fields, and managers. */
async function findPeople<E extends UserEntry>(
	directory: Directory,
	matches: ByRow<E, Found | RowError>,
): Promise<Map<Row<E>, Person | RowError>> {
	const rows = [...matches.keys()];
	const groups = rows.flatMap(({ entry }) => [entry.group, entry.fields.primaryGroup]);
	await directory.groups.find(groups);
	const missing = missingFields(rows);
	const share = sharedStates<Person>();
	const states = await eachRow(matches, (row, match) => {
		const id = match.user ? foldId(recordId(match.user)) : keyOfNew(row);
		const presence = { id, status: isLiving(match) ? 'present' : 'absent' } as const;
		return share(id, { ...match, presence, missing, wanted: new Map() });
	});
	for (const [row, error] of rowsThatDiffer(withoutErrors(states))) states.set(row, error);
	let people: ByRow<E, Person | RowError> = states;
	for (const { find } of FIELD_GROUPS) people = (await find?.(directory, people)) ?? people;
	return new Map([...managersFirst(withoutErrors(people)), ...people]);
}

/** Returns the rows of a user that may mean different people, or close the account by mistake. */
function rowsThatDiffer<R extends UserRow>(people: ReadonlyMap<R, Person>) {
	const written = [...people].filter(([row, person]) => isWritten(row, person));
	const byPerson = groupedBy(written, ([, person]) => person);
	return [...byPerson.values()].flatMap((rowsOfPerson) => {
		const rows = rowsOfPerson.map(([row]) => row);
		const error = differenceIn(rows);
		return error ? rows.map((row) => [row, error] as const) : [];
	});
}

function differenceIn(rows: readonly UserRow[]): RowError | undefined {
	const names = new Map(rows.flatMap(refsIn).map((ref) => [refKey(ref), ref.by]));
	if (names.size > new Set(names.values()).size) return rowError('severalPeople');
	// An empty cell may say that somebody stays, so a date in another row must not close the account.
	const days = new Set(rows.map(({ entry }) => entry.fields.lastDay?.endsAt));
	return days.size > 1 ? rowError('severalLastDays') : undefined;
}

function keyOfNew({ entry: { who } }: UserRow): string {
	if (who?.by === 'externalId') return `${who.platform} ${foldNumber(who.value)}`;
	return who ? refKey(who) : '';
}

/** Returns the fields that no row has. Empty cells, and fields that are not entered at all, are something else. */
function missingFields(rows: readonly UserRow[]): Person['missing'] {
	const inAll = (namesIn: (entry: UserEntry) => string[]) => {
		const [first = [], ...otherRows] = rows.map(({ entry }) => namesIn(entry));
		return first.filter((name) => otherRows.every((names) => names.includes(name)));
	};
	return {
		fields: inAll(({ fields }) => fields.missing),
		custom: inAll(({ customFields }) => customFields.missing),
	};
}
