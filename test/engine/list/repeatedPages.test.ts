import type { RequestKind, Sandbox } from '../../sandbox';
import { exportFile } from '../export/exports';
import { runNode } from '../harness';
import { jsonOf, listCourses } from '../lists';
import { startService } from '../service';

const everything = { returnAll: true };

/** Has a list send these pages one after another, each with a cursor of its own; the last ones again and again. */
function serve(
	sandbox: Sandbox,
	kind: RequestKind,
	path: string,
	pages: unknown[],
	isEndless = false,
) {
	let sent = 0;
	sandbox.faults.add({
		on: { kind },
		times: Infinity,
		status: 200,
		body: () => pages[(sent += 1) - 1] ?? pages.at(-1),
		linkHeader: () =>
			isEndless || sent < pages.length
				? `<${sandbox.origin}/api/v2/${path}?next=${sent}>; rel="next"`
				: '',
	});
}

let sandbox: Sandbox;

beforeEach(async () => {
	sandbox = await startService({ courses: 1 });
});

it('a record at the border of two pages is there once, as it was read first', async () => {
	const [one, two, three] = [{ _id: 'a' }, { _id: 'b' }, { _id: 'c', name: 'Old' }];
	serve(sandbox, 'courses', 'courses', [
		[one, two, three],
		[{ _id: 'c', name: 'New' }, { _id: 'd' }],
	]);
	const { items, error } = await listCourses(sandbox, everything);
	expect(error).toBeUndefined();
	expect(jsonOf(items)).toEqual([one, two, three, { _id: 'd' }]);
});

it.each([
	[3, undefined],
	[4, 'goes on, but has no link to the next page (courses, page 2)'],
])('a total of %d counts records, however often they come', async (total, message) => {
	const pages = [
		[{ _id: 'a' }, { _id: 'b' }],
		[{ _id: 'b' }, { _id: 'c' }],
	];
	serve(
		sandbox,
		'courses',
		'courses',
		pages.map((data) => ({ data, total })),
	);
	const { items, error } = await listCourses(sandbox, everything);
	expect(jsonOf(items).map(({ _id }) => _id)).toEqual(message === undefined ? ['a', 'b', 'c'] : []);
	expect(error?.message).toEqual(message && expect.stringContaining(message));
});

describe('a list whose pages come again with other contents and cursors ends with an error', () => {
	const message = 'The service sent a page of the list twice';
	const listPath = (value: string) => ({ __rl: true, mode: 'path', value });
	let reads = 0;

	it.each<[what: string, kind: RequestKind, path: string, page: () => unknown[]]>([
		['courses', 'courses', 'courses', () => [{ _id: 'a', url: (reads += 1) }]],
		[
			'bare IDs',
			'users/{userId}/managers',
			'users/0123456789abcdef01234567/managers',
			() => ['a', 'b'],
		],
		[
			'memberships',
			'groups/{groupId}/roles',
			'groups/0123456789abcdef01234567/roles',
			() => [{ userId: 'a', role: 'author', at: (reads += 1) }],
		],
		[
			'tags of a course',
			'courses/{courseId}/tags',
			'courses/0123456789abcdef01234567/tags',
			() => [{ tagId: 'a', at: (reads += 1) }],
		],
	])('%s', async (_what, kind, path, page) => {
		serve(sandbox, kind, path, Array.from({ length: 20 }, page), true);
		const parameters = {
			resource: 'other',
			operation: 'list',
			listPath: listPath(path),
			...everything,
		};
		const { items, error } = await runNode({ credential: sandbox, parameters });
		expect(items).toEqual([]);
		expect(error?.message).toBe(`${message} (${path}, page 2)`);
	});

	it('in an export', async () => {
		serve(
			sandbox,
			'courses',
			'courses',
			Array.from({ length: 20 }, () => [{ _id: 'a', url: (reads += 1) }]),
			true,
		);
		const { error } = await exportFile(sandbox);
		expect(error?.message).toContain(message);
	});
});
