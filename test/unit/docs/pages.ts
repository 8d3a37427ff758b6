import { readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = resolve(__dirname, '../../..');

/** A documentation page; `path` is relative to the repository root. */
export interface Page {
	path: string;
	text: string;
}

export const page = (path: string): Page => ({
	path,
	text: readFileSync(join(root, path), 'utf8'),
});

export const pages: Page[] = ['.', 'docs', 'docs/engineers', 'docs/fields', 'examples', '.github']
	.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(folder, name)))
	.filter((path) => path.endsWith('.md'))
	.map(page);

/** Removes code, which contains no links or labels. */
export const proseOf = ({ text }: Page): string =>
	text.replace(/```[\s\S]*?```/g, '').replace(/`[^`\n]*`/g, '`code`');

/** Returns each table on a page as rows of cells, including the header row. */
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

/** Returns the anchors that GitHub generates for the headings. */
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
