import type { Catalogue, ListRecord } from '../../sandbox';

export { fill as pathOf } from '../../sandbox/address';

/** An ID of the right form that no record has. */
export const NO_ID = 'f'.repeat(24);

/** Parameters that lead to a record, by name, and from list to list below it. */
export function exampleParameters(catalogue: Catalogue): Record<string, string> {
	const id = (path: string, position = 0): string => catalogue.records(path).at(position)._id;
	const idOf = (path: string, isWanted: (record: ListRecord) => boolean): string =>
		[...catalogue.records(path)].find(isWanted)?._id ?? '';
	const hasTags =
		(list: string) =>
		({ _id }: ListRecord) =>
			catalogue.count(`${list}/${_id}/tags`) > 0;
	const pathId = idOf('paths', hasTags('paths'));
	const [classroomId, userId] = [id('classrooms'), id('users', 1)];
	const classroomSlotId = id(`classrooms/${classroomId}/slots`);
	return {
		attendanceSheetId: id(`classroom-slots/${classroomSlotId}/attendance-sheets`),
		bulkOperationId: id('bulk/operations'),
		certificateId: id(`users/${userId}/certificates`),
		...{ classroomId, classroomSlotId },
		contentType: 'course',
		courseId: idOf('courses', hasTags('courses')),
		customFieldId: id('custom-fields'),
		externalId: 'EXT 5/7',
		groupId: id('groups'),
		integrationId: id('integrations'),
		pathId,
		sessionId: id(`paths/${pathId}/sessions`),
		subscriptionId: id('webhooks/subscriptions'),
		tagId: id('tags'),
		userId,
	};
}
