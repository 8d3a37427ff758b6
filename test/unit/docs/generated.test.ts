import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { catalogOf } from '../../../scripts/contract/catalog';
import { dataTableExamples } from '../../../scripts/docs/dataTables';
import { generatedPages, sectionOf } from '../../../scripts/docs/fields';
import { SERVICE } from '../../contract';
import { page } from './pages';

const words = (text: string) => text.replace(/[\s-]+/g, ' ').trim();

const generated = [...generatedPages()];

it.each(generated)('docs/%s is what `npm run docs` writes', (path, text) => {
	expect(words(page(`docs/${path}`).text)).toBe(words(text));
});

it('catalog/facts.ts is what `npm run contract` writes', () => {
	const { text } = page('nodes/LearningPlatform/catalog/facts.ts');
	expect(text).toBe(catalogOf(SERVICE));
});

it.each(knownLists)('exactly one page lists the fields of $name', (list) => {
	const section = `${sectionOf(list)}\n`;
	const having = generated.filter(([, text]) => `${text}\n`.includes(section));
	expect(having).toHaveLength(1);
});

it.each(dataTableExamples())('examples/%s is what `npm run docs` writes', (file, example) => {
	expect(JSON.parse(page(`examples/${file}`).text)).toEqual(example);
});
