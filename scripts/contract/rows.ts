import { knownFieldsOf } from '../../nodes/LearningPlatform/catalog/knownFields';
import { knownFiltersOf } from '../../nodes/LearningPlatform/catalog/knownFilters';
import { knownLists } from '../../nodes/LearningPlatform/catalog/knownLists';
import type { ListFacts } from '../../test/contract/differences';

/** What the package says about each list that it knows. */
export const rows: ListFacts[] = knownLists.map(({ path, scope }) => ({
	path,
	scope,
	fields: knownFieldsOf(path).map(({ name }) => name),
	filters: Object.fromEntries(knownFiltersOf(path).map(({ name, operators }) => [name, operators])),
}));
