import { UserFacingError } from '../../failures/userFacingError';
import { userFieldLabel } from '../../form';
import { isOver } from '../../n8n/wholeTable';
import {
	isForbidden,
	isRowError,
	keysOf,
	refKey,
	type Directory,
	type RowError,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { recordId } from '../../values/identity';
import type { ByRow, Result, Row } from '../operation';
import { eachRow } from '../rows';
import { rejection } from '../confirm';
import type { UpsertEntry, UserEntry } from './form';
import { refOfUser, type Person } from './person';
import { groupIdOf } from './plan';

const ALWAYS_ALLOWED = { change: 20, removal: 10 };

/** The users that each node of an execution has found and would change: in a loop, each run sees only a part of the table. */
const seenIn = new WeakMap<object, Map<string, ReadonlySet<string>>>();

/** Returns an error if a run would change, or deactivate, more users than its limits allow. New users do not count. */
export function exceededLimit(
	plans: ByRow<UpsertEntry, Result<unknown>>,
): UserFacingError | undefined {
	const [row] = plans.keys();
	if (!row) return undefined;
	const { changeLimit, removalLimit } = row.entry.options;
	const { context } = row.client;
	const node = context.getNode().name;
	const nodes = nodesOf(context);
	const earlier = nodes.get(node);
	const seen = new Set(earlier);
	for (const plan of plans.values()) {
		for (const kind of kindsOf(plan)) seen.add(`${kind} ${recordId(plan.record)}`);
	}
	const countOf = (kind: string) => [...seen].filter((key) => key.startsWith(kind)).length;
	const [found, changes, removals] = [countOf('found'), countOf('change'), countOf('removal')];
	const advice = `${byField([...plans.values()])}${earlier ? OF_ALL_RUNS : ''}`;
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
function nodesOf(context: Row['client']['context']) {
	// All runs of an execution share its signal.
	const signal =
		'getExecutionCancelSignal' in context ? context.getExecutionCancelSignal() : undefined;
	const nodes = (signal && seenIn.get(signal)) ?? new Map<string, ReadonlySet<string>>();
	if (signal) seenIn.set(signal, nodes);
	return nodes;
}

/** Returns what a plan means for the limits. */
function kindsOf({ outcome, changed = [], isRemoval }: Result<unknown>): string[] {
	// In a table that also has former staff, deleted accounts would hide a mistake.
	const isFound = !['created', 'deleted', 'left'].includes(outcome);
	// Storing everybody's number in the first run changes nobody.
	const isChange =
		['updated', 'restored'].includes(outcome) && changed.some((name) => name !== 'externalId');
	const kinds = { found: isFound, change: isChange, removal: isRemoval };
	return Object.entries(kinds).flatMap(([kind, isMeant]) => (isMeant ? [kind] : []));
}

function byField(plans: readonly Result<unknown>[]): string {
	const changing = plans.filter((plan) => kindsOf(plan).includes('change'));
	const names = groupedBy(
		changing.flatMap(({ changed = [] }) => changed),
		(name) => name,
	);
	const parts = [...names].map(([name, same]) => `${userFieldLabel(name)} ${same.length}`);
	return `Changes by field: ${parts.join(', ')}.`;
}

/** Finds addresses and names of others and, for a dry run, groups that do not exist. */
export async function preflight<E extends UserEntry>(
	directory: Directory,
	plans: ByRow<E, Result<Person>>,
): Promise<ByRow<E, Result<Person> | RowError>> {
	const isNew = ({ outcome }: Result<Person>) => ['created', 'restored'].includes(outcome);
	const checked = await eachRow(plans, async (row, plan) => {
		if (!row.entry.options.dryRun || !isNew(plan)) return plan;
		await directory.checkGroup(groupIdOf(row)).catch((error: unknown) => {
			// A real run does not read the group.
			if (!isForbidden(error)) throw error;
		});
		return plan;
	});
	const refsOf = ([row, plan]: readonly [Row<E>, Result<Person>]) => {
		const { fields, options } = row.entry;
		const match = recordId(plan.record) === '' ? refOfUser(row)?.by : undefined;
		return (['mail', 'username'] as const).flatMap((by) => {
			const value = fields.texts[by];
			const isWritten = by !== match && plan.changed?.includes(by);
			// A user with an account cannot get the address of another, but a POST restores a deleted account that has it.
			const isAsked = isWritten && (options.dryRun || isNew(plan));
			return isAsked && value !== undefined ? [{ by, value }] : [];
		});
	};
	const holderOf = await directory.find([...plans].flatMap(refsOf));
	/** The fields that earlier rows change, each with the ID of the user. */
	const freed = new Set<string>();
	const owners = new Map<string, string>();
	for (const entry of plans) {
		const [row, plan] = entry;
		const id = recordId(plan.record);
		const own = refKey((id === '' ? refOfUser(row) : undefined) ?? { by: 'id', value: id });
		const refs = refsOf(entry);
		const errors = refs.map((ref) => {
			const holder = holderOf(ref);
			if (isRowError(holder)) return holder;
			// Another run may have created the user since the lookup.
			const isOwn = !holder || keysOf(holder).includes(own);
			const isFree = isOwn || freed.has(`${ref.by} ${recordId(holder)}`);
			const isFirst = (owners.get(refKey(ref)) ?? own) === own;
			return isFree && isFirst ? undefined : rejection('users', `${ref.by}AlreadyUsed`);
		});
		const error = errors.find(isRowError);
		if (error) checked.set(row, error);
		if (isRowError(checked.get(row))) continue;
		for (const ref of refs) owners.set(refKey(ref), own);
		for (const name of plan.changed ?? []) freed.add(`${name} ${id}`);
	}
	return checked;
}
