import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import {
	getFields,
	searchFilterFields,
	searchLists,
} from '../../../nodes/LearningPlatform/operations/menus';
import { toCandidate } from '../../../nodes/LearningPlatform/operations/pickers';

/** What a menu asks n8n for: the fields of the form. */
const form = (parameters: object) =>
	({
		getCurrentNodeParameter: (name: string) => (parameters as Record<string, unknown>)[name],
	}) as ILoadOptionsFunctions;

const idsOf = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

const pathsFor = async (filter: string) => idsOf(await searchLists.call(form({}), filter));

describe('the list of lists', () => {
	it('is all that is known, each with its scope', async () => {
		expect(await pathsFor('')).toEqual(knownLists.map(({ path }) => path));
		const { results } = await searchLists.call(form({}), 'members of');
		expect(results.map(({ name }) => name)).toContain('Memberships in a Group (groups:read)');
	});

	it.each([
		['a name', 'waitlist', ['classroom-slots/{classroomSlotId}/waitlist']],
		['a scope', 'learningneeds:', ['learning-needs']],
		['a path', 'user-stats', ['paths/{pathId}/sessions/{sessionId}/user-stats']],
		['words of all of them, in any order', 'TEAM groups/ read', ['groups/{groupId}/roles']],
	])('is searched by %s', async (_what, filter, paths) => {
		expect(await pathsFor(filter)).toEqual(paths);
	});

	const called = knownLists.flatMap(({ path, aliases }) =>
		(aliases?.split(', ') ?? []).map((word) => [word, path] as const),
	);

	it.each(called)('is searched by what people call a list, as by "%s": %s', async (word, path) => {
		expect(await pathsFor(word.toUpperCase())).toContain(path);
	});
});

describe('the fields to choose from', () => {
	const atPath = (value: string, mode = 'list') => ({
		resource: 'other',
		listPath: { __rl: true, mode, value },
	});
	const roles = ['userId', 'role', 'groupId'];
	const tags = ['_id', 'name', 'isMain', 'source', 'externalId'];

	it.each([
		['a resource', { resource: 'courseCompletion', listPath: 'tags' }, 13],
		['the resource of a new node, courses', {}, 17],
		['a list whose IDs are in fields', atPath('groups/{groupId}/roles'), roles],
		['a path with IDs', atPath('groups/5f0c1a2b3c4d5e6f70819203/roles', 'path'), roles],
		['a path as it stands in an address', atPath(' /api/v2/tags', 'path'), tags],
		['a path that an expression gives', { resource: 'other', listPath: 'tags' }, tags],
		['no list yet', atPath(''), []],
		['a list that is not known', atPath('lessons', 'path'), []],
		['what is no path', atPath('https://a.example/{{ $json }}', 'path'), []],
		['a resource of a newer version', { resource: 'lesson' }, []],
	])('follow %s', async (_what, parameters, expected) => {
		const names = (await getFields.call(form(parameters))).map(({ value }) => value);
		expect(typeof expected === 'number' ? names.length : names).toEqual(expected);
	});

	it('come with what they hold', async () => {
		expect(await getFields.call(form({}))).toContainEqual({
			name: 'duration',
			value: 'duration',
			description: 'How long the course takes, in minutes',
		});
	});

	it.each([
		['', ['createdAt', 'status', 'type']],
		['when', ['createdAt']],
		['greater', ['createdAt']],
		['STATUS', ['status']],
	])('of Field Filters are those that the list can be filtered by: "%s"', async (filter, names) => {
		const found = await searchFilterFields.call(form(atPath('bulk/operations')), filter);
		expect(idsOf(found)).toEqual(names);
	});

	it('of Field Filters come with the operators that they take', async () => {
		const { results } = await searchFilterFields.call(form(atPath('tags')));
		expect(results).toEqual([
			{ name: 'isMain: Whether it is a main tag (Equals)', value: 'isMain' },
		]);
	});
});

describe('a record to choose', () => {
	it.each([
		['its name', { _id: 'a', name: 'Safety' }, 'Safety'],
		['its ID when it has no name', { _id: 'a', name: ' ' }, 'a'],
		[
			'its status when it is not published',
			{ _id: 'a', name: 'X', status: 'deleted' },
			'X (deleted)',
		],
		['no status when it is', { _id: 'a', name: 'X', status: 'published' }, 'X'],
		['the mail address of a user', { _id: 'a', firstName: 'Ana', mail: 'a@b.de' }, 'Ana (a@b.de)'],
		['no status of a user who is active', { _id: 'a', name: 'X', status: 'active' }, 'X'],
		['a number', { id: 7 }, '7'],
	])('shows %s', (_what, record, name) => {
		expect(toCandidate(record)).toMatchObject([{ name }]);
	});

	it('has an ID, best the one of the platform', () => {
		expect(toCandidate({ id: 'b', _id: 'a' })).toMatchObject([{ id: 'a' }]);
		expect(toCandidate({ uuid: 'c', name: 'Safety' })).toMatchObject([{ id: 'c', name: 'Safety' }]);
		expect(toCandidate({ _id: '', id: 'b' })).toMatchObject([{ id: 'b' }]);
		expect(toCandidate({ name: 'Safety' })).toEqual([]);
	});
});
