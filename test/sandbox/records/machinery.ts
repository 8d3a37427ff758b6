import { made } from './source';

const OPERATION_STATUSES = ['completed', 'pending', 'error', 'running', 'queued'];

/** Operations on many records at once. */
export const bulkOperations = made(25, ({ index, createdAt }) => ({
	type: index % 2 === 0 ? 'addUsersToGroups' : 'removeUsersFromGroups',
	status: OPERATION_STATUSES[index % OPERATION_STATUSES.length],
	createdAt,
}));

/** Two variants: what went well, and what did not. */
export const bulkResults = made(5, ({ index, random, world }) => {
	const userId = world.some('users', random);
	const groupId = world.some('groups', random);
	return index % 4 === 3
		? { input: { userId, groupId }, status: 'error', errorMessage: 'userNotFound' }
		: { input: { userId, groupId }, status: 'success', resourceId: userId };
});

const EVENTS = ['group.created', 'group.updated', 'group.deleted'] as const;

export const subscriptions = made(3, ({ index, createdAt }) => ({
	eventType: EVENTS[index % EVENTS.length],
	name: `Subscription ${index + 1}`,
	url: `https://hooks.example/${index + 1}`,
	status: index % 3 === 2 ? 'inactive' : 'active',
	createdAt,
}));

/** Deliveries of a subscription. Their IDs are those of the messages. */
export const events = made(5, ({ index, random, world, createdAt }) => ({
	_id: `msg_${random.hex(16)}${index}`,
	createdAt,
	status: ['delivered', 'failed', 'pending', 'sending'][index % 4],
	payload: {
		type: EVENTS[index % EVENTS.length],
		timestamp: Date.parse(createdAt),
		data: { groupId: world.some('groups', random) },
	},
}));
