import type { Settings } from '../options';
import type { Company } from '../records/company';
import { apiError, NO_CONTENT } from '../reply';
import type { Call, WriteTable } from './writeTable';

/** The writes that add and remove a user's managers. */
export function managerWrites({ secondAdd }: Settings, company: Company): WriteTable {
	/** Returns the IDs and both records, or the error code of an unknown or deleted user. */
	function read({ parameters: { userId = '', managerId = '' } }: Call) {
		const [user, manager] = [company.find(userId), company.find(managerId)];
		if (!user) return 'userNotFound';
		if (!manager) return 'managerNotFound';
		if (user.status === 'deleted') return 'userDeleted';
		return { userId, managerId, manager };
	}

	return {
		'POST users/{userId}/managers/{managerId}': (call) => {
			const people = read(call);
			if (typeof people === 'string') return people;
			const { userId, managerId, manager } = people;
			if (manager.status === 'deleted') return 'managerDeleted';
			if (secondAdd === 'rejected' && company.hasManager(userId, managerId)) {
				// The contract has no code for this.
				return apiError(400, 'managerAlreadyAssigned', 'The user already has this manager');
			}
			company.addManager(userId, managerId);
			return NO_CONTENT;
		},
		'DELETE users/{userId}/managers/{managerId}': (call) => {
			const people = read(call);
			if (typeof people === 'string') return people;
			const { userId, managerId } = people;
			if (!company.hasManager(userId, managerId)) return 'managerNotAssignedToUser';
			company.removeManager(userId, managerId);
			return NO_CONTENT;
		},
	};
}
