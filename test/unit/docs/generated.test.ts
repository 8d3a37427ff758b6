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

it('an error is found however the code makes it', () => {
	const found = rows.map(({ message, advice }) => `${message}: ${advice}`);
	expect(found).toEqual(
		expect.arrayContaining([
			// From a table, with a step.
			'The proxy cannot be reached: Check Proxy under Request Options.',
			// With a sentence that the node adds.
			'The service has no such list: Check List to Read. Check Service or Base URL in the credential.',
			// With one of two messages, and advice in capitals.
			'The address in ... has no ID: Copy the address of the page that shows the record.',
			// With a list of sentences.
			'The link to the next page leads to another address: Check Service or Base URL in the credential.',
		]),
	);
});
