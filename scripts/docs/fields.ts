import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
	findKnownList,
	knownFieldsOf,
	knownFiltersOf,
	knownLists,
	type KnownField,
} from '../../nodes/LearningPlatform/catalog/knownLists';
import { classrooms } from '../../nodes/LearningPlatform/catalog/lists/classrooms';
import { courses } from '../../nodes/LearningPlatform/catalog/lists/courses';
import { groups } from '../../nodes/LearningPlatform/catalog/lists/groups';
import { paths } from '../../nodes/LearningPlatform/catalog/lists/paths';
import { people } from '../../nodes/LearningPlatform/catalog/lists/people';
import { platform } from '../../nodes/LearningPlatform/catalog/lists/platform';
import { skills } from '../../nodes/LearningPlatform/catalog/lists/skills';
import type { ListRow } from '../../nodes/LearningPlatform/catalog/row';

// Writes docs/fields.md and docs/fields/: npx tsx scripts/docs/fields.ts

/** The pages, by their files. */
const SUBJECTS = { courses, people, groups, paths, classrooms, skills, platform };

const INTRODUCTION = `# Fields

What each column is called, and what it holds. The duration of a course is \`duration\`, in minutes; a learner's score is \`score\`, in Course Statistics.
Enter these names in Output Fields, Columns, Ignore Fields and Field Filters, or choose them there.

- Dates are in UTC: \`2026-01-31T08:30:00.000Z\`.
- A record can lack a field that has nothing in it.
- A list below a record has the ID from its path: \`groupId\` in Memberships in a Group is the ID of that group.
- Your platform can have more fields than are known here. Raw shows them all.
- The platform can filter by a field in **\`bold\`** type. Field Filters offers the operators.
`;

/** The ID of the record that a list is below, which the introduction explains. */
const isFromPath = ({ meaning }: KnownField) => meaning.endsWith('whose list this is');

const rowOf = ({ name, meaning }: KnownField) => `| \`${name}\` | ${meaning} |`;

const all = knownLists.flatMap(({ path }) => knownFieldsOf(path));

/** What is explained once: fields of several lists that mean the same in most of those that have them. */
const common = new Set(
	all
		.filter((field) => !isFromPath(field))
		.filter(({ name, meaning }) => {
			const ofName = all.filter((field) => field.name === name);
			const same = ofName.filter((field) => field.meaning === meaning).length;
			return same > 1 && same > ofName.length / 2;
		})
		.map(rowOf),
);

const tableOf = (head: string, rows: readonly string[]): string =>
	[`| ${head} |`, head.replace(/[^|]+/g, '-').replace(/.*/, '|$&|'), ...rows].join('\n');

/** The fields of a list: those of many lists by their names, the others with what they hold. */
export function sectionOf({ name, path }: ListRow): string {
	const filters = new Map(knownFiltersOf(path).map((filter) => [filter.name, filter]));
	const marked = (field: string) => (filters.has(field) ? `**\`${field}\`**` : `\`${field}\``);
	const fields = knownFieldsOf(path);
	const isCommon = (field: KnownField) => common.has(rowOf(field)) || isFromPath(field);
	const explained = fields
		.filter((field) => !isCommon(field))
		.map((field) => `| ${marked(field.name)} | ${field.meaning} |`);
	const filtersOnly = [...filters.values()]
		.filter((filter) => !fields.some((field) => field.name === filter.name))
		.map((filter) => `| ${marked(filter.name)} | ${filter.meaning} (filter only) |`);
	const rows = [...explained, ...filtersOnly];
	return [
		`## ${name}`,
		fields
			.filter(isCommon)
			.map((field) => marked(field.name))
			.join(', '),
		rows.length === 0 ? '' : tableOf('Field | What it holds', rows),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** The pages of all lists, by their files below docs/: the index, and one for each subject. */
export function pagesOfFields(): Map<string, string> {
	const lists = Object.entries<readonly ListRow[]>(SUBJECTS).flatMap(([subject, rows]) =>
		rows.map(({ name, path }) => {
			const { scope = '' } = findKnownList(path) ?? {};
			const anchor = name.toLowerCase().replaceAll(' ', '-');
			return `| [${name}](fields/${subject}.md#${anchor}) | \`${path}\` | \`${scope}\` |`;
		}),
	);
	const index = [
		INTRODUCTION,
		'## Lists\n',
		`${tableOf('List | Path | Scope', lists)}\n`,
		'## Fields of many lists\n',
		`${tableOf('Field | What it holds', [...common].sort())}\n`,
		'These pages are made from the tables of the node: `npx tsx scripts/docs/fields.ts`.\n',
	];
	const subjects = Object.entries(SUBJECTS).map(([subject, rows]): [string, string] => [
		`fields/${subject}.md`,
		[
			`# Fields of ${subject === 'platform' ? 'the platform' : subject}`,
			'[Fields](../fields.md) explains the fields without a table.',
			...rows.map(sectionOf),
		].join('\n\n'),
	]);
	return new Map([['fields.md', index.join('\n')], ...subjects]);
}

/** Prettier is an ES module in part, which only the script needs. */
async function main(): Promise<void> {
	const { format } = await import('prettier');
	for (const [file, text] of pagesOfFields()) {
		const page = await format(text, { parser: 'markdown' });
		await writeFile(join(__dirname, '../../docs', file), page);
	}
}

if (require.main === module) void main();
