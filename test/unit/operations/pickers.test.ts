import type { ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { methods } from '../../../nodes/LearningPlatform/operations/methods';
import { toPickerEntry } from '../../../nodes/LearningPlatform/operations/pickers';

const { getFields } = methods.loadOptions;
const { searchFilterFields, searchLists } = methods.listSearch;

/** Returns the context through which a menu reads these form fields. */
const form = (parameters: object) =>
	({
		getCurrentNodeParameter: (name: string) => (parameters as Record<string, unknown>)[name],
	}) as ILoadOptionsFunctions;

const valuesOf = ({ results }: INodeListSearchResult) => results.map(({ value }) => value);

const pathsFor = async (filter: string) => valuesOf(await searchLists.call(form({}), filter));

describe('the list picker', () => {
	it('offers all known lists, each with its scope', async () => {
		expect(await pathsFor('')).toEqual(knownLists.map(({ path }) => path));
		const { results } = await searchLists.call(form({}), 'members of');
		expect(results.map(({ name }) => name)).toContain('Memberships in a Group (groups:read)');
	});

	it.each([
		['a name', 'waitlist', ['classroom-slots/{classroomSlotId}/waitlist']],
		['a scope', 'learningneeds:', ['learning-needs']],
		['a path', 'user-stats', ['paths/{pathId}/sessions/{sessionId}/user-stats']],
		['an alias, a path, and a scope in any order', 'TEAM groups/ read', ['groups/{groupId}/roles']],
	])('finds a list by %s', async (_what, filter, paths) => {
		expect(await pathsFor(filter)).toEqual(paths);
	});

	const aliases = knownLists.flatMap(({ path, aliases }) =>
		(aliases?.split(', ') ?? []).map((word) => [word, path] as const),
	);

	it.each(aliases)('finds a list by the alias "%s": %s', async (word, path) => {
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
		["a new node's resource (courses)", {}, 17],
		['a list with fields for its IDs', atPath('groups/{groupId}/roles'), roles],
		['a path with IDs', atPath('groups/5f0c1a2b3c4d5e6f70819203/roles', 'path'), roles],
		['a path copied from a URL', atPath(' /api/v2/tags', 'path'), tags],
		['a path from an expression', { resource: 'other', listPath: 'tags' }, tags],
		['no list', atPath(''), []],
		['an unknown list', atPath('lessons', 'path'), []],
		['an address', atPath('https://a.example/{{ $json }}', 'path'), []],
		["a newer version's resource", { resource: 'lesson' }, []],
	])('are those of %s', async (_what, parameters, expected) => {
		const names = (await getFields.call(form(parameters))).map(({ value }) => value);
		expect(typeof expected === 'number' ? names.length : names).toEqual(expected);
	});

	it('have descriptions', async () => {
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
	])('in Field Filters are the list\'s filters: "%s"', async (filter, names) => {
		const found = await searchFilterFields.call(form(atPath('bulk/operations')), filter);
		expect(valuesOf(found)).toEqual(names);
	});

	it('in Field Filters show their operators', async () => {
		const { results } = await searchFilterFields.call(form(atPath('tags')));
		expect(results).toEqual([
			{ name: 'isMain: Whether it is a main tag (Equals)', value: 'isMain' },
		]);
	});
});

describe('the record picker', () => {
	it.each([
		['the name', { _id: 'a', name: 'Safety' }, 'Safety'],
		['the ID of a record without a name', { _id: 'a', name: ' ' }, 'a'],
		['the status of a deleted record', { _id: 'a', name: 'X', status: 'deleted' }, 'X (deleted)'],
		[
			'that a session has no audience',
			{ _id: 'a', name: 'X', isAudienceBuilder: false },
			'X (no audience)',
		],
		[
			'that a session has ended',
			{ _id: 'a', name: 'X', endDate: '2026-01-31T09:00:00.000Z' },
			'X (ended)',
		],
		[
			'no remark for an open session',
			{ _id: 'a', name: 'X', isAudienceBuilder: true, endDate: '2999-01-31T09:00:00.000Z' },
			'X',
		],
		['no status for a published record', { _id: 'a', name: 'X', status: 'published' }, 'X'],
		['no status for an active user', { _id: 'a', name: 'X', status: 'active' }, 'X'],
		["a user's email address", { _id: 'a', firstName: 'Ana', mail: 'a@b.de' }, 'Ana (a@b.de)'],
		['a numeric ID', { id: 7 }, '7'],
	])('shows %s', (_what, record, name) => {
		expect(toPickerEntry(record)).toMatchObject([{ name }]);
	});

	it.each([
		[{ id: 'b', _id: 'a' }, 'a'],
		[{ uuid: 'c', name: 'Safety' }, 'c'],
		[{ _id: '', id: 'b' }, 'b'],
	])('reads the ID in %j: %s', (record, id) => {
		expect(toPickerEntry(record)).toMatchObject([{ id }]);
	});

	it('omits a record without an ID', () => {
		expect(toPickerEntry({ name: 'Safety' })).toEqual([]);
	});
});
