import { knownLists, listAt } from '../../nodes/LearningPlatform/catalog/knownLists';
import { classrooms } from '../../nodes/LearningPlatform/catalog/lists/classrooms';
import { courses } from '../../nodes/LearningPlatform/catalog/lists/courses';
import { paths } from '../../nodes/LearningPlatform/catalog/lists/paths';
import { people, trainingStatusList } from '../../nodes/LearningPlatform/catalog/lists/people';
import { platform } from '../../nodes/LearningPlatform/catalog/lists/platform';
import type { CatalogList } from '../../nodes/LearningPlatform/catalog/catalogList';
import { pagesWithTables } from './tables';

type CatalogField = ReturnType<typeof fieldsAt>[number];

const SUBJECTS = { courses, people: [...people, trainingStatusList], paths, classrooms, platform };

const INTRODUCTION = `# Fields

These pages explain the fields of every list.
Choose or enter field names in Output Fields, Columns, Ignore Fields, and Field Filters. Put quotation marks around names that contain commas.
`;

const NOTES = `## How to read these pages

- The platform can filter by the fields shown in **\`bold\`**. Field Filters shows the operators for each field.
- \`courseId\` is the ID of a course; similar names follow the same pattern. If a list's path contains an ID name in braces, the records include a field with that name.
- Dates are in UTC: \`2026-01-31T08:30:00.000Z\`.
- Records can omit empty fields. Your platform may have more fields; to see all of them, set Output to Raw.
`;

/** Filler words: a description that adds only these words to the name explains nothing. */
const FILLERS = /\b(?:when|it|was|is|the|of|user|to|by)\b/g;

/** Returns true if a field's name needs no explanation, as with `courseId`, `createdAt`, or `firstName`. */
function isPlain({ name, meaning }: CatalogField): boolean {
	const words = name.toLowerCase();
	const added =
		meaning
			.toLowerCase()
			.replace(FILLERS, '')
			.match(/\p{L}+/gu) ?? [];
	return added.every((word) => words.includes(word)) || meaning.endsWith("from the list's path");
}

const fieldsAt = (path: string) =>
	Object.entries(listAt(path).meanings).map(([name, meaning]) => ({ name, meaning }));

const lineOf = ({ name, meaning }: CatalogField) => `- \`${name}\`: ${meaning}`;

const all = knownLists.flatMap(({ path }) => fieldsAt(path));

/** Fields that are explained only once because they have the same meaning in most lists. */
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

/** Returns a list's section, which names the plain and common fields and explains the others. */
export function sectionOf({
	name,
	about,
	path,
}: Pick<CatalogList, 'name' | 'about' | 'path'>): string {
	const { scope = '', ...known } = listAt(path);
	const filters = new Map(
		known.filters.filter(({ isOwn }) => !isOwn).map((filter) => [filter.name, filter]),
	);
	const fields = fieldsAt(path);
	const marked = (field: string) => (filters.has(field) ? `**\`${field}\`**` : `\`${field}\``);
	const isExplained = (field: CatalogField) => common.has(lineOf(field)) || isPlain(field);
	const filtersOnly = [...filters.values()]
		.filter((filter) => !fields.some((field) => field.name === filter.name))
		.map(({ name, meaning }) => ({ name, meaning: `${meaning} (filter only)` }));
	const rows = [...fields.filter((field) => !isExplained(field)), ...filtersOnly];
	return [
		`## ${name}`,
		path === trainingStatusList.path
			? 'Not a list on the platform: see [how the node builds it](../completions.md)'
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

/** Returns the pages, keyed by path under docs/: an index, one page per subject, and the pages with a generated table. */
export function generatedPages(): Map<string, string> {
	const lists = Object.entries<readonly CatalogList[]>(SUBJECTS).map(([subject, rows]) => {
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
		'## Fields shared by many lists\n',
		`${[...common].sort().join('\n')}\n`,
		'<!-- Made by scripts/docs/fields.ts -->\n',
	];
	const subjects = Object.entries(SUBJECTS).map(([subject, rows]): [string, string] => [
		`fields/${subject}.md`,
		[
			`# ${subject.replace(/^./, (letter) => letter.toUpperCase()).replace(/s$/, '')} fields`,
			'[Fields](../fields.md) explains the names that have no description here.',
			...rows.map(sectionOf),
		].join('\n\n'),
	]);
	return new Map([['fields.md', index.join('\n')], ...subjects, ...pagesWithTables()]);
}
