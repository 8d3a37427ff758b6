import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { INodeProperties } from 'n8n-workflow';

import { allResources } from '../../nodes/LearningPlatform/catalog/resources';
import { filtersOf } from '../../nodes/LearningPlatform/form';
import { RANKS } from '../../nodes/LearningPlatform/training/bestAttempts';

/** Most resources have these filters, which docs/filters.md explains in sections of their own. */
const COMMON = ['fieldFilters', 'nameContains'];

/** Returns a filter's label and choices: `Status (Archived, Published)`. */
const labelOf = ({ displayName, options = [] }: INodeProperties) =>
	displayName + (options.length > 0 ? ` (${options.map(({ name }) => name).join(', ')})` : '');

function filterRows(): [resource: string, filters: string][] {
	return allResources.flatMap((resource) => {
		const filters = (filtersOf(resource).properties[0]?.options ?? []) as INodeProperties[];
		const own = filters.filter(({ name }) => !COMMON.includes(name)).map(labelOf);
		return own.length > 0 ? [[resource.name, own.join(', ')] as const] : [];
	});
}

/** Returns the pages with a generated table: the filters, and the rules that find a person's best attempt. */
export function pagesWithTables(): [path: string, text: string][] {
	const rules = Object.keys(RANKS).map((rule, at): [string, string] => [String(at + 1), rule]);
	return [
		['completions.md', withTable('completions.md', [['Rule', 'Decides'], ...rules])],
		['filters.md', withTable('filters.md', [['Resource', 'Filters'], ...filterRows()])],
	];
}

function withTable(path: string, [header = ['', ''], ...rows]: [string, string][]): string {
	const lines = [header, ['---', '---'], ...rows].map(([key, text]) => `| ${key} | ${text} |\n`);
	const page = readFileSync(join(__dirname, '../../docs', path), 'utf8');
	return page.replace(new RegExp(`^\\| ${header[0]} .*\\n(?:\\|.*\\n)+`, 'm'), lines.join(''));
}
