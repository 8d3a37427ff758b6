import { parseArgs, type ParseArgsOptionsConfig } from 'node:util';
import { InvalidOption, type Option, OPTIONS, type SandboxOptions } from './options';

const PORT = 4010;

const known = Object.entries<Option>({
	...(OPTIONS as unknown as Record<string, Option>),
	port: { ...(OPTIONS.port as unknown as Option), standard: PORT },
});

/** `coursePageSize` as it is written on the command line. */
const flag = (option: string) =>
	option.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);

const lines = known.map(([name, { help, standard, wanted }]) => {
	const choices = wanted.includes('|') ? `; ${wanted}` : '';
	const isShown = ['number', 'string'].includes(typeof standard) && standard !== '';
	const shown = isShown ? ` (${standard as string | number})` : '';
	return `  --${flag(name).padEnd(24)}${help}${choices}${shown}`;
});

export const HELP = `The learning-platform service on this machine, for trying out and for tests.

Usage: npm run sandbox -- [options]

${lines.join('\n')}
  --json                    print one line of JSON at the start and one at the end
  --help
`;

/** What the command line asks for. */
export interface Command {
	options: SandboxOptions;
	json: boolean;
	help: boolean;
}

/**
 * Reads the arguments after the script's name.
 *
 * @throws {TypeError} from `parseArgs`, for an unknown option or a stray argument.
 */
export function readCommandLine(args: string[]): Command {
	const flags: ParseArgsOptionsConfig = { json: { type: 'boolean' }, help: { type: 'boolean' } };
	for (const [name, { read }] of known) flags[flag(name)] = { type: read ? 'string' : 'boolean' };
	const { values } = parseArgs({ args, options: flags });
	const given = known.flatMap(([name, { read }]) => {
		const value = values[flag(name)];
		return value === undefined ? [] : [[name, read ? read(String(value)) : value]];
	});
	return {
		options: { port: PORT, ...(Object.fromEntries(given) as SandboxOptions) },
		json: values.json === true,
		help: values.help === true,
	};
}

/** One line for the person at the terminal. */
export function explain(error: unknown): string {
	if (error instanceof InvalidOption) return `--${flag(error.option)} ${error.complaint}`;
	if (!(error instanceof Error)) return String(error);
	const { code, port } = error as { code?: string; port?: number };
	if (code === 'EADDRINUSE') return `Port ${port ?? ''} is in use; choose another with --port`;
	return error.message.split('\n')[0] ?? '';
}
