import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { LearningPlatformApi } from '../../../credentials/LearningPlatformApi.credentials';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformInstantTrigger } from '../../../nodes/LearningPlatform/LearningPlatformInstantTrigger.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { pages as allPages, proseOf, root, tablesOf } from './pages';

// The changelog mentions old names; the other excluded pages are about GitHub.
const pages = allPages.filter(({ path }) => /^(README\.md|docs\/|examples\/)/.test(path));

/** n8n's own labels that appear in the documentation. */
const OF_N8N = [
	'Settings > Community nodes',
	'Install a community node',
	'Install',
	'Credentials',
	'Create credential',
	'Add first step',
	'Trigger manually',
	'Data tables',
	'Import > From file',
	'Import from File',
	'Test',
	'On Error > Continue',
	'Execute Once',
	'Remove Duplicates',
	'Fetch Test Event',
	'Retry',
	'Tool',
	'MCP Server Trigger',
	'Poll Times',
	'Let the model define this parameter',
	'Executions',
	'Error Trigger',
	'Error Workflow',
	'More details',
	'Allowed HTTP Request Domains',
	'Specific Domains',
];

const folder = join(root, 'examples');
const examples = readdirSync(folder)
	.filter((name) => name.endsWith('.json'))
	.map((name) => join(folder, name));

const LABELS = new Set([
	...labelsIn(new LearningPlatform().description),
	...labelsIn(new LearningPlatformTrigger().description),
	...labelsIn(new LearningPlatformInstantTrigger().description),
	...labelsIn(new LearningPlatformApi()),
	...examples.flatMap((file) => labelsIn(JSON.parse(readFileSync(file, 'utf8')))),
]);

/** Returns the names of fields and options that people see in n8n. */
function labelsIn(value: unknown): string[] {
	if (typeof value !== 'object' || value === null) return [];
	const { displayName, name } = value as Record<string, unknown>;
	const own = [displayName, name].filter((label) => typeof label === 'string');
	return [...own, ...Object.values(value).flatMap(labelsIn)];
}

const isLabel = (path: string) =>
	OF_N8N.includes(path) || path.split(' > ').every((label) => LABELS.has(label));

const distinct = (places: [page: string, label: string][]) => [
	...new Map(places.map((place) => [place.join(), place])).values(),
];

// Neither bold text at the start of a paragraph, list item, or cell nor a bold sentence is a label.
const LEADS = /(?:^|\n)[\W\d]*$|\| $/;
const bold = pages.flatMap((page) =>
	[...proseOf(page).matchAll(/\*\*([^*]+)\*\*/g)]
		.filter(({ index, input }) => !LEADS.test(input.slice(Math.max(0, index - 20), index)))
		.map(([, label = '']): [string, string] => [page.path, label])
		.filter(([, label]) => /^[A-Z].*[^.]$/.test(label)),
);

it.each(distinct(bold))('%s: **%s** is a label', (_page, label) => {
	expect(isLabel(label)).toBe(true);
});

const HEADS = ['Field', 'Parameter', 'Filter', 'Output'];
const inTables = pages.flatMap((page) =>
	tablesOf(page)
		.filter(([[head = ''] = []]) => HEADS.includes(head))
		.flatMap(([, ...rows]) => rows.flatMap(([cell = '']) => cell.split(', ')))
		// Record fields are formatted as code.
		.filter((label) => !label.includes('`'))
		.map((label): [string, string] => [page.path, label]),
);

it.each(distinct(inTables))('%s: the %s field in a table exists in n8n', (_page, label) => {
	// "..." stands for more fields, and parentheses contain conditions.
	const plain = label.replace(/ \(.*\)$|^Options > /g, '');
	if (plain !== '...') expect(isLabel(plain)).toBe(true);
});

const below = pages.flatMap((page) =>
	[...proseOf(page).matchAll(/\b(?:Options|Filters) > ([^*|,.;]+)/g)].map(
		([, text = '']): [string, string] => [page.path, text.trim()],
	),
);

it.each(distinct(below))('%s: "%s" is a label under Options or Filters', (_page, text) => {
	expect([...LABELS].some((label) => text.startsWith(label))).toBe(true);
});
