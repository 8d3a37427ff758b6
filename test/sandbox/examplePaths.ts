import { fill as pathOf } from './address';
import type { Catalogue } from './catalogue';
import type { ListRecord } from './records/world';

export { pathOf };

/** A valid ID that does not exist. */
export const NO_ID = 'f'.repeat(24);

/** Returns the IDs of existing records, by parameter name. The lists nested under these records are not empty. */
export function exampleParameters(catalogue: Catalogue): Record<string, string> {
	const id = (path: string, position = 0): string => catalogue.records(path).at(position)._id;
	const idOf = (path: string, isWanted: (record: ListRecord) => boolean): string => {
		for (const record of catalogue.records(path)) if (isWanted(record)) return record._id;
		return '';
	};
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
		classroomId,
		classroomSlotId,
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

/** Returns a list's records as users receive them: path IDs are added, and strings become records. */
export function recordsOf(
	catalogue: Catalogue,
	kind: string,
	parameters: Record<string, string>,
): object[] {
	const names = Array.from(kind.matchAll(/\{(\w+Id)\}/g), ([, name = '']) => name);
	const ofPath = Object.fromEntries(names.map((name) => [name, parameters[name]]));
	const shown = catalogue.shown(pathOf(kind, parameters));
	return shown.map((entry) => ({
		...ofPath,
		...(typeof entry === 'string' ? { _id: entry } : (entry as object)),
	}));
}
