import type { Catalogue } from '../catalogue';
import { fill, type Address } from '../dictionary/address';
import { EXTERNAL_COURSES } from '../dictionary/parameters';
import type { SingleKind } from '../dictionary/singles';
import { apiError, json, type Reply } from '../reply';

type Answer = (parameters: Address['parameters'], catalogue: Catalogue) => Reply;

/** A record as its list has it, with the fields that only the single record has. */
function recordOf(list: string, name: string, more: Record<string, unknown> = {}): Answer {
	return (parameters, catalogue) =>
		json(200, { ...catalogue.get(fill(list, parameters), parameters[name] ?? ''), ...more });
}

const SESSIONS = 'paths/{pathId}/sessions';

/** How each record is answered, once the IDs in its path are known to be right. */
const ANSWERS: Readonly<Record<SingleKind, Answer>> = {
	'bulk/operations/{bulkOperationId}': recordOf('bulk/operations', 'bulkOperationId'),
	'classrooms/{classroomId}': recordOf('classrooms', 'classroomId', { mediaIds: [] }),
	'courses/{courseId}': recordOf('courses', 'courseId'),
	'groups/{groupId}': recordOf('groups', 'groupId'),
	'integrations/{integrationId}/courses/{externalId}': (parameters, catalogue) => {
		const path = fill(EXTERNAL_COURSES, parameters);
		const { _id, ...course } = catalogue.get(path, parameters.externalId ?? '');
		return json(200, { externalId: _id, ...course });
	},
	'paths/{pathId}': recordOf('paths', 'pathId'),
	'paths/{pathId}/sessions/{sessionId}': recordOf(SESSIONS, 'sessionId'),
	'paths/{pathId}/sessions/{sessionId}/audiences': () =>
		json(200, { filters: [{ type: 'group', operator: 'in', values: [] }] }),
	'paths/{pathId}/sessions/{sessionId}/user-statuses': (parameters, catalogue) => {
		const counts: Record<string, number> = {};
		for (const { status } of catalogue.records(
			fill(`${SESSIONS}/{sessionId}/user-stats`, parameters),
		)) {
			const { type } = status as { type: string };
			counts[type] = (counts[type] ?? 0) + 1;
		}
		return json(200, counts);
	},
	'tags/{tagId}': recordOf('tags', 'tagId'),
	'uaa/users/me': () => apiError(403, 'userNotAuthorized', 'The token was made without a user_id'),
	'users/{userId}': recordOf('users', 'userId'),
	'users/{userId}/certificates/{certificateId}/pdf': () => ({
		status: 200,
		headers: { 'content-type': 'application/pdf' },
		body: PDF,
	}),
	'webhooks/subscriptions/{subscriptionId}': recordOf('webhooks/subscriptions', 'subscriptionId'),
	'webhooks/subscriptions/{subscriptionId}/secrets': () => json(200, { secret: 'sandbox-hooks' }),
};

/** An empty page, with the bytes behind the first line that mark a file as binary. */
const PDF = Buffer.concat([
	Buffer.from('%PDF-1.4\n%'),
	Buffer.from([0xe2, 0xe3, 0xcf, 0xd3]),
	Buffer.from(
		'\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Count 0/Kids[]>>',
	),
	Buffer.from('endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n'),
]);

/** GET of one record, or of a file: docs/service.md, Endpoints. It takes no parameters. */
export function answerSingle(
	kind: SingleKind,
	parameters: Address['parameters'],
	query: string,
	catalogue: Catalogue,
): Reply {
	if (query !== '') return apiError(400, 'invalidQuery', 'A record takes no parameters');
	return ANSWERS[kind](parameters, catalogue);
}
