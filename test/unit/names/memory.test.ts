import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import type { IDataObject } from 'n8n-workflow';

import { nameLookup } from '../../../nodes/LearningPlatform/names/lookup';

// What Node offers with --expose-gc.
setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc') as () => void;

const USERS = 30_000;
const PAGE_SIZE = 500;

const idOf = (nth: number) => `5f0c1a2b3c4d5e6f70${nth.toString(16).padStart(6, '0')}`;

const user = (nth: number) => ({
	_id: idOf(nth),
	firstName: `Eun-ji ${nth}`,
	lastName: `van der Berg ${nth}`,
	mail: `eunji.vanderberg.${nth}@learning.example`,
	status: nth % 9 === 0 ? 'deleted' : 'active',
	custom: { job: `Engineer ${nth}`, office: `Room ${nth}` },
});

async function* pages() {
	for (let first = 0; first < USERS; first += PAGE_SIZE) {
		const records = Array.from({ length: PAGE_SIZE }, (_, at) => user(first + at));
		// Strings as a page has them.
		yield await Promise.resolve({ records: JSON.parse(JSON.stringify(records)) as IDataObject[] });
	}
}

function heapUsed(): number {
	collectGarbage();
	return process.memoryUsage().heapUsed;
}

it('the names of 30,000 users take at most 9 MB', async () => {
	const ids = Array.from({ length: PAGE_SIZE }, (_, at) => idOf(USERS - PAGE_SIZE + at));
	const lookup = nameLookup({
		one: () => Promise.reject(new Error('Asked for one user')),
		all: pages,
	});
	// What earlier test files have left goes with a second time only.
	collectGarbage();
	await new Promise((resolve) => setImmediate(resolve));
	const before = heapUsed();
	await lookup.lookUp(new Set(ids));
	const bytes = heapUsed() - before;
	expect(lookup.get(ids.at(-1) ?? '')).toMatchObject({ mail: user(USERS - 1).mail });
	expect(bytes / 1_000_000).toBeLessThanOrEqual(9);
});
