import { parseArgs } from 'node:util';
import { MAJORS } from '../../test/e2e/install/majors';

export const help = `Starts n8n with this package, a credential, and the example workflows, plus a sandbox.

Usage: npm run editor -- [options]

  --n8n 1|2   major version of n8n (default: 2)
  --port N    port of the editor (default: 5678)

All data is in .editor/; delete that folder to start over.
`;

/** Reads the command line. @throws {Error} if an option is invalid */
export function readOptions(args: string[]) {
	const { values } = parseArgs({
		args,
		options: {
			n8n: { type: 'string', default: '2' },
			port: { type: 'string', default: '5678' },
			help: { type: 'boolean', default: false },
		},
	});
	if (values.help) return 'help' as const;
	const major = MAJORS.find((known) => String(known) === values.n8n);
	if (major === undefined) throw new Error(`--n8n must be ${MAJORS.join(' or ')}`);
	return { major, port: Number(values.port) };
}
