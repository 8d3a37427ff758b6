import { pages } from './pages';

// The design is for engineers, and a changelog grows with each version.
const read = pages.filter(({ path }) => !/^(CHANGELOG|docs\/design)\.md$/.test(path));

it.each(read)('$path is no longer than people read', ({ path, text }) => {
	const words = text.split(/\s+/).filter((word) => word !== '').length;
	expect(words).toBeLessThanOrEqual(path === 'README.md' ? 1_600 : 1_300);
});
