import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { anchorsOf, page, pages, proseOf, root } from './pages';

/** Links, and pictures in both themes: npm shows the dark one only at its full address. */
const LINK = /\]\(([^)\s]+)\)|(?:src|srcset)="(?:https:[^"]*\/raw\/HEAD\/)?([^"]+)"/g;

const links = pages.flatMap((from) =>
	[...proseOf(from).matchAll(LINK)].map(([, link, picture]) => ({
		from: from.path,
		target: link ?? picture ?? '',
	})),
);
const inside = links.filter(({ target }) => !/^[a-z]+:/.test(target));

it.each(inside)('$from: the link to $target works', ({ from, target }) => {
	const [file = '', anchor] = target.split('#');
	const path = file === '' ? from : join(dirname(from), file);
	expect(existsSync(join(root, path))).toBe(true);
	if (anchor !== undefined) expect(anchorsOf(page(path))).toContain(anchor);
});

it.each(pages.filter(({ path }) => path.startsWith('docs/')))(
	'another page links to $path',
	({ path }) => {
		const targets = inside.map(({ from, target }) =>
			join(dirname(from), target.split('#')[0] ?? ''),
		);
		expect(targets).toContain(path);
	},
);

const declarations = pages.flatMap(({ path, text }) =>
	[...text.matchAll(/`(\w+)` (?:in |\()`([\w/]+\.ts)`/g)]
		.map(([, name = '', file = '']) => ({ path, name, file }))
		.filter(() => path.startsWith('docs/engineers/')),
);

it.each(declarations)('$path: $file declares $name', ({ name, file }) => {
	const text = readFileSync(join(root, 'nodes/LearningPlatform', file), 'utf8');
	expect(text).toMatch(new RegExp(`(const|function|class|interface|type) ${name}\\b`));
});

const images = readdirSync(join(root, 'docs/images'), { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.png'))
	.map((name) => join('docs/images', name));

it.each(images)('a page shows %s', (image) => {
	expect(inside.map(({ from, target }) => join(dirname(from), target))).toContain(image);
});

// The changelog and the design page may be longer.
const read = pages.filter(({ path }) => !/^(CHANGELOG|docs\/engineers\/design)\.md$/.test(path));

it.each(read)('$path is short enough to read', ({ path, text }) => {
	const words = text.split(/\s+/).filter((word) => word !== '').length;
	expect(words).toBeLessThanOrEqual(path === 'README.md' ? 1_400 : 1_300);
});
