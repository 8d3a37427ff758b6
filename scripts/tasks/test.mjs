import { buildIfNeeded } from './build.mjs';
import { lint, typecheck } from './lint.mjs';
import { inOrder, tool } from './tool.mjs';

const results = ['--json', '--outputFile=coverage/test.json'];

/**
 * Everything that is tested: build, lint and types beside the tests, and the tests with coverage.
 * With arguments, which go to jest, only the build and those tests.
 */
export async function test(args) {
	if (args.length > 0) return await inOrder(buildIfNeeded, () => tool('jest', args));
	const built = await buildIfNeeded();
	if (built !== 0) return built;
	const codes = await Promise.all([
		inOrder(() => lint([]), typecheck),
		tool('jest', ['--coverage', ...results]),
	]);
	return Math.max(...codes);
}
