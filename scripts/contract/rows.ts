import {
	knownFieldsOf,
	knownFiltersOf,
	knownLists,
} from '../../nodes/LearningPlatform/catalog/knownLists';
import type { ListFacts } from '../../test/contract/differences';

/** What the package says about each list that it knows. */
export const rows: ListFacts[] = knownLists.map(({ path, scope }) => {
	const filters = knownFiltersOf(path);
	return {
		path,
		scope,
		fields: knownFieldsOf(path).map(({ name }) => name),
		filters: Object.fromEntries(filters.map(({ name, operators }) => [name, operators])),
		values: Object.fromEntries(filters.map(({ name, values = [] }) => [name, values])),
	};
});
