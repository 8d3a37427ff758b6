import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { recordId } from '../../people';
import { isOver } from '../limits';
import type { ByRow, Result, Row } from '../operation';
import type { UpsertEntry } from './person';

const ALWAYS = { change: 20, removal: 10 };

/** The outcomes of whoever has no account to change. */
const NOT_FOUND = new Set(['created', 'deleted', 'left']);

type UserPlans = [unknown, Result<unknown>][];

/** Returns an error if a run would change, or deactivate, more users than its limits allow. New users do not count. */
export function exceededLimit(
	all: ByRow<UpsertEntry, Result<unknown>>,
): UserFacingError | undefined {
	const plans = [...all];
	const [limits, ...different] = new Map(plans.map(([row]) => limitsIn(row))).values();
	if (different.length > 0) return differentLimits();
	const { changeLimit = 100, removalLimit = 100 } = limits ?? {};
	// In a table that also has former staff, deleted accounts would hide a mistake.
	const found = people(plans.filter(([, { outcome }]) => !NOT_FOUND.has(outcome)));
	const removals = people(plans.filter(([, { isRemoval }]) => isRemoval));
	// Storing everybody's number in the first run changes nobody.
	const isChange = ({ outcome, changed = [] }: Result<unknown>) =>
		['updated', 'restored'].includes(outcome) && changed.some((name) => name !== 'externalId');
	const changes = plans.filter(([, plan]) => isChange(plan));
	if (isOver(removals, ALWAYS.removal, [removalLimit, found])) {
		return new UserFacingError(
			`The run would set or bring forward the last day of ${removals} of ${found} users, more than the ${removalLimit} percent in Removal Limit`,
			`Nothing was written. Check the column with the last day. If the dates are right, raise Removal Limit under Options for one run. ${byField(changes)}`,
		);
	}
	if (!isOver(people(changes), ALWAYS.change, [changeLimit, found])) return undefined;
	return new UserFacingError(
		`The run would change ${people(changes)} of ${found} users, more than the ${changeLimit} percent in Change Limit`,
		`Nothing was written. Check whether a column of the table has moved. If the changes are right, raise Change Limit under Options for one run. ${byField(changes)}`,
	);
}

function limitsIn({ entry }: Row<UpsertEntry>) {
	const { changeLimit, removalLimit } = entry.options;
	return [`${changeLimit} ${removalLimit}`, { changeLimit, removalLimit }] as const;
}

const differentLimits = () =>
	new UserFacingError(
		'Change Limit or Removal Limit differs between the items',
		'Nothing was written. They apply to the whole run. Enter fixed values, or expressions that do not depend on the item.',
	);

const people = (plans: UserPlans) => new Set(plans.map(([, { record }]) => recordId(record))).size;

function byField(plans: UserPlans): string {
	const counts = new Map<string, number>();
	for (const name of plans.flatMap(([, { changed = [] }]) => changed)) {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const parts = [...counts].map(([name, count]) => `${userFieldLabel(name)} ${count}`);
	return `Changes by field: ${parts.join(', ')}.`;
}
