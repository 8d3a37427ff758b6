/** Runs the longest test files first: a long file that starts last delays the end. */
const LONGEST = [
	'editor/examples',
	'release/',
	'cli/scheduler',
	'cli/syncs.test',
	'cli/activeTrigger',
	'editor/guide',
	'cli/reload',
	'cli/instant',
	'editor/majors/fields',
	'cli/publishedAgain',
	'spreadsheet/',
	'editor/',
	'cli/people',
	'cli/hrTable',
	'cli/reports',
	'cli/nightlyWorkbook',
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
