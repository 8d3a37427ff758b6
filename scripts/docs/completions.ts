import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { RANKS } from '../../nodes/LearningPlatform/training/bestAttempts';

/** Returns docs/completions.md with a new table of the rules that find a person's best attempt. */
export function pageOfCompletions(): string {
	const rows = Object.keys(RANKS).map((rule, at) => `| ${at + 1} | ${rule} |\n`);
	const table = ['| Rule | Decides |\n| --- | --- |\n', ...rows].join('');
	const page = readFileSync(join(__dirname, '../../docs/completions.md'), 'utf8');
	return page.replace(/^\| Rule .*\n(?:\|.*\n)+/m, table);
}
