import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { dataTableExamples } from '../../../scripts/docs/dataTables';
import { pagesOfFields, sectionOf } from '../../../scripts/docs/fields';
import { page } from './pages';

const words = (text: string) => text.replace(/[\s-]+/g, ' ').trim();

const fields = [...pagesOfFields()];

it.each(fields)('docs/%s is what `npx tsx scripts/docs/fields.ts` writes', (path, text) => {
	expect(words(page(`docs/${path}`).text)).toBe(words(text));
});

it.each(knownLists)('exactly one page lists the fields of $name', (list) => {
	const section = `${sectionOf(list)}\n`;
	const having = fields.filter(([, text]) => `${text}\n`.includes(section));
	expect(having).toHaveLength(1);
});

it.each(dataTableExamples())(
	'examples/%s is what `npx tsx scripts/docs/dataTables.ts` writes',
	(file, example) => {
		expect(JSON.parse(page(`examples/${file}`).text)).toEqual(example);
	},
);
