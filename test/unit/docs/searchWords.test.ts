import { aliases, subjects } from '../../../scripts/docs/searchWords';
import { page } from './pages';

it.each(aliases())('the aliases in %s are what `npm run docs` writes', (file, alias) => {
	const { text } = page(`nodes/LearningPlatform/${file}`);
	expect((JSON.parse(text) as { alias: string[] }).alias).toEqual(alias);
});

/** Returns text without formatting and articles. */
const plain = (text: string) =>
	text
		.toLowerCase()
		.replace(/[*_`-]+|\ban? /g, ' ')
		.replace(/\s+/g, ' ');

it.each(subjects.flatMap(({ words, page: path }) => words.map((word) => [path, word])))(
	'%s has the words "%s"',
	(path, word) => {
		expect(plain(page(path).text)).toContain(plain(word));
	},
);
