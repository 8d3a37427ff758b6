import { listAt } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { Failure, type FailureKind } from '../../../nodes/LearningPlatform/failures/failure';
import { listGuard } from '../../../nodes/LearningPlatform/service/guard';
import { throwingWorded } from '../worded';

type Pages = object[][];

/** Returns the new records on each page. */
function newOf(pages: Pages, known: Known = {}) {
	const { path = 'lessons', latestWins = false, chosenIdentity } = known;
	const { movingFields, ...list } = listAt(path);
	const { identity = list.identity } = known;
	const guard = listGuard({ identity, chosenIdentity, latestWins, versionFields: movingFields });
	return pages.map((page) => guard.admit({ allRecords: page as Record<string, number>[] }).records);
}

interface Known {
	path?: string;
	identity?: string[];
	latestWins?: boolean;
	chosenIdentity?: string[];
}

const ids = (...values: (string | number)[]) => values.map((_id) => ({ _id }));
const role = (userId: string, name: string, at = 0) => ({ userId, role: name, at });
const edited = (_id: number, day: number) => ({ _id, modifiedAt: `2026-01-0${day}`, day });
const seen = (_id: number, day: number) => ({ _id, lastLoginDate: `2026-01-0${day}` });
const members = { identity: ['userId', 'role'] };
const languages = (...codes: string[]) =>
	codes.map((code) => ({ id: code.slice(0, 2), lang: code.slice(2) }));

describe('a page yields', () => {
	it.each<[what: string, pages: Pages, expected: Pages, known?: Known]>([
		['new records', [ids(1, 2), ids(3, 4)], [ids(1, 2), ids(3, 4)]],
		['no record from an earlier page', [ids(1, 2), ids(3), ids(2, 1)], [ids(1, 2), ids(3), []]],
		['nothing if its only record is already known', [ids(1), ids(1), ids(2)], [ids(1), [], ids(2)]],
		[
			'no repeated user who has since logged in',
			[[seen(1, 1)], [seen(1, 2), seen(2, 1)]],
			[[seen(1, 1)], [seen(2, 1)]],
			{ path: 'users' },
		],
		[
			'no changed record if the latest version wins',
			[[{ _id: 1, a: 1 }], [{ _id: 1, a: 2 }, { _id: 2 }]],
			[[{ _id: 1, a: 1 }], [{ _id: 2 }]],
			{ path: 'groups', latestWins: true },
		],
		[
			'no changed record if a part of its ID was chosen as its ID',
			[[role('a', 'author')], [role('a', 'author', 1)]],
			[[role('a', 'author')], []],
			{
				path: 'groups/0123456789abcdef01234567/roles',
				chosenIdentity: ['userId'],
				latestWins: true,
			},
		],
		[
			'records with a new uuid',
			[[{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]],
			[[{ uuid: 'a' }], [{ uuid: 'b' }]],
		],
		[
			'records with a new combination of ID fields',
			[[role('b', 'author')], [role('b', 'author'), role('b', 'learner')]],
			[[role('b', 'author')], [role('b', 'learner')]],
			members,
		],
		['7 and "7"', [ids(7), ids('7')], [ids(7), ids('7')]],
		[
			'different records with the same ID in an unknown list',
			[languages('c1en', 'c2en'), languages('c1fr', 'c3en')],
			[languages('c1en', 'c2en'), languages('c1fr', 'c3en')],
		],
		['records without IDs', [[{ a: 1 }], [{ a: 1 }, { a: 2 }]], [[{ a: 1 }], [{ a: 1 }, { a: 2 }]]],
		['records in a list without ID fields', [ids(1), ids(1)], [ids(1), ids(1)], { identity: [] }],
	])('%s', (_what, pages, expected, ...[known]) => {
		expect(newOf(pages, known)).toEqual(expected);
	});
});

describe('a list fails', () => {
	const TWICE = 'The service returned the same page twice';
	const DIFFER = 'Two records in the list have the same ID but differ: record "1"';
	const ALIKE = 'The list continues, but its last 10 pages repeat earlier pages';
	const repeated = (times: number, page: (time: number) => object[]) =>
		Array.from({ length: times }, (_, time) => page(time));
	const courses = { path: 'courses' };
	const versions = [
		{ _id: 1, a: 1 },
		{ _id: 1, a: 2 },
	];

	it.each<[what: string, pages: Pages, error: string, known?: Known]>([
		['if a page repeats', [ids(1, 2), ids(3), ids(1, 2)], TWICE],
		[
			'if a page repeats after an edit',
			[
				[edited(1, 1), edited(2, 1)],
				[edited(1, 2), edited(2, 1)],
			],
			TWICE,
			courses,
		],
		['if records on two pages share an ID', versions.map((one) => [one]), DIFFER, courses],
		['if records on one page share an ID', [ids(2), versions], DIFFER, courses],
		[
			'if records share an ID after a duplicate',
			[ids(2, 2), ...versions.map((one) => [one])],
			DIFFER,
			courses,
		],
		[
			'if memberships with the same ID differ',
			[[role('a', 'author')], [role('a', 'author', 1)]],
			'have the same ID but differ: record 1 on the page',
			{ path: 'groups/0123456789abcdef01234567/roles' },
		],
		['after ten equal pages without an ID', repeated(11, () => [{ name: 'a' }]), ALIKE],
		[
			'after ten equal pages separated by empty pages',
			repeated(21, (time) => (time % 2 === 0 ? ids(1) : [])),
			ALIKE,
		],
		[
			'after a thousand empty pages',
			repeated(1_001, () => []),
			'The list continues, but its last 1000 pages have no new records',
		],
	])('%s', (_what, pages, error, ...[known]) => {
		expect(() => throwingWorded(newOf)(pages, known)).toThrow(error);
		expect(() => newOf(pages.slice(0, -1), known)).not.toThrow();
	});

	it('only temporarily if records share an ID', () => {
		expect(() => throwingWorded(newOf)([versions], courses)).toThrow(
			expect.objectContaining({ schedulerCause: 'temporarily-unavailable' }) as Error,
		);
	});
});

describe('an error includes the page number and the number of records already read', () => {
	it.each<[kind: FailureKind, status: number, number: number, isLost: boolean]>([
		['rejected', 400, 2, true],
		['rejected', 410, 3, true],
		['listNotFound', 404, 2, true],
		['rejected', 400, 1, false],
		['forbidden', 403, 2, false],
		['recordNotFound', 404, 2, false],
		['tokenEndpointNotFound', 404, 2, false],
	])('%s (%d) on page %d; the page is lost: %s', (kind, status, number, isLost) => {
		const guard = listGuard({});
		guard.admit({ allRecords: [{ _id: 1 }, { _id: 2 }] });
		expect(guard.withPage(new Failure(kind, { status }), number)).toMatchObject({
			kind: isLost ? 'pageLost' : kind,
			facts: { status, page: { number, recordsRead: 2 } },
		});
	});
});
