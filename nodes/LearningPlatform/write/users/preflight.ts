import {
	isForbidden,
	isProblem,
	keysOf,
	recordId,
	refKey,
	type Directory,
	type Problem,
} from '../../people';
import type { ByRow, Result } from '../operation';
import { rejection } from '../send';
import { eachRow } from '../subjects';
import type { UserEntry } from './form';
import { matchIn, type Person } from './person';
import { groupIdOf } from './plan';

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
