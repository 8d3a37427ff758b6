import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { eventHint, startSandbox, type Sandbox } from '.';
import { type Option, OPTIONS, type SandboxOptions } from './options';

const PORT = 4010;

/** The flags: `coursePageSize` becomes `course-page-size`. */
const flags = Object.entries<Option>({ ...OPTIONS, port: { ...OPTIONS.port, standard: PORT } }).map(
	([name, option]) => ({
		...option,
		name,
		flag: name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`),
	}),
);

const lines = flags.map(({ flag, help, standard, choices }) => {
	const shown =
		choices?.join('|') ?? (Array.isArray(standard) ? '' : (standard as string | number));
	return `  --${flag.padEnd(24)}${help}${shown === '' ? '' : ` (${shown})`}`;
});

const HELP = `Runs a learning platform on this machine so that you can try out and test the node.

Usage: npm run sandbox -- [options]

${lines.join('\n')}
  --json                    print one line of JSON on startup and one on exit
  --help
`;

/** @throws {Error} that names the flag if the value is invalid */
function valueOf({ flag, standard, choices }: (typeof flags)[number], text: string): unknown {
	if (Array.isArray(standard)) return text.split(',');
	const value = typeof standard === 'number' ? Number(text || NaN) : text;
	if (!Number.isNaN(value) && choices?.includes(value) !== false) return value;
	throw new Error(`--${flag} must be ${choices?.join('|') ?? 'a number'}`);
}

/** Returns instructions for using the running sandbox. */
function announcement(sandbox: Sandbox): string {
	const { baseUrl, clientId, clientSecret, versionHeader, apiVersion, catalogue } = sandbox;
	return `Learning platform sandbox: ${catalogue.count('courses')} courses, ${catalogue.count('groups')} groups

  Base URL         ${baseUrl}
  Client ID        ${clientId}
  Client secret    ${clientSecret}
  Version header   ${versionHeader}: ${apiVersion}

${eventHint(sandbox)}

Press Ctrl-C to stop.
`;
}

async function main(): Promise<void> {
	const options: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean' } };
	for (const { flag, standard } of flags) {
		options[flag] = { type: typeof standard === 'boolean' ? 'boolean' : 'string' };
	}
	const { values } = parseArgs({ options });
	if (values.help) {
		process.stdout.write(HELP);
		return;
	}
	const given = flags.flatMap((one) => {
		const entered = values[one.flag];
		if (entered === undefined) return [];
		return [[one.name, typeof entered === 'string' ? valueOf(one, entered) : entered]];
	});
	const sandbox = await startSandbox({
		port: PORT,
		...(Object.fromEntries(given) as SandboxOptions),
	});
	const { baseUrl, clientId, clientSecret, journal } = sandbox;
	process.stdout.write(
		values.json
			? `${JSON.stringify({ baseUrl, clientId, clientSecret })}\n`
			: announcement(sandbox),
	);
	const stop = (): void => {
		if (values.json) process.stdout.write(`${JSON.stringify(journal.summary())}\n`);
		void sandbox.stop();
	};
	process.once('SIGINT', stop);
	process.once('SIGTERM', stop);
}

main().catch((error: unknown) => {
	process.stderr.write(`sandbox: ${error instanceof Error ? error.message : String(error)}\n`);
	process.exitCode = 2;
});
