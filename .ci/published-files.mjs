// Reads `npm pack --dry-run --json` on stdin and checks that the package holds all that n8n needs and
// nothing else.
import { readFileSync } from 'node:fs';

const [{ files, size }] = Object.values(JSON.parse(readFileSync(0, 'utf8')));
const paths = files.map(({ path }) => path);
const { main, n8n } = JSON.parse(readFileSync('package.json', 'utf8'));
const codex = n8n.nodes.map((node) => node.replace(/\.js$/, '.json'));

const allowed =
	/^(package\.json|README\.md|LICENSE|CHANGELOG\.md|dist\/.+\.(js|js\.map|json|svg))$/;
const wanted = [
	'README.md',
	'LICENSE',
	'CHANGELOG.md',
	main,
	...n8n.credentials,
	...n8n.nodes,
	...codex,
];
const problems = [
	...paths.filter((path) => !allowed.test(path)).map((path) => `must not be published: ${path}`),
	...wanted.filter((path) => !paths.includes(path)).map((path) => `is missing: ${path}`),
];
if (!paths.some((path) => path.endsWith('.svg'))) problems.push('is missing: an icon');
if (!paths.some((path) => path.includes('/__schema__/'))) {
	problems.push('is missing: an output schema');
}

for (const problem of problems) console.error(problem);
console.log(`${paths.length} files, ${Math.round(size / 1024)} kB packed`);
process.exitCode = problems.length === 0 ? 0 : 1;
