import { hashOf } from './random';
import type { ListRecord, World } from './world';

type Read = (record: ListRecord, world: World) => unknown;

/** Fields that filters can use but that records do not contain. */
const UNLISTED: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
	courses: {
		originalAuthorId: ({ authorId }) => authorId,
		tagIds: ({ _id }, world) => Array.from(world.now(`courses/${_id}/tags`), ({ tagId }) => tagId),
	},
	'external-ids': { type: ({ targetType }) => targetType },
	'paths/sessions': { sessionId: ({ _id }) => _id },
	// The status filter does not refer to the record's status, which is an object.
	'paths/stats': { status: ({ _id }) => (hashOf(_id) % 5 === 0 ? 'archived' : 'published') },
};

/** Returns a function that reads a field for a filter. */
export function fieldReader(
	kind: string,
	world: World,
): (record: ListRecord, field: string) => unknown {
	const unlisted = UNLISTED[kind] ?? {};
	return (record, field) => {
		const read = unlisted[field];
		return read ? read(record, world) : record[field];
	};
}
