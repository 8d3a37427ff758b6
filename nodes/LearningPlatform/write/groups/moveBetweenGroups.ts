import { UserFacingError } from '../../failures/userFacingError';
import type { Ref } from '../../form';
import {
	isDeleted,
	isForbidden,
	isProblem,
	roleKey,
	rolesInAll,
	rolesOfAll,
	rolesWith,
	type Directory,
	type GroupRole,
	type Problem,
} from '../../people';
import { groupedBy } from '../../values/grouped';
import { foldId } from '../../values/identity';
import { withCommas } from '../../values/words';
import { rowByRow } from '../changes';
import { user } from '../form';
import { isOver } from '../limits';
import type { ByRow, Result, WriteOperation } from '../operation';
import { withoutProblems } from '../subjects';
import type { MoveEntry } from './form';
import { groupOfRow, memberChange, type Member } from './members';
import { findNamed, type MoveRow } from './moveScope';

const [addition, removal] = [memberChange(true), memberChange(false)];

/** The rows that were added are about roles that end. */
const changeOf = ({ added }: MoveRow) => (added ? removal : addition);

// The API changes one membership at a time: whoever cannot join the new group keeps the old one.
const differences = (row: MoveRow, member: Member): Result<Member> => {
	const plan = changeOf(row).differences(row, member);
	return row.added && member.hasFailedRow ? { ...plan, outcome: 'unchanged' } : plan;
};

/** So many members may always leave a group. */
const ALWAYS = 10;

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

const wantedBy = (row: MoveRow): GroupRole => ({ groupId: groupOfRow(row), role: row.entry.role });

/**
 * Finds the members. Adds a row for each role that ends: after its user's last row, or at the end if there is none. Its
 * removal cannot end a wanted role, because the public groups above a wanted group are wanted.
 */
async function findMoves(directory: Directory, rows: readonly MoveRow[], unread: readonly Ref[]) {
	const [row] = rows;
	if (!row) return new Map<MoveRow, Member>();
	const { others } = row.entry;
	const { found, groupIds } = await findNamed(directory, rows, unread);
	const named = groupedBy([...withoutProblems(found)], ([, { userId }]) => foldId(userId));
	const rowsOf = new Map([...named].map(([id, pairs]) => [id, pairs.map(([row]) => row)]));
	const read = async () => await rolesOfAll(directory, [...rowsOf.keys()]);
	// So few people cannot exceed the limit, so the other members do not matter.
	const isOfRows = others === 'keep' && rowsOf.size <= ALWAYS;
	const members = isOfRows
		? await read()
		: await rolesInAll(directory, groupIds).catch(async (error: unknown) => {
				if (others === 'keep' && isForbidden(error)) return await read();
				throw error;
			});
	const roles = [...new Set(rows.map(({ entry }) => entry.role))];
	const pairs = groupIds.flatMap((groupId) => roles.map((role) => ({ groupId, role })));
	const ofRun = new Map(pairs.map((pair) => [roleKey(pair.groupId, pair.role), pair]));
	const compared = new Set<string>();
	const all = new Map<MoveRow, Member | Problem>();

	const addRows = (mover: Member, row: MoveRow, wanted: readonly MoveRow[]) => {
		const kept = new Set(wanted.flatMap((one) => rolesWith(directory, wantedBy(one), true)));
		const ending = [...mover.roles]
			.flatMap((key) => (kept.has(key) ? [] : (ofRun.get(key) ?? [])))
			.filter(({ role }) => wanted.length === 0 || wanted.some(({ entry }) => entry.role === role));
		// The platform itself ends a learner's role in the public groups below.
		const along = new Set(ending.flatMap((one) => rolesWith(directory, one, false).slice(1)));
		for (const one of ending) {
			const key = roleKey(one.groupId, one.role);
			if (!along.has(key)) all.set(rowAbout(mover.userId, one, row, wanted.length === 0), mover);
		}
	};

	for (const [row, member] of found) {
		const id = isProblem(member) ? '' : foldId(member.userId);
		const own = isProblem(member) ? member : (members.get(id) ?? new Set<string>());
		const wanted = rowsOf.get(id) ?? [];
		all.set(row, isProblem(own) ? own : member);
		const [first] = wanted;
		if (isProblem(member) || isProblem(own) || !first) continue;
		if (row === first) Object.assign(member, { roles: own, compared });
		const isLast = row === wanted.at(-1);
		if (isLast && !member.hasFailedRow && !isDeleted(member.user)) addRows(member, first, wanted);
	}
	for (const [id, own] of members) {
		if (isProblem(own)) continue;
		if ([...own].some((key) => ofRun.has(key))) compared.add(id);
		if (others !== 'remove' || rowsOf.has(id)) continue;
		addRows({ userId: id, user: undefined, roles: own, compared }, row, []);
	}
	return all;
}

function rowAbout(
	userId: string,
	{ groupId, role }: { groupId: string } & Pick<MoveEntry, 'role'>,
	row: MoveRow,
	isUnnamed: boolean,
): MoveRow {
	const ids = {
		user: { by: 'id' as const, value: userId },
		group: { by: 'id' as const, value: groupId },
	};
	const key = `${foldId(userId)} ${roleKey(groupId, role)}`;
	const subject = `This is about the user ${userId} in the group ${groupId}.`;
	const added = { key, subject, isUnnamed };
	return { ...row, remarks: [], entry: { ...row.entry, ...ids, role }, added };
}

/** Returns an error if a run would remove more members from groups than its limit allows. */
function exceededRemovals(plans: ByRow<MoveEntry, Result<Member>>): UserFacingError | undefined {
	const [first] = plans.keys();
	const { removalLimit = 100 } = first?.entry.options ?? {};
	const removals = [...plans].filter(([{ added }, { outcome }]) => added && outcome === 'removed');
	const countOf = (some: typeof removals) =>
		new Set(some.map(([, { state }]) => foldId(state.userId))).size;
	const sets = new Set([...plans.values()].map(({ state }) => state.compared));
	const compared = [...sets].reduce((sum, ids) => sum + (ids?.size ?? 0), 0);
	const count = countOf(removals);
	if (!isOver(count, ALWAYS, [removalLimit, compared])) return undefined;
	const unnamed = countOf(removals.filter(([{ added }]) => added?.isUnnamed));
	return new UserFacingError(
		`The run would remove ${withCommas(count)} of ${withCommas(compared)} members from groups, more than the ${removalLimit} percent in Removal Limit`,
		`Nothing was written. Check the column with the group, and whether the table is complete: rows name ${withCommas(count - unnamed)} of these members and do not name ${withCommas(unnamed)}. If the changes are right, raise Removal Limit under Options for one run.`,
	);
}
