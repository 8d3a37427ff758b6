import { basename, dirname } from 'node:path';

/** The engine test folders whose names differ from the source folders. */
const ENGINE = {
	credentials: 'credential',
	token: 'credential',
	file: 'export',
	form: 'list/form',
	operations: 'list/form',
	catalog: 'list',
	service: 'list',
	shape: 'list/onlyAsked',
	errors: 'list/inWords',
	n8n: 'list/inWords',
	table: 'sync',
};

/** Runs the tests most likely to notice a change to the file in `MUTATED` first. */
export default class NearestFirst {
	#file = process.env.MUTATED;

	sort(tests) {
		const ranked = tests.map((test) => ({ test, rank: this.#rank(test.path) }));
		return ranked.sort((left, right) => left.rank - right.rank).map(({ test }) => test);
	}

	#rank(path) {
		const room = basename(dirname(this.#file.replace('/lists/', '/').replace('/xlsx/', '/')));
		if (path.includes(`/test/unit/${room}/`)) {
			return basename(path).startsWith(`${basename(this.#file, '.ts')}.`) ? 0 : 1;
		}
		if (path.includes('/test/unit/')) return 2;
		return path.includes(`/test/engine/${ENGINE[room] ?? room}/`) ? 3 : 4;
	}

	cacheResults() {}
}
