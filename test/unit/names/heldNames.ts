import type { IDataObject } from 'n8n-workflow';

import { namedOf } from '../../../nodes/LearningPlatform/names/beside';
import { batchLoader } from '../../../nodes/LearningPlatform/names/loader';
import { startSandbox } from '../../sandbox';

// Run by itself, with --expose-gc and the number of users: tells how many bytes their names take.

const PAGE_SIZE = 500;

const users = Number(process.argv[2]);

void report();

async function report(): Promise<void> {
	const sandbox = await startSandbox({ users });
	const list = sandbox.catalogue.records('users');
	const page = (first: number) => {
		const records = Array.from({ length: PAGE_SIZE }, (_, at) => list.at(first + at));
		// Strings as a page has them.
		return JSON.parse(JSON.stringify(records)) as IDataObject[];
	};
	const ids = Array.from({ length: PAGE_SIZE }, (_, at) => list.at(users - PAGE_SIZE + at)._id);
	const loader = batchLoader({
		one: () => Promise.reject(new Error('Asked for one user')),
		all: async function* () {
			for (let first = 0; first < users; first += PAGE_SIZE) {
				const entries = page(first).map((user) => [user._id as string, namedOf(user)] as const);
				yield await Promise.resolve(entries);
			}
		},
	});
	const before = heapUsed();
	await loader.load(ids);
	const bytes = heapUsed() - before;
	await sandbox.stop();
	process.stdout.write(JSON.stringify({ bytes, last: loader.get(ids.at(-1) ?? '') }));
}

function heapUsed(): number {
	gc?.();
	return process.memoryUsage().heapUsed;
}
