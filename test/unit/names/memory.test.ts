import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';

import { nameLookup } from '../../../nodes/LearningPlatform/names/lookup';
import { startSandbox } from '../../sandbox';

// What Node offers with --expose-gc.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const USERS = 30_000;
const PAGE_SIZE = 500;

function heapUsed(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

it('the names of 30,000 users take at most 9 MB', async () => {
	const sandbox = await startSandbox({ users: USERS });
	const list = sandbox.catalogue.records('users');
	const page = (first: number) =>
		// Strings as a page has them.
		JSON.parse(
			JSON.stringify(Array.from({ length: PAGE_SIZE }, (_, at) => list.at(first + at))),
		) as IDataObject[];
	const lastId = list.at(USERS - 1)._id;
	const lookup = nameLookup({
		one: () => Promise.reject(new Error('Asked for one user')),
		all: async function* () {
			for (let first = 0; first < USERS; first += PAGE_SIZE) {
				yield await Promise.resolve({ records: page(first) });
			}
		},
	});
	const ids = page(USERS - PAGE_SIZE).map(({ _id }) => _id as string);
	const before = heapUsed();
	await lookup.lookUp(new Set(ids));
	const bytes = heapUsed() - before;
	await sandbox.stop();
	expect(lookup.get(lastId)?.mail).toContain(`.${USERS - 1}@`);
	expect(bytes / 1_000_000).toBeLessThanOrEqual(9);
	expect(bytes / 1_000_000).toBeGreaterThan(1);
});
