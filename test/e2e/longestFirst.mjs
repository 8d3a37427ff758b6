/** Test files by how long they take, the longest first: what starts last decides when all have ended. */
const LONGEST = [
	'editor/examples',
	'cli/activeTrigger',
	'cli/instant',
	'cli/publishedAgain',
	'cli/scheduler',
	'cli/reports',
	'cli/nightlyWorkbook',
	'editor/guide',
	'editor/majors/fields',
	'cli/lists',
	'cli/syncs.test',
	'editor/',
	'cli/reload',
	'spreadsheet/',
];

/** Jest's order of test files; in a fresh clone jest knows no times, and begins with the largest. */
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
