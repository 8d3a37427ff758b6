import { rowByRow } from '../changes';
import { user } from '../form';
import type { Result, WriteOperation } from '../operation';
import { findMoves } from './findMoves';
import type { MoveEntry } from './form';
import { exceededRemovals } from './limits';
import { memberChange, type Member } from './members';
import type { MoveRow } from './moveScope';

const [addition, removal] = [memberChange(true), memberChange(false)];

/** The rows that were added are about roles that end. */
const changeOf = ({ added }: MoveRow) => (added ? removal : addition);

// The API changes one membership at a time: a user who cannot join the new group keeps the old one.
const differences = (row: MoveRow, member: Member): Result<Member> => {
	const plan = changeOf(row).differences(row, member);
	return row.added && member.hasFailedRow ? { ...plan, outcome: 'unchanged' } : plan;
};

/** Gives each row's user a role in the row's group, and removes this role in the other groups of the run. */
export const moves: WriteOperation<MoveEntry, Member> = {
	needsAllRows: true,
	user,
	find: findMoves,
	differences,
	apply: rowByRow(
		differences,
		async (row, member: Member, plan) =>
			await changeOf(row)
				.apply(row, member, plan)
				.catch((error: unknown) => {
					if (!row.added) member.hasFailedRow = true;
					throw error;
				}),
	),
	exceeded: exceededRemovals,
};
