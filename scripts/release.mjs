import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { releaseNotes } from './releaseNotes.mjs';

const FILES = ['CHANGELOG.md', 'package.json', 'package-lock.json'];
const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/**
 * Given `0.2.0`, commits and tags that version. Given `--check v0.2.0`, checks that the tag matches this checkout's
 * version.
 *
 * @throws {Error} that describes the problem, before anything changes
 */
export function release(args, root) {
	const [first, tag] = args;
	if (first === '--check') return check(tag, root);
	if (args.length !== 1 || !VERSION.test(first)) {
		throw new Error('Name the version to release: npm run release -- 0.2.0');
	}
	const git = gitIn(root);
	const texts = released(first, root);
	if (git('branch', '--show-current') !== 'main')
		throw new Error('Switch to the main branch to release a version.');
	if (git('status', '--porcelain') !== '') {
		throw new Error('Some changes are not committed. Commit or stash them first.');
	}
	if (git('tag', '--list', `v${first}`) !== '')
		throw new Error(`The tag v${first} already exists.`);
	const before = git('rev-parse', 'HEAD');
	try {
		for (const [file, text] of Object.entries(texts)) writeFileSync(join(root, file), text);
		git('commit', '--quiet', '--message', `Release ${first}`, '--', ...FILES);
		git('tag', '--annotate', `v${first}`, '--message', `Version ${first}`);
	} catch (error) {
		git('reset', '--quiet', '--hard', before);
		throw error;
	}
	console.log(`Version ${first} is committed and tagged. To publish it: git push --follow-tags`);
	return 0;
}

/** Returns the text of each file to commit. */
function released(version, root) {
	const [changelog, manifest, lockfile] = FILES.map((file) =>
		readFileSync(join(root, file), 'utf8'),
	);
	const current = JSON.parse(manifest).version;
	if (!isNewer(version, current)) {
		throw new Error(`Version ${version} must be higher than ${current} in package.json.`);
	}
	if (!hasNews('Unreleased', changelog)) {
		throw new Error('CHANGELOG.md has no entries under Unreleased.');
	}
	const today = new Date().toISOString().slice(0, 10);
	const heading = `## [Unreleased]\n\n## [${version}] - ${today}`;
	// In the lockfile, this package comes first, both at the top and under "packages".
	const line = `"version": "${current}"`;
	const next = `"version": "${version}"`;
	return {
		'CHANGELOG.md': changelog.replace('## [Unreleased]', heading),
		'package.json': manifest.replace(line, next),
		'package-lock.json': lockfile.replace(line, next).replace(line, next),
	};
}

function check(tag, root) {
	const { version, repository } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
	if (tag !== `v${version}`) {
		throw new Error(`The tag ${tag} does not match version ${version} in package.json.`);
	}
	if (!hasNews(version, readFileSync(join(root, 'CHANGELOG.md'), 'utf8'))) {
		throw new Error(`CHANGELOG.md has no entries for ${version}.`);
	}
	// npm rejects provenance unless the repository matches package.json.
	const { GITHUB_REPOSITORY: here } = process.env;
	if (here !== undefined && !repository.url.endsWith(`/${here}.git`)) {
		throw new Error(`This is the repository ${here}, but package.json names ${repository.url}.`);
	}
	return 0;
}

/** Returns true if the changelog has entries for a version. */
const hasNews = (version, changelog) => /^- /m.test(releaseNotes(version, changelog));

function isNewer(version, current) {
	const [left, right] = [version, current].map((text) => text.split('.').map(Number));
	const differs = left.findIndex((number, index) => number !== right[index]);
	return differs !== -1 && left[differs] > right[differs];
}

const gitIn =
	(cwd) =>
	(...args) =>
		execFileSync('git', args, {
			cwd,
			encoding: 'utf8',
			stdio: ['ignore', 'pipe', 'inherit'],
		}).trim();
