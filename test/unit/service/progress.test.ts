import { progressCheck } from '../../../nodes/LearningPlatform/service/progress';

type Pages = object[][];

/** The records of each page that are new. */
function newOf(pages: Pages, identity?: string[]) {
	const findNew = progressCheck({ path: 'another list', identity });
	return pages.map((page) => findNew(page as Record<string, number>[]));
}

const ids = (...values: (string | number)[]) => values.map((_id) => ({ _id }));
const role = (userId: string, name: string, at = 0) => ({ userId, role: name, at });
const MEMBERSHIP = ['userId', 'role'];

describe('of each page come the records that no page before had:', () => {
	it.each<[what: string, pages: Pages, expected: Pages, identity?: string[]]>([
		['all of them', [ids(1, 2), ids(3, 4)], [ids(1, 2), ids(3, 4)]],
		['but the one at the border', [ids(1, 2), ids(2, 3)], [ids(1, 2), ids(3)]],
		[
			'but one at the border that has changed',
			[
				[{ _id: 1 }, { _id: 2, url: 'a' }],
				[{ _id: 2, url: 'b' }, { _id: 3 }],
			],
			[[{ _id: 1 }, { _id: 2, url: 'a' }], [{ _id: 3 }]],
		],
		['but one that comes much later', [ids(1, 2), ids(3), ids(4, 1)], [ids(1, 2), ids(3), ids(4)]],
		[
			'by another usual ID',
			[[{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]],
			[[{ uuid: 'a' }], [{ uuid: 'b' }]],
		],
		[
			'by several fields where they identify a record together',
			[
				[role('a', 'author'), role('b', 'author')],
				[role('b', 'author', 1), role('b', 'learner')],
			],
			[[role('a', 'author'), role('b', 'author')], [role('b', 'learner')]],
			MEMBERSHIP,
		],
		[
			'by a usual ID where those fields are missing',
			[ids(1), ids(1, 2)],
			[ids(1), ids(2)],
			MEMBERSHIP,
		],
		['a number is not its text', [ids(7), ids('7')], [ids(7), ids('7')]],
		['a page that is empty', [ids(1), [], ids(2)], [ids(1), [], ids(2)]],
		[
			'a record that comes twice on its page, as one answer has it',
			[ids(1, 1), ids(2)],
			[ids(1, 1), ids(2)],
		],
		[
			'all where two records of one page have the same ID',
			[
				[
					{ id: 1, a: 1 },
					{ id: 1, a: 2 },
				],
				[{ id: 1, a: 3 }],
			],
			[
				[
					{ id: 1, a: 1 },
					{ id: 1, a: 2 },
				],
				[{ id: 1, a: 3 }],
			],
		],
		[
			'all where nothing identifies a record',
			[[{ a: 1 }], [{ a: 1 }, { a: 2 }]],
			[[{ a: 1 }], [{ a: 1 }, { a: 2 }]],
		],
		['all where the list is known to have no identity', [ids(1), ids(1)], [ids(1), ids(1)], []],
		[
			'those without an ID beside one that was there',
			[ids(1), [{ _id: 1 }, { a: 1 }]],
			[ids(1), [{ a: 1 }]],
		],
	])('%s', (_what, pages, expected, ...[identity]) => {
		expect(newOf(pages, identity)).toEqual(expected);
	});
});

describe('a list is given up', () => {
	const TWICE = 'The service sent a page of the list twice';
	const repeated = (times: number, page: (time: number) => object[]) =>
		Array.from({ length: times }, (_, time) => page(time));

	it.each<[what: string, pages: Pages, error: string, identity?: string[]]>([
		['when a page comes twice', [ids(1, 2), ids(1, 2)], TWICE],
		[
			'when a page comes twice with other contents',
			[[{ _id: 1, url: 'a' }], [{ _id: 1, url: 'b' }]],
			TWICE,
		],
		['when the records of a page were on several', [ids(1, 2), ids(3, 4), ids(2, 3)], TWICE],
		[
			'when memberships come twice',
			[
				[role('a', 'author'), role('b', 'author')],
				[role('b', 'author'), role('a', 'author', 1)],
			],
			TWICE,
			MEMBERSHIP,
		],
		[
			'when pages without an ID are alike',
			repeated(11, () => [{ name: 'a' }]),
			'The list goes on, but its last 10 pages were all read before',
		],
		[
			'when pages are empty',
			repeated(1_001, () => []),
			'The list goes on, but its last 1000 pages had no new records',
		],
		[
			'when records that have their ID in common go on changing',
			repeated(1_002, (time) => [
				{ id: 1, time },
				{ id: 1, time: -time - 1 },
			]),
			'The list goes on, but its last 1000 pages had no new records',
		],
	])('%s', (_what, pages, error, ...[identity]) => {
		expect(() => newOf(pages, identity)).toThrow(error);
		expect(() => newOf(pages.slice(0, -1), identity)).not.toThrow();
	});
});
