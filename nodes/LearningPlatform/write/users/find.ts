import {
	foldNumber,
	impossible,
	recordId,
	refKey,
	type Directory,
	type Found,
	type Problem,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId } from '../../values/identity';
import type { ByRow, Row } from '../operation';
import { eachRow, sharedStates, withoutProblems } from '../subjects';
import type { UserEntry } from './form';
import { managersFirst } from './managers';
import { isLiving, isWritten, type Person, type UserRow } from './person';
import { FIELD_GROUPS } from './plan';

/** Lets rows that mean the same user share one person, and reads what the rows name besides. */
export async function findPeople<E extends UserEntry>(
	directory: Directory,
	matches: ByRow<E, Found | Problem>,
): Promise<Map<Row<E>, Person | Problem>> {
	const rows = [...matches.keys()];
	const groups = rows.flatMap(({ entry }) => [entry.group, entry.fields.primaryGroup]);
	await directory.groups.find(groups);
	const missing = missingFields(rows);
	const share = sharedStates<Person>();
	const states = await eachRow(matches, (row, match: Found) => {
		const id = match.user ? foldId(recordId(match.user)) : keyOfNew(row);
		const account = { id, status: isLiving(match) ? 'present' : 'absent' } as const;
		return share(id, { ...match, account, missing, wanted: new Map() });
	});
	for (const row of rowsWithSeveralLastDays(withoutProblems(states))) {
		states.set(row, impossible('severalLastDays'));
	}
	let people: ByRow<E, Person | Problem> = states;
	for (const { find } of FIELD_GROUPS) people = (await find?.(directory, people)) ?? people;
	return new Map([...managersFirst(withoutProblems(people)), ...people]);
}

/** An empty cell may say that somebody stays, so a date in another row must not close the account. */
function rowsWithSeveralLastDays<R extends UserRow>(people: ReadonlyMap<R, Person>): R[] {
	const written = [...people].filter(([row, person]) => isWritten(row, person));
	const byPerson = groupedBy(written, ([, person]) => person);
	return [...byPerson.values()].flatMap((rowsOfPerson) => {
		const days = new Set(rowsOfPerson.map(([{ entry }]) => entry.fields.lastDay?.endsAt));
		return days.size > 1 ? rowsOfPerson.map(([row]) => row) : [];
	});
}

function keyOfNew({ entry: { who } }: UserRow): string {
	if (who?.by === 'externalId') return `${who.platform} ${foldNumber(who.value)}`;
	return who ? refKey(who) : '';
}

/** Returns the fields that no row has. Empty cells, and fields that are not entered at all, are something else. */
function missingFields(rows: readonly UserRow[]): Person['missing'] {
	const inAll = (namesIn: (entry: UserEntry) => string[]) => {
		const [first = [], ...otherRows] = rows.map(({ entry }) => namesIn(entry));
		// A single item may come from anywhere, so it says nothing about a table.
		if (otherRows.length === 0) return [];
		return first.filter((name) => otherRows.every((names) => names.includes(name)));
	};
	return {
		fields: inAll(({ fields }) => fields.missing),
		custom: inAll(({ customFields }) => customFields.missing),
	};
}
