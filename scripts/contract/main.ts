import { join } from 'node:path';

import { rows, writeRows } from './rows';
import { updateContract } from './update';

const FOLDER = join(__dirname, '../../test/contract');

const help = `Writes what the service publishes to test/contract/, and says what has changed and what the package does not know yet.

Usage: npm run contract -- FILE...

FILE is an OpenAPI 3 document as the service publishes it, in JSON or YAML. Name all of them: what is in none of them is gone.
A page of its reference or changelog (.md, .txt) beside them adds the names of webhook events.
`;

function main(args: string[]): void {
	if (args.length === 0 || args.includes('--help')) {
		console.log(help);
		if (args.length === 0) process.exitCode = 1;
		return;
	}
	const unknown = args.find((arg) => arg.startsWith('-'));
	if (unknown !== undefined) throw new Error(`Unknown option ${unknown}`);
	console.log(updateContract(args, FOLDER, rows, writeRows).join('\n'));
}

try {
	main(process.argv.slice(2));
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exitCode = 1;
}
