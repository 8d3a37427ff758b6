import { knownFieldsOf } from '../../../nodes/LearningPlatform/catalog/knownFields';
import { knownFiltersOf } from '../../../nodes/LearningPlatform/catalog/knownFilters';
import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { LISTS, startSandbox, type ListFacts, type ListKind, type Sandbox } from '../../sandbox';
import { exampleParameters, pathOf } from '../sandbox/examplePaths';

let sandbox: Sandbox;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 200, groups: 3 });
});

afterAll(() => sandbox.stop());

const paths = knownLists.map(({ path }) => path);

describe.each(paths)('the fields of %s', (path) => {
	it('are all that its records have', () => {
		const entries = sandbox.catalogue.shown(pathOf(path, exampleParameters(sandbox.catalogue)));
		const sent = entries.flatMap((entry) =>
			typeof entry === 'string' ? ['_id'] : Object.keys(entry as object),
		);
		const known = knownFieldsOf(path).map(({ name }) => name);
		expect([...new Set(sent)].filter((name) => !known.includes(name))).toEqual([]);
		expect(sent.length).toBeGreaterThan(0);
	});

	it('each come once and with what they hold, as a phrase', () => {
		const fields = knownFieldsOf(path);
		expect(fields.length).toBeGreaterThan(0);
		expect(new Set(fields.map(({ name }) => name)).size).toBe(fields.length);
		const meanings = [...fields, ...knownFiltersOf(path)].map(({ meaning }) => meaning);
		expect(meanings.filter((meaning) => !/^[A-Z].{2,90}[^.]$/.test(meaning))).toEqual([]);
	});

	it('can be filtered by, in knownFilters.ts, as the sandbox says', () => {
		const { filters }: ListFacts = LISTS[path as ListKind];
		const known = knownFiltersOf(path).map(({ name, operators }) => [name, [...operators].sort()]);
		const taken = Object.entries(filters).map(([name, { operators }]) => [
			name,
			[...operators].sort(),
		]);
		expect(new Map(known as [])).toEqual(new Map(taken as []));
	});
});

it.each([
	['groups/5f0c1a2b3c4d5e6f70819203/roles', ['userId', 'role']],
	['groups/5f0c1a2b3c4d5e6f70819203/library/path-ids', ['_id']],
	['lessons', []],
	['', []],
])('a path with IDs leads to the fields of its list: %s', (path, names) => {
	expect(knownFieldsOf(path).map(({ name }) => name)).toEqual(names);
	expect(knownFiltersOf(path)).toEqual([]);
});
