import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import {
	isForbidden,
	isProblem,
	keysOf,
	recordId,
	refKey,
	type Directory,
	type Problem,
} from '../../people';
import { isOver } from '../limits';
import type { ByRow, Result, Row } from '../operation';
import { eachRow } from '../rows';
import { rejection } from '../send';
import type { UpsertEntry, UserEntry } from './form';
import { matchIn, type Person } from './person';
import { groupIdOf } from './plan';

const ALWAYS_ALLOWED = { change: 20, removal: 10 };

/** The outcomes of users who have no account to change. */
const NOT_FOUND = new Set(['created', 'deleted', 'left']);

type UserPlans = [unknown, Result<unknown>][];

/** The IDs of the users that a node has found and would change; in a loop, each run sees only a part of the table. */
interface Seen {
	found: ReadonlySet<string>;
	changes: ReadonlySet<string>;
	removals: ReadonlySet<string>;
}

/** The users that each node of an execution has counted in its earlier runs. */
const seenIn = new WeakMap<object, Map<string, Seen>>();

/** Returns an error if a run would change, or deactivate, more users than its limits allow. New users do not count. */
export function exceededLimit(
	all: ByRow<UpsertEntry, Result<unknown>>,
): UserFacingError | undefined {
	const plans = [...all];
	const [row] = all.keys();
	if (!row) return undefined;
	const { changeLimit, removalLimit } = row.entry.options;
	// Storing everybody's number in the first run changes nobody.
	const isChange = ({ outcome, changed = [] }: Result<unknown>) =>
		['updated', 'restored'].includes(outcome) && changed.some((name) => name !== 'externalId');
	const changing = plans.filter(([, plan]) => isChange(plan));
	const { context } = row.client;
	const node = context.getNode().name;
	const nodes = nodesOf(context);
	const earlier = nodes.get(node);
	const seen: Seen = {
		// In a table that also has former staff, deleted accounts would hide a mistake.
		found: idsOf(plans.filter(([, { outcome }]) => !NOT_FOUND.has(outcome))),
		changes: idsOf(changing),
		removals: idsOf(plans.filter(([, { isRemoval }]) => isRemoval)),
	};
	for (const name of ['found', 'changes', 'removals'] as const) {
		seen[name] = new Set([...(earlier?.[name] ?? []), ...seen[name]]);
	}
	const [found, changes, removals] = [seen.found.size, seen.changes.size, seen.removals.size];
	const advice = `${byField(changing)}${earlier ? OF_ALL_RUNS : ''}`;
	if (isOver(removals, ALWAYS_ALLOWED.removal, [removalLimit, found])) {
		return new UserFacingError(
			`The run would set or bring forward the last day of ${removals} of ${found} users, more than the ${removalLimit} percent in Removal Limit`,
			`Nothing was written. Check the column with the last day. If the dates are right, raise Removal Limit under Options for one run. ${advice}`,
		);
	}
	if (isOver(changes, ALWAYS_ALLOWED.change, [changeLimit, found])) {
		return new UserFacingError(
			`The run would change ${changes} of ${found} users, more than the ${changeLimit} percent in Change Limit`,
			`Nothing was written. Check whether a column of the table has moved. If the changes are right, raise Change Limit under Options for one run. ${advice}`,
		);
	}
	nodes.set(node, seen);
	return undefined;
}

const OF_ALL_RUNS =
	' The numbers include earlier runs of the node in this execution. To compare the whole table at once, connect the node to the node that reads it, without Loop Over Items in between.';

/** Returns what the nodes of an execution have seen. */
function nodesOf(context: Row['client']['context']): Map<string, Seen> {
	// All runs of an execution share its signal.
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const nodes = (signal && seenIn.get(signal)) ?? new Map<string, Seen>();
	if (signal) seenIn.set(signal, nodes);
	return nodes;
}

const idsOf = (plans: UserPlans) => new Set(plans.map(([, { record }]) => recordId(record)));

function byField(plans: UserPlans): string {
	const counts = new Map<string, number>();
	for (const name of plans.flatMap(([, { changed = [] }]) => changed)) {
		counts.set(name, (counts.get(name) ?? 0) + 1);
	}
	const parts = [...counts].map(([name, count]) => `${userFieldLabel(name)} ${count}`);
	return `Changes by field: ${parts.join(', ')}.`;
}

/** Finds addresses and names of others and, for a dry run, groups that do not exist. */
export async function preflight<E extends UserEntry>(
	directory: Directory,
	plans: ByRow<E, Result<Person>>,
): Promise<ByRow<E, Result<Person> | Problem>> {
	const isNew = ({ outcome }: Result<Person>) => ['created', 'restored'].includes(outcome);
	const checked = await eachRow(plans, async (row, plan: Result<Person>) => {
		if (!row.entry.options.dryRun || !isNew(plan)) return plan;
		await directory.checkGroup(groupIdOf(row)).catch((error: unknown) => {
			// A real run does not read the group.
			if (!isForbidden(error)) throw error;
		});
		return plan;
	});
	for (const by of ['mail', 'username'] as const) {
		/** The places of the rows that give an address or user name up, by the ID of the user. */
		const freedAt = new Map<string, number>();
		const asking = [...plans].flatMap(([row, plan], at) => {
			const { fields, options } = row.entry;
			const value = fields.texts[by];
			const id = recordId(plan.record);
			if (plan.changed?.includes(by)) freedAt.set(id, at);
			const match = id === '' ? matchIn(row) : undefined;
			// A user with an account cannot get the address of another, but a POST restores a deleted account that has it.
			const isAsked = plan.changed?.includes(by) && (options.dryRun || isNew(plan));
			if (!isAsked || value === undefined || by === match?.by) return [];
			return [
				{
					at,
					row,
					ref: { by, value },
					own: match ? refKey(match) : refKey({ by: 'id', value: id }),
				},
			];
		});
		const otherOf = await directory.find(asking.map(({ ref }) => ref));
		const owners = new Map<string, string>();
		for (const { at, row, ref, own } of asking) {
			const holder = otherOf(ref);
			const freed = isProblem(holder) ? undefined : freedAt.get(recordId(holder));
			const other = freed !== undefined && freed < at ? undefined : holder;
			const owner = owners.get(refKey(ref)) ?? own;
			owners.set(refKey(ref), owner);
			if (isProblem(other)) checked.set(row, other);
			// Another run may have created the user since the lookup.
			else if (owner !== own || (other && !keysOf(other).includes(own))) {
				checked.set(row, rejection(`${by}AlreadyUsed`));
			}
		}
	}
	return checked;
}
