/** Runs the longest test files first: a long file that starts last delays the end. */
const LONGEST = [
	'editor/examples',
	'cli/activeTrigger',
	'cli/instant',
	'cli/scheduler',
	'cli/reports',
	'cli/nightlyWorkbook',
	'editor/guide',
	'editor/majors/fields',
	'release/',
	'cli/lists',
	'cli/syncs.test',
	'editor/',
	'cli/reload',
	'spreadsheet/',
];

/** Orders test files by duration; in a fresh clone, jest starts with the largest file instead. */
export default class LongestFirst {
	sort(tests) {
		const rank = ({ path }) => {
			const found = LONGEST.findIndex((part) => path.includes(`test/e2e/${part}`));
			return found === -1 ? LONGEST.length : found;
		};
		return [...tests].sort((one, other) => rank(one) - rank(other));
	}

	cacheResults() {}
}
