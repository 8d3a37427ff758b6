import { startSandbox, type Sandbox } from '../../sandbox';
import { credentialFor } from '../harness/accounts';
import { N8n } from '../harness/n8n';
import { n8nCommand } from '../harness/n8nCommand';
import { ourNode, workflow } from '../harness/workflow';

let sandbox: Sandbox;
let n8n: N8n;

beforeAll(async () => {
	sandbox = await startSandbox({ courses: 1234 });
	const account = credentialFor('account', sandbox);
	const nightly = workflow(
		'nightly',
		ourNode('Every course', account, { resource: 'course', operation: 'export' }),
	);
	n8n = await N8n.with({ credentials: [account], workflows: [nightly] });
});

afterAll(async () => {
	await n8n.remove();
	await sandbox.stop();
});

interface LogLine {
	level: string;
	message: string;
}

/** Our lines in n8n's log, in its JSON format, with the times in them written as "N ms". */
function linesOf(said: string): LogLine[] {
	return said
		.split('\n')
		.filter((line) => line.includes('[Learning Platform]'))
		.map((line) => JSON.parse(line) as LogLine)
		.map(({ level, message }) => ({ level, message: message.replace(/\d+ ms/g, 'N ms') }));
}

it('n8n’s log says what happened to a list, page by page at the level "debug"', async () => {
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, status: 503 });
	const args = ['execute', '--id', 'nightly', '--rawOutput'];
	const { said } = await n8nCommand(n8n.major, n8n.home, args, {
		N8N_LOG_LEVEL: 'debug',
		N8N_LOG_FORMAT: 'json',
	});
	const line = (level: string, what: string) => ({
		level,
		message: `[Learning Platform] courses: ${what} (node "Every course", workflow nightly "nightly")`,
	});
	const lines = linesOf(said);
	// Page 1 may have been read before or after page 2 has failed.
	expect(lines).toHaveLength(6);
	expect(lines).toEqual(
		expect.arrayContaining([
			line('info', 'new access token in N ms'),
			line('debug', 'page 1: 500 records in N ms, another page follows'),
			line('info', 'page 2: failed (503), requested again in N ms'),
			line('debug', 'page 2: 500 records in N ms, another page follows'),
			line('debug', 'page 3: 234 records in N ms, last page'),
			line('info', 'exported 1234 records from 3 pages in N ms'),
		]),
	);
	const sent = sandbox.journal.of('courses').map(({ headers }) => String(headers.authorization));
	for (const secret of [sandbox.clientSecret, ...sent.map((value) => value.split(' ')[1] ?? '')]) {
		expect(secret).not.toBe('');
		expect(said).not.toContain(secret);
	}
});
