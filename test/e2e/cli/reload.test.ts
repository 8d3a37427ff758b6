import { cp, mkdtemp, readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { compileChanges, RELOAD } from '../../../scripts/editor/compileChanges';
import { N8n } from '../harness/n8n';
import { createOwner } from '../harness/owner';
import { startN8n } from '../harness/server';
import { until } from '../harness/storedExecution';

const ROOT = join(__dirname, '../../..');
const NODE = 'nodes/LearningPlatform/LearningPlatform.node.ts';

it('the editor shows a source change without restarting n8n', async () => {
	const n8n = await N8n.with({ credentials: [], workflows: [] });
	const source = await copyOfSource(n8n.home);
	const server = await startN8n(n8n.major, n8n.home, { env: RELOAD });
	const cookie = await createOwner(server.url);
	const stopCompiling = compileChanges(source, n8n.home);
	try {
		const code = await readFile(join(source, NODE), 'utf8');
		for (const name of ['Changed Platform', 'Platform Changed Again']) {
			const changed = code.replace("displayName: 'Learning Platform'", `displayName: '${name}'`);
			expect(changed).not.toBe(code);
			await writeFile(join(source, NODE), changed);
			await until(
				async () => (await nodesIn(server.url, cookie)).includes(`"${name}"`),
				500,
				() => server.said(),
			);
		}
	} finally {
		stopCompiling();
		await server.stop();
		await n8n.remove();
	}
});

/** Requests the nodes as the editor does. */
async function nodesIn(url: string, cookie: string): Promise<string> {
	return await (
		await fetch(`${url}/types/nodes.json`, { headers: { cookie, connection: 'close' } })
	).text();
}

/** Copies the TypeScript sources and links this checkout's packages. */
async function copyOfSource(folder: string): Promise<string> {
	const copy = await mkdtemp(join(folder, 'source-'));
	for (const part of ['nodes', 'credentials', 'tsconfig.json']) {
		await cp(join(ROOT, part), join(copy, part), { recursive: true });
	}
	await symlink(join(ROOT, 'node_modules'), join(copy, 'node_modules'));
	return copy;
}
