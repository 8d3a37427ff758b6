import { identityOf, movingFieldsOf } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { UserFacingError } from '../../../nodes/LearningPlatform/errors';
import { listGuard } from '../../../nodes/LearningPlatform/service/guard';

type Pages = object[][];

/** Returns the new records of each page. */
function newOf(pages: Pages, known: Known = {}) {
	const { path = 'lessons', identity = identityOf(path), latestWins = false } = known;
	const guard = listGuard({ identity, latestWins, versionFields: movingFieldsOf(path) });
	return pages.map((sent) => guard.admit({ sent: sent as Record<string, number>[] }).records);
}

interface Known {
	path?: string;
	identity?: string[];
	latestWins?: boolean;
}

const ids = (...values: (string | number)[]) => values.map((_id) => ({ _id }));
const role = (userId: string, name: string, at = 0) => ({ userId, role: name, at });
const edited = (_id: number, day: number) => ({ _id, modifiedAt: `2026-01-0${day}`, day });
const seen = (_id: number, day: number) => ({ _id, lastLoginDate: `2026-01-0${day}` });
const members = { identity: ['userId', 'role'] };
const languages = (...codes: string[]) =>
	codes.map((code) => ({ id: code.slice(0, 2), lang: code.slice(2) }));

describe('of each page come the records that were not there before:', () => {
	it.each<[what: string, pages: Pages, expected: Pages, known?: Known]>([
		['all of them', [ids(1, 2), ids(3, 4)], [ids(1, 2), ids(3, 4)]],
		['but the one at the border', [ids(1, 2), ids(2, 3)], [ids(1, 2), ids(3)]],
		['but one that comes much later', [ids(1, 2), ids(3), ids(4, 1)], [ids(1, 2), ids(3), ids(4)]],
		['but one that comes twice on its page', [ids(1, 1), ids(2)], [ids(1), ids(2)]],
		['but several of earlier pages', [ids(1, 2), ids(3, 4), ids(2, 3)], [ids(1, 2), ids(3, 4), []]],
		['but a single one, on a page of its own', [ids(1), ids(1), ids(2)], [ids(1), [], ids(2)]],
		[
			'but one at the border that was edited meanwhile',
			[
				[edited(1, 1), edited(2, 1)],
				[edited(2, 2), edited(3, 1)],
			],
			[[edited(1, 1), edited(2, 1)], [edited(3, 1)]],
			{ path: 'courses' },
		],
		[
			'but somebody who has logged in meanwhile',
			[[seen(1, 1)], [seen(1, 2), seen(2, 1)]],
			[[seen(1, 1)], [seen(2, 1)]],
			{ path: 'users' },
		],
		[
			'but one that has changed, where the reader lets the last one count',
			[[{ _id: 1, a: 1 }], [{ _id: 1, a: 2 }, { _id: 2 }]],
			[[{ _id: 1, a: 1 }], [{ _id: 2 }]],
			{ path: 'groups', latestWins: true },
		],
		[
			'by another usual ID',
			[[{ uuid: 'a' }], [{ uuid: 'a' }, { uuid: 'b' }]],
			[[{ uuid: 'a' }], [{ uuid: 'b' }]],
		],
		[
			'by several fields where they identify a record together',
			[
				[role('a', 'author'), role('b', 'author')],
				[role('b', 'author'), role('b', 'learner')],
			],
			[[role('a', 'author'), role('b', 'author')], [role('b', 'learner')]],
			members,
		],
		[
			'by a usual ID where those fields are missing',
			[ids(1), ids(1, 2)],
			[ids(1), ids(2)],
			members,
		],
		['a number is not its text', [ids(7), ids('7')], [ids(7), ids('7')]],
		['a page that is empty', [ids(1), [], ids(2)], [ids(1), [], ids(2)]],
		[
			'all that differ, where nobody has named what identifies a record',
			[languages('c1en', 'c2en'), languages('c1fr', 'c3en'), languages('c3fr', 'c4en')],
			[languages('c1en', 'c2en'), languages('c1fr', 'c3en'), languages('c3fr', 'c4en')],
		],
		[
			'all where nothing identifies a record',
			[[{ a: 1 }], [{ a: 1 }, { a: 2 }]],
			[[{ a: 1 }], [{ a: 1 }, { a: 2 }]],
		],
		[
			'all where the list is known to have no identity',
			[ids(1), ids(1)],
			[ids(1), ids(1)],
			{ identity: [] },
		],
		[
			'those without an ID beside one that was there',
			[ids(1), [{ _id: 1 }, { a: 1 }]],
			[ids(1), [{ a: 1 }]],
		],
		[
			'one after a twin and many empty pages',
			[ids(1, 1), ...Array.from({ length: 50 }, () => []), ids(2)],
			[ids(1), ...Array.from({ length: 50 }, () => []), ids(2)],
		],
	])('%s', (_what, pages, expected, ...[known]) => {
		expect(newOf(pages, known)).toEqual(expected);
	});
});

