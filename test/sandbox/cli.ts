import { parseArgs } from 'node:util';
import { startSandbox, type Sandbox, type SandboxOptions } from './index';
import { InvalidOption } from './options';

const HELP = `The learning-platform service on this machine, for trying out and for tests.

Usage: npm run sandbox -- [options]

  --port N                    port to listen on (default: 4010; 0 = any free one)
  --host ADDRESS              address to listen on (default: 127.0.0.1)
  --courses N, --groups N     how many records there are (default: 1234, 345)
  --seed N                    same seed, same records (default: 1)
  --course-page-size N        records on a page (default: 500)
  --group-page-size N         records on a page (default: 200)
  --record-bytes N            pad each record to about N bytes
  --client-id TEXT, --client-secret TEXT
                              what the token endpoint accepts
  --version-header NAME       (default: service-api-version)
  --api-version TEXT          (default: v2.0)
  --path-prefix /PATH         put the service below a path
  --token-lifetime-seconds N  (default: 3600)
  --expires-in-as TYPE        string (default) or number
  --requests-per-second N     answer 429 to list requests beyond (default: no limit)
  --retry-after-seconds N     send Retry-After with a 429
  --first-byte-delay-ms N     wait before the headers of a list
  --body-delay-ms N           wait in the middle of the body of a list
  --failure-rate SHARE        answer this share (0 to 1) of list requests with 503
  --envelope NAME             answer { NAME: [...] } instead of a plain array
  --tls                       HTTPS with a self-signed certificate
  --json                      print one line of JSON at the start and one at the end
  --help
`;

const NUMBERS = {
	port: 'port',
	courses: 'courses',
	groups: 'groups',
	seed: 'seed',
	'course-page-size': 'coursePageSize',
	'group-page-size': 'groupPageSize',
	'record-bytes': 'recordBytes',
	'token-lifetime-seconds': 'tokenLifetimeSeconds',
	'requests-per-second': 'requestsPerSecond',
	'retry-after-seconds': 'retryAfterSeconds',
	'first-byte-delay-ms': 'firstByteDelayMs',
	'body-delay-ms': 'bodyDelayMs',
	'failure-rate': 'failureRate',
} as const;

const TEXTS = {
	host: 'host',
	'client-id': 'clientId',
	'client-secret': 'clientSecret',
	'version-header': 'versionHeader',
	'api-version': 'apiVersion',
	'path-prefix': 'pathPrefix',
	'expires-in-as': 'expiresInAs',
	envelope: 'envelope',
} as const;

const SWITCHES = ['tls', 'json', 'help'] as const;

/** Reads the command line; throws what `parseArgs` throws, and InvalidOption for what is no number. */
function read(): { options: SandboxOptions; asJson: boolean; wantsHelp: boolean } {
	const texts = [...Object.keys(NUMBERS), ...Object.keys(TEXTS)];
	const { values } = parseArgs({
		options: Object.fromEntries([
			...texts.map((name) => [name, { type: 'string' as const }]),
			...SWITCHES.map((name) => [name, { type: 'boolean' as const }]),
		]) as Record<string, { type: 'string' | 'boolean' }>,
	});
	const options: Record<string, string | number | boolean> = { port: 4010 };
	for (const [name, key] of Object.entries(NUMBERS)) {
		const value = values[name];
		if (value === undefined) continue;
		if (!/^\d+(\.\d+)?$/.test(String(value))) {
			throw new InvalidOption(`--${name} must be a number, not ${JSON.stringify(value)}`);
		}
		options[key] = Number(value);
	}
	for (const [name, key] of Object.entries(TEXTS)) {
		const value = values[name];
		if (value !== undefined) options[key] = value;
	}
	if (values.tls === true) options.tls = true;
	return { options, asJson: values.json === true, wantsHelp: values.help === true };
}

function announce(sandbox: Sandbox): string {
	const { baseUrl, clientId, clientSecret, versionHeader, apiVersion, catalogue } = sandbox;
	const grant = {
		grant_type: 'client_credentials',
		client_id: clientId,
		client_secret: clientSecret,
	};
	const insecure = sandbox.certificate ? ' -k' : '';
	return `Learning platform sandbox: ${catalogue.count('courses')} courses, ${catalogue.count('groups')} groups

  Base URL         ${baseUrl}
  Client ID        ${clientId}
  Client secret    ${clientSecret}
  Version header   ${versionHeader}: ${apiVersion}

A token:

  curl${insecure} ${baseUrl}/api/v2/oauth2/token \\
    -H 'accept: application/json' -H 'content-type: application/json' \\
    -d '${JSON.stringify(grant)}'

Published courses, page by page (the address of the next page is in the Link header):

  curl${insecure} -i -g '${baseUrl}/api/v2/courses?status[eq]=published' \\
    -H 'authorization: Bearer TOKEN' -H '${versionHeader}: ${apiVersion}'

Ctrl-C stops it.
`;
}

function explain(error: unknown): string {
	if (!(error instanceof Error)) return String(error);
	const { code, message } = error as NodeJS.ErrnoException & { port?: number };
	const port = (error as { port?: number }).port ?? '';
	if (code === 'EADDRINUSE') return `Port ${port} is in use; choose another with --port`;
	if (code === 'EACCES') return `Port ${port} needs more rights; choose another with --port`;
	return message.split('\n')[0] ?? message;
}

async function main(): Promise<void> {
	const { options, asJson, wantsHelp } = read();
	if (wantsHelp) {
		process.stdout.write(HELP);
		return;
	}
	const sandbox = await startSandbox(options);
	const { baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion } = sandbox;
	const facts = { baseUrl, origin, clientId, clientSecret, versionHeader, apiVersion };
	const line = JSON.stringify({ ...facts, certificate: sandbox.certificate, pid: process.pid });
	process.stdout.write(asJson ? `${line}\n` : announce(sandbox));
	const stop = (): void => {
		if (asJson) {
			const tokensIssued = sandbox.tokens.issued;
			process.stdout.write(`${JSON.stringify({ ...sandbox.journal.summary(), tokensIssued })}\n`);
		}
		void sandbox.stop();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	process.stderr.write(`sandbox: ${explain(error)}\n`);
	process.exitCode = 2;
});
