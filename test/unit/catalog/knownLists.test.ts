import { knownFiltersOf } from '../../../nodes/LearningPlatform/catalog/knownFilters';
import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';

const names = knownLists.map(({ name }) => name);

it('the known lists are in alphabetical order, each of them once', () => {
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	expect(new Set(names).size).toBe(45);
	expect(new Set(knownLists.map(({ path }) => path)).size).toBe(45);
});

it.each(
	knownLists.flatMap(({ path, splitBy }) => (splitBy === undefined ? [] : [[path, splitBy]])),
)('%s is split by %s, which the service filters by and nobody edits', (path, date) => {
	const filter = knownFiltersOf(path).find(({ name }) => name === date);
	expect(filter?.operators).toEqual(['gte', 'lt']);
	expect(date).toMatch(/^(createdAt|deliveryDate)$/);
});
