import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { BY_MAIL, FILTERED } from './openapi';

const PRISM = join(__dirname, 'node_modules/@stoplight/prism-cli/dist/index.js');

/** A judged request. */
interface Judgement {
	method: string;
	url: string;
	/** The errors reported by Prism. */
	violations: string[];
	answer: unknown;
}

export interface Judge {
	baseUrl: string;
	/** Returns the requests judged since the last call. */
	take(): Judgement[];
	stop(): Promise<void>;
}

/**
 * Serves an OpenAPI document with Prism, which generates records. Prism cannot filter, so filtered lists are empty.
 *
 * @throws {Error} with Prism's output if Prism does not start
 */
export async function startJudge(document: object): Promise<Judge> {
	const folder = mkdtempSync(join(tmpdir(), 'judge-'));
	const file = join(folder, 'openapi.json');
	writeFileSync(file, JSON.stringify(document));
	const args = [PRISM, 'mock', '--port', `${await freePort()}`, '--seed', 'judge', file];
	const prism = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
	const address = await addressIn(prism.stdout);
	const judgements: Judgement[] = [];
	const server = createServer((incoming, response) => {
		void (async () => {
			const { method = '', url = '', headers } = incoming;
			const body = Buffer.concat((await incoming.toArray()) as Buffer[]);
			const isFiltered = method === 'GET' && url.includes('?');
			const answered = await fetch(address + (isFiltered ? prefixOf(url) : '') + url, {
				method,
				headers: { ...(headers as Record<string, string>), prefer: `dynamic=${!isFiltered}` },
				...(body.length > 0 && { body }),
			});
			const text = await answered.text();
			// A 204 response has no body.
			const answer = JSON.parse(text || 'null') as unknown;
			judgements.push({ method, url, answer, violations: violationsIn(answered, answer) });
			response.writeHead(answered.status, { 'content-type': 'application/json' }).end(text);
		})();
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	return {
		baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		take: () => judgements.splice(0),
		stop: async () => {
			server.close();
			prism.kill();
			await once(prism, 'exit');
			rmSync(folder, { recursive: true });
		},
	};
}

const prefixOf = (url: string) => (/users\?mail\[in\](?!.*status)/.test(url) ? BY_MAIL : FILTERED);

interface Violation {
	location: string[];
	message: string;
}

/** Returns the errors in a request: Prism reports them in an error response or in a header. */
function violationsIn({ ok, status, headers }: Response, answer: unknown): string[] {
	const { validation = [] } = ok ? {} : (answer as { validation?: Violation[] });
	const inHeader = JSON.parse(headers.get('sl-violations') ?? '[]') as Violation[];
	const found = [...validation, ...inHeader].filter(
		({ location: [where] }) => where !== 'response',
	);
	if (!ok && found.length === 0) return [`The response has status ${status}`];
	return found.map(({ location, message }) => `${location.join('.')}: ${message}`);
}

async function freePort(): Promise<number> {
	const server = createServer();
	await once(server.listen(0, '127.0.0.1'), 'listening');
	const { port } = server.address() as AddressInfo;
	server.close();
	return port;
}

async function addressIn(output: NodeJS.ReadableStream): Promise<string> {
	const said: string[] = [];
	for await (const line of createInterface(output)) {
		const [, address] = /listening on (http:\S+)/.exec(line) ?? [];
		if (address !== undefined) {
			output.resume();
			return address;
		}
		said.push(line);
	}
	throw new Error(`Prism did not start:\n${said.join('\n')}`);
}
