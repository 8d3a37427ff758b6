import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InvalidOption, type SandboxOptions } from './options';

export const HELP = `The learning-platform service on this machine, for trying out and for tests.

Usage: npm run sandbox -- [options]

  --port N                    port to listen on (default: 4010; 0 = any free one)
  --host ADDRESS              address to listen on (default: 127.0.0.1)
  --courses N, --groups N     how many records there are (default: 1234, 345)
  --users N                   how many users there are (default: 600)
  --course-authors N          how many of the users write courses (default: 40)
  --course-statistics N       how many attempts at courses there are (default: 40)
  --seed N                    same seed, same records (default: 1)
  --course-page-size N        courses on a page (default: 500)
  --group-page-size N         groups on a page (default: 500)
  --course-order WHICH        created, newest or shuffled (default: created)
  --course-dates WHICH        steady, even, skewed or same (default: steady)
  --record-bytes N            pad each record to about N bytes
  --scopes LIST               what the API credentials may read, with commas (default: everything)
  --filters WHICH             documented, any or ignored (default: documented)
  --client-id TEXT            what the token endpoint accepts (default: sandbox-client)
  --client-secret TEXT        (default: sandbox-secret)
  --version-header NAME       (default: service-api-version)
  --api-version TEXT          (default: v2.0)
  --path-prefix /PATH         put the service below a path
  --token-lifetime-seconds N  (default: 3600)
  --expires-in-as TYPE        string or number (default: string)
  --requests-per-second N     answer 429 to requests beyond (default: no limit)
  --retry-after-seconds N     send Retry-After with a 429
  --token-delay-ms N          wait before the answer of the token endpoint
  --first-byte-delay-ms N     wait before the headers of a response
  --body-delay-ms N           wait in the middle of the body of a response
  --failure-rate SHARE        answer this share (0 to 1) of requests with 503
  --envelope NAME             answer { NAME: [...] } instead of a plain array
  --tls                       HTTPS with a self-signed certificate
  --json                      print one line of JSON at the start and one at the end
  --help
`;

/** `pageSizes`, `clock` and `cursors` are for tests alone. */
const KINDS: Record<
	Exclude<keyof SandboxOptions, 'pageSizes' | 'clock' | 'cursors'>,
	'number' | 'text' | 'texts' | 'switch'
> = {
	host: 'text',
	port: 'number',
	courses: 'number',
	groups: 'number',
	users: 'number',
	courseAuthors: 'number',
	courseStatistics: 'number',
	seed: 'number',
	coursePageSize: 'number',
	groupPageSize: 'number',
	courseOrder: 'text',
	courseDates: 'text',
	recordBytes: 'number',
	clientId: 'text',
	clientSecret: 'text',
	scopes: 'texts',
	filters: 'text',
	versionHeader: 'text',
	apiVersion: 'text',
	pathPrefix: 'text',
	tokenLifetimeSeconds: 'number',
	expiresInAs: 'text',
	requestsPerSecond: 'number',
	retryAfterSeconds: 'number',
	tokenDelayMs: 'number',
	firstByteDelayMs: 'number',
	bodyDelayMs: 'number',
	failureRate: 'number',
	tls: 'switch',
	envelope: 'text',
};

/** What the command line asks for. */
export interface Command {
	options: SandboxOptions;
	json: boolean;
	help: boolean;
}

/**
 * Reads the arguments after the script's name.
 *
 * @throws {InvalidOption} when a number is none.
 * @throws {TypeError} from `parseArgs`, for an unknown option or a stray argument.
 */
export function readCommandLine(args: string[]): Command {
	const flags: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean' } };
	for (const [option, kind] of Object.entries(KINDS)) {
		flags[flag(option)] = { type: kind === 'switch' ? 'boolean' : 'string' };
	}
	const { values } = parseArgs({ args, options: flags });
	const given = Object.entries(KINDS).flatMap(([option, kind]) => {
		const value = values[flag(option)];
		if (value === undefined) return [];
		return [[option, valueOf(option, kind, value)]];
	});
	return {
		options: { port: 4010, ...(Object.fromEntries(given) as SandboxOptions) },
		json: values.json === true,
		help: values.help === true,
	};
}

/** One line for the person at the terminal. */
export function explain(error: unknown): string {
	if (error instanceof InvalidOption) return `--${flag(error.option)} ${error.complaint}`;
	if (!(error instanceof Error)) return String(error);
	const { code, port } = error as { code?: string; port?: number };
	const reason = { EADDRINUSE: 'is in use', EACCES: 'needs more rights' }[code ?? ''];
	if (reason) return `Port ${port ?? ''} ${reason}; choose another with --port`;
	return error.message.split('\n')[0] ?? '';
}

function valueOf(option: string, kind: string, value: unknown): unknown {
	if (kind === 'number') return numberFrom(option, String(value));
	return kind === 'texts' ? String(value).split(',') : value;
}

function numberFrom(option: string, text: string): number {
	if (/^\d+(\.\d+)?$/.test(text)) return Number(text);
	throw new InvalidOption(option, `must be a number, not ${JSON.stringify(text)}`);
}

/** `coursePageSize` as it is written on the command line. */
function flag(option: string): string {
	return option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
