import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

import type { Sandbox } from '../../sandbox';
import { startService } from '../service';
import { exportFile } from './exports';
import { storeWith } from './storage';

/** Waits until no request is open and no new one arrives. @returns the number of requested pages */
async function requestsUntilQuiet({ journal }: Sandbox): Promise<number> {
	let requested = -1;
	while (requested !== journal.of('courses').length) {
		requested = journal.of('courses').length;
		await journal.idle();
		for (let turns = 0; turns < 20; turns += 1) await turn();
	}
	return requested;
}

it.each([
	['a CSV file', {}],
	['a workbook', { format: 'xlsx' }],
])('slow storage slows down the requests for %s', async (_what, parameters) => {
	const sandbox = await startService({ courses: 80, coursePageSize: 4 });
	// Random bytes do not compress, so each page fills a chunk.
	for (const { _id } of sandbox.catalogue.list('courses')) {
		const description = randomBytes(12_500).toString('base64');
		sandbox.catalogue.update('courses', _id, { description });
	}
	let requested = 0;
	storeWith(async (file) => {
		let chunks = 0;
		for await (const chunk of file as AsyncIterable<Buffer>) {
			chunks += Math.sign(chunk.length);
			if (chunks === 4) requested = await requestsUntilQuiet(sandbox);
		}
		return { fileId: 'file', fileSize: 1 };
	});
	const { items } = await exportFile(sandbox, parameters, { binaryDataMode: 's3' });
	expect(items[0]?.json.records).toBe(80);
	expect(requested).toBeLessThan(12);
});
