import { UserFacingError } from '../../failures/userFacingError';
import { isOver } from '../../n8n/wholeTable';
import { isRowError } from '../../people';
import { foldId } from '../../values/identity';
import { withCommas } from '../../values/words';
import type { ByRow, Result, Row, WriteOperation } from '../operation';
import { rowByRow } from '../rows';
import { ALWAYS_ALLOWED, findMoves } from './findMoves';
import { memberScopes, moveForm, type MoveEntry } from './form';
import { memberChange, type Member } from './members';

const [addition, removal] = [memberChange(true), memberChange(false)];

/** The rows that were added are about roles that end. */
const changeOf = ({ added }: Row<MoveEntry>) => (added ? removal : addition);

const isHeldBack = ({ added }: Row<MoveEntry>, { hasFailedRow }: Member) => added && hasFailedRow;

// The API changes one membership at a time: a user who cannot join the new group keeps the old one.
const differences = (row: Row<MoveEntry>, member: Member): Result<Member> => {
	const plan = changeOf(row).differences(row, member);
	return isHeldBack(row, member) ? { ...plan, outcome: 'unchanged' } : plan;
};

const change = rowByRow(
	differences,
	async (row, member: Member, plan) =>
		await changeOf(row)
			.apply(row, member, plan)
			.catch((error: unknown) => {
				if (!row.added) member.hasFailedRow = true;
				throw error;
			}),
);

/** Gives each row's user a role in the row's group, and removes this role in the other groups of the run. */
export const moves: WriteOperation<MoveEntry, Member> = {
	form: moveForm,
	scopes: memberScopes,
	needsAllRows: true,
	find: findMoves,
	differences,
	apply: async function* (rows) {
		for await (const [row, result] of change(rows)) {
			// The user already has an item, with the error.
			if (isRowError(result) || !isHeldBack(row, result.state)) yield [row, result];
		}
	},
	exceeded: exceededRemovals,
};

/** Returns an error if a run would remove more members from groups than its limit allows, or knows only one of many rows. */
function exceededRemovals(plans: ByRow<MoveEntry, Result<Member>>): UserFacingError | undefined {
	const [first] = plans.keys();
	const { removalLimit = 100 } = first?.entry.options ?? {};
	const removals = [...plans].filter(([{ added }, { outcome }]) => added && outcome === 'removed');
	const countOf = (plansOfUsers: typeof removals) =>
		new Set(plansOfUsers.map(([, { state }]) => foldId(state.userId))).size;
	const sets = new Set([...plans.values()].map(({ state }) => state.compared));
	const compared = [...sets].reduce((sum, ids) => sum + (ids?.size ?? 0), 0);
	const count = countOf(removals);
	const unnamed = countOf(removals.filter(([{ added }]) => added?.isUnnamed));
	const rows = [...plans.keys()].filter(({ added }) => !added);
	// A workflow that runs once for each row would empty the groups, a few members at a time.
	if (unnamed > 0 && rows.length === 1) return singleRow();
	if (!isOver(count, ALWAYS_ALLOWED, [removalLimit, compared])) return undefined;
	return new UserFacingError(
		`The run would remove ${withCommas(count)} of ${withCommas(compared)} members from groups, more than the ${removalLimit} percent in Removal Limit`,
		`Nothing was written. Check the column with the group, and whether the table is complete: rows name ${withCommas(count - unnamed)} of these members and do not name ${withCommas(unnamed)}. If the changes are right, raise Removal Limit under Options for one run.`,
	);
}

const singleRow = () =>
	new UserFacingError(
		'Remove under Other Members needs all rows of the table, but there is only one',
		'Nothing was written. All members whom this row does not name would lose the role. Pass all rows to the node at once, without a loop or a workflow that runs for each row, or set Other Members to Keep. If the table really has one row, use Remove Member for the others.',
	);
