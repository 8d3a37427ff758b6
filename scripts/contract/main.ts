import { join } from 'node:path';

import { rows, writeRows } from './rows';
import { updateContract } from './update';

const FOLDER = join(__dirname, '../../test/contract');

const help = `Writes the service's published facts to test/contract/ and prints what has changed and what differs
from the package.

Usage: npm run contract -- FILE...

FILE is one of the service's OpenAPI 3 documents, in JSON or YAML. List all of them: facts that no document
contains are removed. A page of the reference or changelog (.md, .txt) adds names of webhook events.
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
