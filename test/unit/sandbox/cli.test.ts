import { spawn, type ChildProcessByStdio } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import type { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { startSandbox } from '../../sandbox';
import { readCommandLine } from '../../sandbox/commandLine';

const ROOT = join(__dirname, '../../..');

type Run = ChildProcessByStdio<null, Readable, Readable>;

function run(...args: string[]): Run {
	const command = ['--import', 'tsx', 'test/sandbox/cli.ts', ...args];
	return spawn(process.execPath, command, { cwd: ROOT, stdio: ['ignore', 'pipe', 'pipe'] });
}

async function ended(
	child: Run,
): Promise<{ code: number | null; output: string; complaint: string }> {
	const [output, complaint] = await Promise.all([
		text(child.stdout),
		text(child.stderr),
		once(child, 'close'),
	]);
	return { code: child.exitCode, output, complaint };
}

describe('the command line', () => {
	it('prints its facts as one line of JSON, serves, and stops on Ctrl-C with a summary', async () => {
		const child = run('--json', '--port', '0', '--path-prefix', '/p', '--groups', '3');
		const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
		const line = async (): Promise<string> => String((await lines.next()).value);
		const facts = JSON.parse(await line()) as Record<string, unknown>;
		expect(facts).toMatchObject({
			baseUrl: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/p$/) as string,
			clientId: 'sandbox-client',
			clientSecret: 'sandbox-secret',
			versionHeader: 'service-api-version',
			apiVersion: 'v2.0',
			pid: child.pid,
		});
		const response = await fetch(`${String(facts.baseUrl)}/api/v2/groups`);
		expect(response.status).toBe(401);
		child.kill('SIGINT');
		expect(JSON.parse(await line())).toEqual({
			requests: { groups: 1 },
			statuses: { 401: 1 },
			tokensIssued: 0,
		});
		expect(await once(child, 'exit')).toEqual([0, null]);
	});

	it('takes scopes with commas, and which filters there are', () => {
		const { options } = readCommandLine(['--scopes', 'tags:read,users:read', '--filters', 'any']);
		expect(options).toMatchObject({ scopes: ['tags:read', 'users:read'], filters: 'any' });
	});

	it('tells people how to get a token', async () => {
		const child = run('--port', '0', '--client-secret', "it's me");
		const lines = createInterface({ input: child.stdout });
		let printed = '';
		for await (const line of lines) {
			printed += `${line}\n`;
			if (line.startsWith('Ctrl-C')) child.kill('SIGINT');
		}
		expect(printed).toContain('1234 courses, 345 groups');
		expect(printed).toMatch(/curl http:\/\/127\.0\.0\.1:\d+\/api\/v2\/oauth2\/token/);
		const command = printed.slice(printed.indexOf("-d '")).split('\n')[0] ?? '';
		const unquoted = command.slice("-d '".length, -1).replaceAll(`'\\''`, "'");
		expect(JSON.parse(unquoted)).toMatchObject({ client_secret: "it's me" });
	});

	it('prints every option with --help', async () => {
		const { code, output } = await ended(run('--help'));
		expect(code).toBe(0);
		expect(output).toContain('--failure-rate');
	});

	it.each([
		['an unknown option', ['--prot', '1'], /^sandbox: Unknown option '--prot'.*\n$/],
		['a word for a number', ['--courses', 'many'], /^sandbox: --courses must be a number.*\n$/],
		['a number out of range', ['--port', '70000'], /^sandbox: --port must be at most 65535\n$/],
		['a stray argument', ['4010'], /^sandbox: Unexpected argument '4010'.*\n$/],
	])('ends with code 2 and one line for %s', async (_what, args, complaint) => {
		const result = await ended(run(...args));
		expect(result).toMatchObject({ code: 2, output: '' });
		expect(result.complaint).toMatch(complaint);
	});

	it('ends with code 2 and one line for a port in use', async () => {
		const sandbox = await startSandbox();
		const { port } = new URL(sandbox.baseUrl);
		expect(await ended(run('--port', port))).toEqual({
			code: 2,
			output: '',
			complaint: `sandbox: Port ${port} is in use; choose another with --port\n`,
		});
		await sandbox.stop();
	});
});
