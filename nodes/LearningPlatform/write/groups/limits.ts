import { UserFacingError } from '../../failures/userFacingError';
import { foldId } from '../../values/identity';
import { withCommas } from '../../values/words';
import { isOver } from '../limits';
import type { ByRow, Result } from '../operation';
import type { MoveEntry } from './form';
import type { Member } from './members';

/** The number of members who may always leave a group. */
export const ALWAYS_ALLOWED = 10;

/** Returns an error if a run would remove more members from groups than its limit allows. */
export function exceededRemovals(
	plans: ByRow<MoveEntry, Result<Member>>,
): UserFacingError | undefined {
	const [first] = plans.keys();
	const { removalLimit = 100 } = first?.entry.options ?? {};
	const removals = [...plans].filter(([{ added }, { outcome }]) => added && outcome === 'removed');
	const countOf = (plansOfUsers: typeof removals) =>
		new Set(plansOfUsers.map(([, { state }]) => foldId(state.userId))).size;
	const sets = new Set([...plans.values()].map(({ state }) => state.compared));
	const compared = [...sets].reduce((sum, ids) => sum + (ids?.size ?? 0), 0);
	const count = countOf(removals);
	if (!isOver(count, ALWAYS_ALLOWED, [removalLimit, compared])) return undefined;
	const unnamed = countOf(removals.filter(([{ added }]) => added?.isUnnamed));
	return new UserFacingError(
		`The run would remove ${withCommas(count)} of ${withCommas(compared)} members from groups, more than the ${removalLimit} percent in Removal Limit`,
		`Nothing was written. Check the column with the group, and whether the table is complete: rows name ${withCommas(count - unnamed)} of these members and do not name ${withCommas(unnamed)}. If the changes are right, raise Removal Limit under Options for one run.`,
	);
}
