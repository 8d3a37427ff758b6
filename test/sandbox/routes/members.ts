import type { Settings } from '../options';
import type { Company } from '../records/company';
import { apiError, NO_CONTENT } from '../reply';
import type { Call, WriteTable } from './writeTable';

/** The writes that add and remove members of groups. */
export function memberWrites({ secondAdd }: Settings, company: Company): WriteTable {
	const read = ({ parameters: { groupId = '', role = '', userId = '' } }: Call) => ({
		userId,
		membership: { groupId, role: role === 'user-admin' ? 'userAdmin' : role },
	});
	return {
		'POST groups/{groupId}/{role}/{userId}': (call) => {
			const { userId, membership } = read(call);
			if (!company.has('groups', membership.groupId)) return 'groupNotFound';
			const user = company.find(userId);
			if (!user) return 'userNotFound';
			if (membership.role === 'analyst') return 'analystUnavailable';
			if (user.status === 'deleted') return 'userDeleted';
			if (secondAdd === 'rejected' && company.hasRole(userId, membership)) {
				// The contract has no code for this.
				return apiError(400, 'userAlreadyInGroup', 'The user already has this role');
			}
			company.join(userId, membership);
			return NO_CONTENT;
		},
		'DELETE groups/{groupId}/{role}/{userId}': (call) => {
			const { userId, membership } = read(call);
			if (!company.has('groups', membership.groupId)) return 'groupNotFound';
			if (membership.role === 'analyst') return 'analystUnavailable';
			if (!company.hasRole(userId, membership)) return 'userNotFoundInGroup';
			company.leave(userId, membership);
			return NO_CONTENT;
		},
	};
}
