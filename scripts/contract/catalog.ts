import type { Route } from '../../test/contract';
import { textOf } from './layout';

/** A longer list of values does not become a menu. */
const LONGEST_MENU = 12;

const TYPES: Record<string, string> = { boolean: 'boolean', 'date-time': 'date', ObjectId: 'id' };

function filterOf(types: Route['filters'][string]) {
	const operators = Object.keys(types).sort();
	const [first = {}] = Object.values(types);
	const { enum: values, format, type = '' } = first.items ?? first;
	if (values === undefined) return { valueType: TYPES[format ?? type] ?? 'text', operators };
	return { operators, ...(values.length <= LONGEST_MENU && { values }) };
}

/** Returns the source of the package's facts about lists: `nodes/LearningPlatform/catalog/facts.ts`. */
export function catalogOf(service: Readonly<Record<string, Route>>): string {
	const lists = Object.entries(service).filter(([, { list }]) => list);
	const facts = lists.map(([path, { scope, filters }]) => {
		const entries = Object.entries(filters).map(([name, types]) => [name, filterOf(types)]);
		return [path, { scope, filters: Object.fromEntries(entries) as object }];
	});
	return `// Generated from test/contract/service.json by \`npm run contract\`.
import type { CatalogFilter } from './catalogList';

/** The scope and the filters of each list, by path. */
export const listFacts: Readonly<
	Record<string, { scope: string; filters: Readonly<Record<string, Partial<CatalogFilter>>> }>
> = ${textOf(Object.fromEntries(facts) as object).trimEnd()};
`;
}
