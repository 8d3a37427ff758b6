import { UserFacingError } from '../errors';
import type { NameLookup } from './lookup';
import { failureIn, isMissing, oneByOne } from './oneByOne';

export type ManagerLookup = ReturnType<typeof managerLookup>;

/**
 * Finds the managers of users, a request each, and then their names among the names of users.
 *
 * @param read the IDs of a user's managers; throws UserFacingError
 */
export function managerLookup(
	read: (userId: string, stopSignal: AbortSignal) => Promise<string[]>,
	users: NameLookup,
) {
	const found = new Map<string, readonly string[]>();
	const single = oneByOne(async (userId, signal) => {
		const answer = await read(userId, signal).catch(failureIn);
		if (!(answer instanceof UserFacingError)) found.set(userId, answer);
		else if (!isMissing(answer)) await users.prove(answer);
		return answer instanceof UserFacingError ? answer : undefined;
	});
	const managersOf = (userId: string) => found.get(userId) ?? [];
	return {
		open: single.open,
		/** @throws UserFacingError, or a signal's reason */
		lookUp: async (userIds: ReadonlySet<string>): Promise<void> => {
			const ids = [...userIds];
			await single.lookUp(ids.filter((id) => !found.has(id)));
			await users.lookUp(new Set(ids.flatMap(managersOf)));
		},
		/** IDs; none of a user whose managers could not be read. */
		managersOf,
		/** As of a name. */
		failureOf: single.failureOf,
	};
}
