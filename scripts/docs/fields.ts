import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import {
	allFiltersOf,
	findKnownList,
	knownFieldsOf,
	knownLists,
} from '../../nodes/LearningPlatform/catalog/knownLists';
import { classrooms } from '../../nodes/LearningPlatform/catalog/lists/classrooms';
import { courses } from '../../nodes/LearningPlatform/catalog/lists/courses';
import { paths } from '../../nodes/LearningPlatform/catalog/lists/paths';
import { people, trainingStatusList } from '../../nodes/LearningPlatform/catalog/lists/people';
import { platform } from '../../nodes/LearningPlatform/catalog/lists/platform';
import type { ListRow } from '../../nodes/LearningPlatform/catalog/row';

// Writes docs/fields.md and docs/fields/: npx tsx scripts/docs/fields.ts

type KnownField = ReturnType<typeof knownFieldsOf>[number];

/** The pages, by their files. */
const SUBJECTS = {
	courses,
	people: [...people, trainingStatusList],
	...{ paths, classrooms, platform },
};

const INTRODUCTION = `# Fields

The names and the meaning of all fields: \`duration\` of a course is in minutes, and the \`score\` of a learner is in Course Statistics.
Enter these names in Output Fields, Columns, Ignore Fields and Field Filters, or choose them there. A name with a comma goes in quotation marks.
`;

const NOTES = `## How to read these pages

- The platform can filter by a field in **\`bold\`** type. Field Filters offers the operators.
- \`courseId\` is the ID of a course, and so on. A list below a record has the ID from its path.
- Dates are in UTC: \`2026-01-31T08:30:00.000Z\`.
- A record can leave out an empty field. Your platform can have more fields: Raw shows them all.
`;

/** A name that says all, such as `courseId`: the ID of the course, or of the record that the list is below. */
function isPlain({ name, meaning }: KnownField): boolean {
	const words = name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
	return (
		[words, words.replace(/(.+) id$/, 'id of the $1')].includes(meaning.toLowerCase()) ||
		meaning.endsWith('whose list this is')
	);
}

const lineOf = ({ name, meaning }: KnownField) => `- \`${name}\`: ${meaning}`;

const all = knownLists.flatMap(({ path }) => knownFieldsOf(path));

/** What is explained once: fields of several lists that mean the same in most of those that have them. */
const common = new Set(
	all
		.filter((field) => !isPlain(field))
		.filter(({ name, meaning }) => {
			const ofName = all.filter((field) => field.name === name);
			const same = ofName.filter((field) => field.meaning === meaning).length;
			return same > 1 && same > ofName.length / 2;
		})
		.map(lineOf),
);

/** The fields of a list: those of many lists by their names, the others with what they hold. */
export function sectionOf({ name, about, path }: ListRow): string {
	const filters = new Map(
		allFiltersOf(path)
			.filter(({ isOwn }) => !isOwn)
			.map((filter) => [filter.name, filter]),
	);
	const marked = (field: string) => (filters.has(field) ? `**\`${field}\`**` : `\`${field}\``);
	const fields = knownFieldsOf(path);
	const isExplained = (field: KnownField) => common.has(lineOf(field)) || isPlain(field);
	const filtersOnly = [...filters.values()]
		.filter((filter) => !fields.some((field) => field.name === filter.name))
		.map(({ name, meaning }) => ({ name, meaning: `${meaning} (filter only)` }));
	const rows = [...fields.filter((field) => !isExplained(field)), ...filtersOnly];
	const { scope = '' } = findKnownList(path) ?? {};
	return [
		`## ${name}`,
		path === trainingStatusList.path
			? 'Not a list of the platform: [how it is put together](../completions.md)'
			: `\`${path}\`, scope \`${scope}\`${about === undefined ? '' : `, ${about}`}`,
		fields
			.filter(isExplained)
			.map((field) => marked(field.name))
			.join(', '),
		rows.map(({ name, meaning }) => `- ${marked(name)}: ${meaning}`).join('\n'),
	]
		.filter((part) => part !== '')
		.join('\n\n');
}

/** The pages of all lists, by their files below docs/: the index, and one for each subject. */
export function pagesOfFields(): Map<string, string> {
	const lists = Object.entries<readonly ListRow[]>(SUBJECTS).map(([subject, rows]) => {
		const links = rows.map(({ name }) => {
			const anchor = name.toLowerCase().replaceAll(' ', '-');
			return `[${name}](fields/${subject}.md#${anchor})`;
		});
		return `- **${subject.replace(/^./, (letter) => letter.toUpperCase())}**: ${links.join(', ')}`;
	});
	const index = [
		INTRODUCTION,
		`${lists.join('\n')}\n`,
		NOTES,
		'## Fields of many lists\n',
		`${[...common].sort().join('\n')}\n`,
		'<!-- Made by scripts/docs/fields.ts -->\n',
	];
	const subjects = Object.entries(SUBJECTS).map(([subject, rows]): [string, string] => [
		`fields/${subject}.md`,
		[
			`# Fields of ${subject === 'platform' ? 'the platform' : subject}`,
			'[Fields](../fields.md) explains the other names.',
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
