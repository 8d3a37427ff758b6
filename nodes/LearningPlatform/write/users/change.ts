import { recordId } from '../../people';
import { foldId } from '../../values/identity';
import type { Result } from '../operation';
import { codeOf } from '../send';
import type { Person, UserRow, FieldChange } from './person';
import { FIELD_GROUPS } from './plan';
import { failedFields, missedFields } from './remarks';

/**
 * Writes the fields that differ. After a row's first success, a failure costs only its fields.
 *
 * @param isMade true if the user was just created or restored
 */
export async function changeUser(
	row: UserRow,
	person: Person,
	plan: Result<Person>,
	isMade = false,
): Promise<Result<Person>> {
	const { changed = [], notStored = [], outcome } = plan;
	const { remarks } = row;
	const id = recordId(person.user);
	Object.assign(person.account, { id: foldId(id), status: 'present' });
	let isDone = isMade;
	let state: Person = { ...person, wanted: plan.state.wanted };
	const missed: string[] = [];
	const failed: string[] = [];
	const failures: unknown[] = [];
	// What a new user's record was created with is not sent again.
	for (const group of FIELD_GROUPS.slice(outcome === 'created' ? 1 : 0)) {
		const open = group.plan(row, state).changes.filter(({ isStored }) => !isStored);
		if (open.length === 0) continue;
		await group.store(row, state, id, open).then(
			(stored) => {
				state = { ...state, ...stored.state };
				missed.push(...missedFields(remarks, stored.missed ?? []));
				if (stored.failure) {
					missed.push(...failedFields(remarks, namesOf(open), stored.failure));
					failures.push(stored.failure);
				}
				isDone = true;
			},
			(error: unknown) => {
				if (!isDone && !FIELD_ERROR_CODES.has(codeOf(error) ?? '')) throw error;
				failed.push(...failedFields(remarks, namesOf(open), error));
				failures.push(error);
			},
		);
	}
	const written = changed.filter((name) => !failed.includes(name));
	const isUnchanged = outcome === 'updated' && written.length === 0;
	return {
		...plan,
		state,
		failures,
		changed: written,
		record: state.user ?? {},
		notStored: [...notStored, ...missed, ...failed],
		outcome: isUnchanged ? 'unchanged' : outcome,
	};
}

const namesOf = (changes: readonly FieldChange[]) => changes.map(({ name }) => name);

/** The error codes that cost a row only the field, even if nothing else differs. */
const FIELD_ERROR_CODES = new Set([
	'customFieldNotFound',
	'managerDeleted',
	'managerNotFound',
	'reservedPlatformName',
	'unauthorizedValue',
	'wrongTypeValue',
]);
