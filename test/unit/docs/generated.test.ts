import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { pagesOfErrors, placeOf, rows } from '../../../scripts/docs/errors';
import { pagesOfFields, sectionOf } from '../../../scripts/docs/fields';
import { page } from './pages';

const words = (text: string) => text.replace(/[\s-]+/g, ' ').trim();

const fields = [...pagesOfFields()];

it.each([...pagesOfErrors(), ...fields])(
	'docs/%s has what the code has: `npx tsx scripts/docs/errors.ts` or `fields.ts` writes it',
	(path, text) => {
		expect(words(page(`docs/${path}`).text)).toBe(words(text));
	},
);

it.each(knownLists)('a page has the fields of $name', (list) => {
	const section = `${sectionOf(list)}\n`;
	const having = fields.filter(([, text]) => `${text}\n`.includes(section));
	expect(having).toHaveLength(1);
});

it.each([...new Set(rows.map(({ file }) => file))])('the errors of %s say what to do', (file) => {
	for (const { message, advice } of rows.filter((row) => row.file === file)) {
		expect(advice).toMatch(/[A-Z].* .*[a-z]/);
		expect(message).not.toMatch(/[^.]\.$/);
	}
});

it('every error has a place on a page, but for those about fields', () => {
	const others = rows.filter((row) => placeOf(row) === undefined).map(({ file }) => file);
	expect(others.filter((file) => !/^form\/|\/(form|events|credential)\.ts$/.test(file))).toEqual(
		[],
	);
});
