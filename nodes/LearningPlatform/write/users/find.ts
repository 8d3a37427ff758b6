import {
	isProblem,
	recordId,
	refKey,
	type Directory,
	type Found,
	type Problem,
} from '../../people';
import type { ByRow, Row } from '../operation';
import { sharedStates, withoutProblems } from '../subjects';
import { managersFirst } from './namedManagers';
import type { Person, UserEntry, UserRow } from './person';
import { FIELD_GROUPS } from './plan';

/** Lets rows that mean the same user share one person, and reads what the rows name besides. */
export async function findPeople<E extends UserEntry>(
	directory: Directory,
	found: ByRow<E, Found | Problem>,
): Promise<Map<Row<E>, Person | Problem>> {
	const groups = [...found.keys()].flatMap(({ entry }) => [entry.group, entry.fields.primaryGroup]);
	await directory.groups.find(groups);
	const share = sharedStates<Person>();
	const states = new Map<Row<E>, Person | Problem>();
	for (const [row, one] of found) {
		const key = isProblem(one) || !one.user ? keyOfNew(row) : recordId(one.user);
		states.set(row, isProblem(one) ? one : share(row, key, { ...one, wanted: {} }));
	}
	const people = withoutProblems(states);
	for (const { find } of FIELD_GROUPS) {
		for (const [row, problem] of (await find?.(directory, people)) ?? []) {
			states.set(row as Row<E>, problem);
		}
	}
	return managersFirst(states, directory);
}

function keyOfNew({ entry: { who } }: UserRow): string {
	if (who?.by === 'externalId') return `${who.platform} ${who.value}`;
	return who ? refKey(who) : '';
}
