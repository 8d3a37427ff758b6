import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

/** A file of documentation; `path` from the root of the repository. */
export interface Page {
	path: string;
	text: string;
}

export const page = (path: string): Page => ({
	path,
	text: readFileSync(join(root, path), 'utf8'),
});

/** Every Markdown file of the repository that people read. */
export const pages: Page[] = ['.', 'docs', 'docs/engineers', 'docs/fields', 'examples', '.github']
	.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
	.filter((path) => path.endsWith('.md'))
	.map(page);

/** The text without code, in which nothing is a link or a label. */
export const proseOf = ({ text }: Page): string =>
	text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '`code`');

/** A table as rows of cells; the first row is its head. */
export function tablesOf({ text }: Page): string[][][] {
	const tables = text.match(/(?:^ *\|.*\n)+/gm) ?? [];
	return tables.map((table) =>
		table
			.trim()
			.split('\n')
			.filter((line) => !/^[ |:-]+$/.test(line))
			.map((line) =>
				line
					.split('|')
					.slice(1, -1)
					.map((cell) => cell.trim()),
			),
	);
}

/** What GitHub calls the headings of a page in an address. */
export function anchorsOf(page: Page): string[] {
	const headings = page.text.replace(/```[\s\S]*?```/g, '').match(/^#+ .*/gm) ?? [];
	return headings.map((heading) =>
		heading
			.replace(/^#+ /, '')
			.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
			.toLowerCase()
			.replace(/[^\p{L}\p{N} _-]/gu, '')
			.replaceAll(' ', '-'),
	);
}
