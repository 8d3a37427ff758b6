import type { ListRecord } from './record';
import { found, made } from './source';
import { FIRST_NAMES, LAST_NAMES } from './words';
import type { World } from './world';

/** How many people answer to one. */
const TEAM_SIZE = 5;

export const users = made('users', ({ index, random, later }) => ({
	mail: `user.${index}@learning.example`,
	username: `user-${index}`,
	// Names and dates are optional: some users lack them.
	...(index % 7 === 3
		? {}
		: { firstName: random.pick(FIRST_NAMES), lastName: random.pick(LAST_NAMES) }),
	status: index % 10 === 4 ? 'invited' : index % 25 === 8 ? 'deleted' : 'active',
	...(index % 10 === 4 ? {} : { lastLoginDate: later() }),
	deletedAt: index % 25 === 8 ? [later()] : [],
	reactivatedAt: [],
}));

export const managers = found(
	({ parameters, world }) => {
		const index = world.indexOf('users', parameters.userId);
		return index > 0 ? [{ _id: world.id('users', Math.floor((index - 1) / TEAM_SIZE)) }] : [];
	},
	(index, { world }) => ({ _id: world.id('users', index) }),
);

export const subordinates = found(
	({ parameters, world }) => {
		const index = world.indexOf('users', parameters.userId);
		if (index === -1) return [];
		const first = index * TEAM_SIZE + 1;
		return Array.from({ length: TEAM_SIZE }, (_, nth) => first + nth)
			.filter((subordinate) => subordinate < world.count('users'))
			.map((subordinate) => ({ _id: world.id('users', subordinate) }));
	},
	(index, { world }) => ({ _id: world.id('users', index) }),
);

/** The groups of a user, by index and in order: the root of all, and up to two others. */
function groupsOf(user: number, world: World): number[] {
	const groups = world.count('groups');
	const all = groups === 0 ? [] : [0, (user * 7 + 1) % groups, (user * 13 + 5) % groups];
	return [...new Set(all)].sort((left, right) => left - right);
}

/** Every fourth membership has a second role: user and group name an entry only together with it. */
function roles(user: number, group: number): string[] {
	return (user + group) % 4 === 0 ? ['author', 'learner'] : ['learner'];
}

/** @param field what the list tells beside the role: the other one is that of the record it is below. */
function memberships(
	field: 'userId' | 'groupId',
	user: number,
	group: number,
	world: World,
): ListRecord[] {
	const ids = { userId: world.id('users', user), groupId: world.id('groups', group) };
	return roles(user, group).map((role) => ({
		_id: `${ids.userId} ${ids.groupId} ${role}`,
		[field]: ids[field],
		role,
	}));
}

/** Sorted by group. */
export const userRoles = found(
	({ parameters, world }) => {
		const user = world.indexOf('users', parameters.userId);
		if (user === -1) return [];
		return groupsOf(user, world).flatMap((group) => memberships('groupId', user, group, world));
	},
	(index, { world }) => spareMembership('groupId', index, world),
);

/** Sorted by user. */
export const groupRoles = found(
	({ parameters, world }) => {
		const group = world.indexOf('groups', parameters.groupId);
		if (group === -1) return [];
		return Array.from({ length: world.count('users') }, (_, user) => user)
			.filter((user) => groupsOf(user, world).includes(group))
			.flatMap((user) => memberships('userId', user, group, world));
	},
	(index, { world }) => spareMembership('userId', index, world),
);

function spareMembership(field: 'userId' | 'groupId', index: number, world: World): ListRecord {
	const list = field === 'userId' ? 'users' : 'groups';
	return { _id: `added ${index}`, [field]: world.id(list, index), role: 'learner' };
}

/** Two variants: those of the platform, which may expire, and those uploaded by the user. */
export const certificates = made(3, ({ index, createdAt, later, world, random }) =>
	index % 3 === 2
		? { type: 'external', name: 'First aid', deliveryDate: createdAt }
		: {
				type: 'internal',
				pathId: world.some('paths', random),
				deliveryDate: createdAt,
				...(index % 3 === 0 ? { expirationDate: later() } : {}),
			},
);

export const customLinks = made(3, ({ index }) => ({
	name: `Link ${index + 1}`,
	url: `https://links.example/${index + 1}`,
}));
