import { knownFiltersOf, knownLists } from '../../nodes/LearningPlatform/catalog/knownLists';
import type { ListFacts } from '../../test/contract/differences';

/** What the package says about each list that it knows. */
export const rows: ListFacts[] = knownLists.map(({ path, scope, fields }) => {
	const filters = knownFiltersOf(path);
	return {
		path,
		scope,
		fields: Object.keys(fields),
		filters: Object.fromEntries(filters.map(({ name, operators }) => [name, operators])),
		values: Object.fromEntries(
			filters.flatMap(({ name, values }) => (values ? [[name, values]] : [])),
		),
	};
});
