import { hashOf } from './random';
import type { ListRecord, World } from './world';

type Read = (record: ListRecord, world: World) => unknown;

/** What a list can be filtered by although its records do not show it. */
const UNLISTED: Readonly<Record<string, Readonly<Record<string, Read>>>> = {
	courses: {
		originalAuthorId: ({ authorId }) => authorId,
		tagIds: ({ _id }, world) => Array.from(world.now(`courses/${_id}/tags`), ({ tagId }) => tagId),
	},
	'external-ids': { type: ({ targetType }) => targetType },
	'paths/sessions': { sessionId: ({ _id }) => _id },
	// The record's own status is an object; the one to filter by is that of the enrollment.
	'paths/stats': { status: ({ _id }) => (hashOf(_id) % 5 === 0 ? 'archived' : 'published') },
};

/** How a filter reads a field of a list's records. */
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