describe('a list is given up', () => {
	const TWICE = 'The service sent a page of the list twice';
	const DIFFER = 'Two records of the list have the same ID, but differ: record "1"';
	const ALIKE = 'The list continues, but its last 10 pages were all read before';
	const repeated = (times: number, page: (time: number) => object[]) =>
		Array.from({ length: times }, (_, time) => page(time));
	const courses = { path: 'courses' };

	it.each<[what: string, pages: Pages, error: string, known?: Known]>([
		['when a page comes twice', [ids(1, 2), ids(1, 2)], TWICE],
		[
			'when a page comes twice, edited meanwhile',
			[
				[edited(1, 1), edited(2, 1)],
				[edited(1, 2), edited(2, 1)],
			],
			TWICE,
			courses,
		],
		['when a page comes twice, much later', [ids(1, 2), ids(3), ids(1, 2)], TWICE, courses],
		[
			'when memberships come twice',
			[
				[role('a', 'b'), role('b', 'b')],
				[role('a', 'b'), role('b', 'b')],
			],
			TWICE,
			members,
		],
		[
			'when records differ that have one ID, and no date says that one is newer',
			[[{ _id: 1, a: 1 }], [{ _id: 1, a: 2 }]],
			DIFFER,
			courses,
		],
		[
			'when they do on one page',
			[
				ids(2),
				[
					{ _id: 1, a: 1 },
					{ _id: 1, a: 2 },
				],
			],
			DIFFER,
			courses,
		],
		[
			'when they do after a twin, which turns nothing off',
			[ids(2, 2), [{ _id: 1, a: 1 }], [{ _id: 1, a: 2 }]],
			DIFFER,
			courses,
		],
		[
			'when memberships differ',
			[[role('a', 'author')], [role('a', 'author', 1)]],
			'have the same ID, but differ: record 1 of the page',
			{ path: 'groups/0123456789abcdef01234567/roles' },
		],
		['when pages without an ID are alike', repeated(11, () => [{ name: 'a' }]), ALIKE],
		['when pages with a single ID are alike', repeated(11, () => ids(1)), ALIKE],
		[
			'when pages are alike and empty pages lie between',
			repeated(21, (time) => (time % 2 === 0 ? ids(1) : [])),
			ALIKE,
		],
		[
			'when pages are empty',
			repeated(1_001, () => []),
			'The list continues, but its last 1000 pages had no new records',
		],
	])('%s', (_what, pages, error, ...[known]) => {
		expect(() => newOf(pages, known)).toThrow(error);
		expect(() => newOf(pages.slice(0, -1), known)).not.toThrow();
	});
});

it('two records with one ID may be right when they are read again', () => {
	const pages = [[{ _id: 1, a: 1 }], [{ _id: 1, a: 2 }]];
	expect(() => newOf(pages, { path: 'courses' })).toThrow(
		expect.objectContaining({ schedulerCause: 'temporarily-unavailable' }) as Error,
	);
});

describe('an error has the number of its page, and what was read before it:', () => {
	const LOST = 'The service cannot find the page that it linked to';
	const noList = { reason: '404', lacks: 'list' } as const;
	const noRecord = { reason: '404' };
	const noToken = { ...noList, schedulerCause: 'credential-invalid' } as const;

	it.each<[what: string, facts: { reason: string }, number: number, isLost: boolean]>([
		['a later page that is refused as invalid is lost', { reason: '400' }, 2, true],
		['a later page that is gone is lost', { reason: '410' }, 3, true],
		['a later page that is no list is lost', noList, 2, true],
		['a first page that is refused is not', { reason: '400' }, 1, false],
		['a later page that may not be read is not', { reason: '403' }, 2, false],
		['a record that is missing is not', noRecord, 2, false],
		['a token that is missing is not', noToken, 2, false],
	])('%s', (_what, facts, number, isLost) => {
		const guard = listGuard({});
		guard.admit({ sent: [{ _id: 1 }, { _id: 2 }] });
		const error = new UserFacingError('Failed', 'Check.', { ...facts, answer: 'It said no.' });
		expect(guard.explain(error, number)).toMatchObject({
			message: isLost ? LOST : 'Failed',
			reason: facts.reason,
			answer: 'It said no.',
			page: { number, recordsRead: 2 },
		});
	});
});
