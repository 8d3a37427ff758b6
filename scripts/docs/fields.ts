import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
	knownFieldsOf,
	knownFiltersOf,
	knownLists,
	type KnownFilter,
} from '../../nodes/LearningPlatform/catalog/knownLists';
import { operatorMenu } from '../../nodes/LearningPlatform/form';

// Writes docs/fields.md: npx tsx scripts/docs/fields.ts

const INTRODUCTION = `# Fields

What the lists of the platform have, in plain words: names for _Output Fields_, _Columns_, _Ignore Fields_ and _Field Filters_, where n8n's
editor offers them, too. Dates are ISO 8601 in UTC. A record may lack a field that has nothing in it, and a platform may have more fields
than are known here; Raw shows all. _Filter_ says how the platform can filter by a field.

This page is made from the tables of the node: \`npx tsx scripts/docs/fields.ts\`.
`;

/** The operators of a filter, and the values that it takes, unless they are many. */
function takenBy({ operators, values = [] }: KnownFilter): string {
	const taken = operators.map(labelOf).join(', ');
	return values.length === 0 || values.length > 40
		? taken
		: `${taken}: ${values.map((value) => `\`${value}\``).join(', ')}`;
}

const labelOf = (operator: string) =>
	operatorMenu.find(({ value }) => value === operator)?.name ?? operator;

function tableOf(path: string): string {
	const filters = new Map(knownFiltersOf(path).map((filter) => [filter.name, filter]));
	const fields = knownFieldsOf(path).map(({ name, meaning }) => {
		const filter = filters.get(name);
		filters.delete(name);
		return [`\`${name}\``, meaning, filter ? takenBy(filter) : ''];
	});
	const filtersOnly = [...filters.values()].map((filter) => [
		`\`${filter.name}\``,
		`${filter.meaning} (filter only)`,
		takenBy(filter),
	]);
	const rows = [['Field', 'What it holds', 'Filter'], ['-', '-', '-'], ...fields, ...filtersOnly];
	return rows.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

/** The sections of the page, one for each known list. */
export function fieldsIn(): string[] {
	return knownLists.map(
		({ name, path, scope }) =>
			`## ${name}\n\n\`${path}\`, with the scope \`${scope}\`\n\n${tableOf(path)}\n`,
	);
}

/** Prettier is an ES module in part, which only the script needs. */
async function main(): Promise<void> {
	const { format } = await import('prettier');
	const page = await format([INTRODUCTION, ...fieldsIn()].join('\n'), { parser: 'markdown' });
	await writeFile(join(__dirname, '../../docs/fields.md'), page);
}

if (require.main === module) void main();
