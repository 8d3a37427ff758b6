import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';

// `npm version` runs this script before it changes, commits, and tags anything. npm itself refuses uncommitted changes.

const { npm_old_version: current = '', npm_new_version: next = '' } = process.env;
const git = (...args) => execFileSync('git', args, { encoding: 'utf8' }).trim();
const changelog = readFileSync('CHANGELOG.md', 'utf8');
const [, entries = ''] = changelog.split(/^## .*$/m);

const problems = [
	[!/^\d+\.\d+\.\d+$/.test(next), `${next} is not a version such as 1.2.3.`],
	[next.localeCompare(current, 'en', { numeric: true }) < 0, `${next} is older than ${current}.`],
	[git('tag', '--list', `v${next}`) !== '', `The tag v${next} already exists.`],
	[git('branch', '--show-current') !== 'main', 'Switch to the main branch first.'],
	[git('status', '--porcelain') !== '', 'Some files are untracked. Commit or delete them first.'],
	[!/^- /m.test(entries), 'CHANGELOG.md has no entries under Unreleased.'],
];
const [, problem] = problems.find(([isWrong]) => isWrong) ?? [];
if (problem) {
	console.error(problem);
	process.exit(1);
}
const heading = `## [${next}] - ${new Date().toISOString().slice(0, 10)}`;
writeFileSync('CHANGELOG.md', changelog.replace('## [Unreleased]', `$&\n\n${heading}`));
git('add', 'CHANGELOG.md');
