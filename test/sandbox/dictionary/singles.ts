/** What the service says about a path that answers one record, or one file. */
interface SingleFacts {
	scope: string;
}

/** Every GET of the public service that is no list, by its path below `/api/v2/`. */
export const SINGLES = {
	'bulk/operations/{bulkOperationId}': { scope: 'bulkOperations:read' },
	'classrooms/{classroomId}': { scope: 'classrooms:read' },
	'courses/{courseId}': { scope: 'courses:read' },
	'groups/{groupId}': { scope: 'groups:read' },
	'integrations/{integrationId}/courses/{externalId}': { scope: 'integrations:read' },
	'paths/{pathId}': { scope: 'paths:read' },
	'paths/{pathId}/sessions/{sessionId}': { scope: 'paths:read' },
	'paths/{pathId}/sessions/{sessionId}/audiences': { scope: 'paths:read' },
	'paths/{pathId}/sessions/{sessionId}/user-statuses': { scope: 'pathStats:read' },
	'tags/{tagId}': { scope: 'tags:read' },
	'uaa/users/me': { scope: 'users:read' },
	'users/{userId}': { scope: 'users:read' },
	'users/{userId}/certificates/{certificateId}/pdf': { scope: 'users:read' },
	'webhooks/subscriptions/{subscriptionId}': { scope: 'webhooks:read' },
	'webhooks/subscriptions/{subscriptionId}/secrets': { scope: 'webhookSecrets:read' },
} as const satisfies Record<string, SingleFacts>;

/** The path of a record below `/api/v2/`, with its parameters in braces. */
export type SingleKind = keyof typeof SINGLES;
