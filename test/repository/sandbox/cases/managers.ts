import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const add = 'POST users/{userId}/managers/{managerId}';
const remove = 'DELETE users/{userId}/managers/{managerId}';

/** By default, Oda manages Ana, and Cem does not. */
const of =
	(ids: (platform: Platform) => Record<string, string> = () => ({})) =>
	(platform: Platform) => {
		const { ana, oda, sandbox } = platform;
		sandbox.company.addManager(ana, oda);
		return { ids: { userId: ana, managerId: oda, ...ids(platform) } };
	};

export const managerCases: Row[] = [
	[add, 204, '', 'for a new manager', of(({ cem }) => ({ managerId: cem }))],
	[add, 204, '', 'for a manager that the user has', of()],
	[add, 400, 'managerDeleted', '', of(({ ben }) => ({ managerId: ben }))],
	[add, 400, 'userDeleted', '', of(({ ben }) => ({ userId: ben }))],
	[add, 404, 'managerNotFound', '', of(() => ({ managerId: NO_ID }))],
	[add, 404, 'userNotFound', '', of(() => ({ userId: NO_ID }))],

	[remove, 204, '', 'for a manager', of()],
	[remove, 400, 'managerNotAssignedToUser', '', of(({ cem }) => ({ managerId: cem }))],
	[remove, 400, 'userDeleted', '', of(({ ben }) => ({ userId: ben }))],
	[remove, 404, 'managerNotFound', '', of(() => ({ managerId: NO_ID }))],
	[remove, 404, 'userNotFound', '', of(() => ({ userId: NO_ID }))],
];
