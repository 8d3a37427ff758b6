import type { Catalogue } from '../../sandbox';

/** An ID of the right form that no record has. */
export const NO_ID = 'f'.repeat(24);

/** Parameters that lead to a record, by name, and from list to list below it. */
export function exampleParameters(catalogue: Catalogue): Record<string, string> {
	const id = (path: string, position = 0): string => catalogue.records(path).at(position)._id;
	const withTags = [...catalogue.records('courses')].find(
		({ _id }) => catalogue.count(`courses/${_id}/tags`) > 0,
	);
	const [pathId, classroomId, userId] = [id('paths', 1), id('classrooms'), id('users', 1)];
	const classroomSlotId = id(`classrooms/${classroomId}/slots`);
	const integrationId = id('integrations');
	return {
		attendanceSheetId: id(`classroom-slots/${classroomSlotId}/attendance-sheets`),
		bulkOperationId: id('bulk/operations'),
		certificateId: id(`users/${userId}/certificates`),
		...{ classroomId, classroomSlotId },
		contentType: 'course',
		courseId: withTags?._id ?? '',
		customFieldId: id('custom-fields'),
		externalId: id(`integrations/${integrationId}/courses`, 1),
		groupId: id('groups'),
		...{ integrationId, pathId },
		sessionId: id(`paths/${pathId}/sessions`),
		subscriptionId: id('webhooks/subscriptions'),
		tagId: id('tags'),
		userId,
	};
}

/** A path with its parameters filled in, percent-encoded. */
export function pathOf(kind: string, parameters: Record<string, string>): string {
	return kind.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
		encodeURIComponent(parameters[name] ?? ''),
	);
}
