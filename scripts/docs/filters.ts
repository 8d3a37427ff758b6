import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { allResources } from '../../nodes/LearningPlatform/catalog/resources';
import { filtersOf } from '../../nodes/LearningPlatform/form';

/** Most resources have these filters, which docs/filters.md explains in sections of their own. */
const COMMON = ['fieldFilters', 'nameContains'];

/** Returns a filter's label and choices: `Status (Archived, Published)`. */
const labelOf = ({ displayName, options = [] }: INodeProperties) =>
	displayName + (options.length > 0 ? ` (${options.map(({ name }) => name).join(', ')})` : '');

/** Returns docs/filters.md with a new table of filters. */
export function pageOfFilters(): string {
	const rows = allResources.flatMap((resource) => {
		const filters = (filtersOf(resource).properties[0]?.options ?? []) as INodeProperties[];
		const own = filters.filter(({ name }) => !COMMON.includes(name)).map(labelOf);
		return own.length > 0 ? [`| ${resource.name} | ${own.join(', ')} |\n`] : [];
	});
	const table = ['| Resource | Filters |\n| --- | --- |\n', ...rows].join('');
	const page = readFileSync(join(__dirname, '../../docs/filters.md'), 'utf8');
	return page.replace(/^\| Resource .*\n(?:\|.*\n)+/m, table);
}
