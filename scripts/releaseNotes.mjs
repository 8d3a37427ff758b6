import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** Returns a version's section in a changelog without its heading, or '' if the version is unknown. */
export function releaseNotes(version, changelog) {
	const [, section = ''] = changelog.split(`\n## [${version}]`);
	const [text] = section.split('\n## ');
	return text.replace(/^.*\n?/, '').trim();
}

// `node scripts/releaseNotes.mjs v0.2.0` prints the notes for a GitHub release and works without `npm install`.
if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
	const [, , tag = ''] = process.argv;
	const notes = releaseNotes(tag.replace(/^v/, ''), readFileSync('CHANGELOG.md', 'utf8'));
	if (notes === '') {
		console.error(`CHANGELOG.md has no section for ${tag}.`);
		process.exitCode = 1;
	} else {
		console.log(notes);
	}
}
