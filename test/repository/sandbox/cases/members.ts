import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const join = 'POST groups/{groupId}/{role}/{userId}';
const leave = 'DELETE groups/{groupId}/{role}/{userId}';
const of = (ids: (p: Platform) => object) => (p: Platform) => ({
	ids: { groupId: p.team, role: 'learner', userId: p.ana, ...ids(p) },
});

export const memberCases: Row[] = [
	[join, 204, '', 'for a new role', of(() => ({ role: 'user-admin' }))],
	[join, 204, '', 'for a role that the user has', of(() => ({}))],
	[join, 400, 'analystUnavailable', '', of(() => ({ role: 'analyst' }))],
	[join, 400, 'userDeleted', '', of(({ ben }) => ({ userId: ben }))],
	[join, 404, 'groupNotFound', '', of(() => ({ groupId: NO_ID }))],
	[join, 404, 'userNotFound', '', of(() => ({ userId: NO_ID }))],

	[leave, 204, '', 'for a member', of(() => ({}))],
	[leave, 400, 'analystUnavailable', '', of(() => ({ role: 'analyst' }))],
	[leave, 404, 'groupNotFound', '', of(() => ({ groupId: NO_ID }))],
	[leave, 404, 'userNotFoundInGroup', 'for a different role', of(() => ({ role: 'coach' }))],
	[leave, 404, 'userNotFoundInGroup', 'for an unknown user', of(() => ({ userId: NO_ID }))],
];
