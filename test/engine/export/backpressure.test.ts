import { setImmediate as turn } from 'node:timers/promises';

import { startService } from '../service';
import { exportFile } from './exports';
import { storeWith } from './storage';

it('a storage that takes its time is not overrun: only a few pages are read ahead of it', async () => {
	const sandbox = await startService({ courses: 200, coursePageSize: 2 });
	const ahead: number[] = [];
	let bytes = 0;
	storeWith(async (file) => {
		let written = 0;
		for await (const chunk of file as AsyncIterable<Buffer>) {
			// Until whatever was asked for has come, and nothing more is asked for.
			let requested = -1;
			while (requested !== sandbox.journal.of('courses').length) {
				requested = sandbox.journal.of('courses').length;
				await sandbox.journal.idle();
				for (let turns = 0; turns < 20; turns += 1) await turn();
			}
			ahead.push(requested - written);
			bytes += chunk.length;
			written += 1;
		}
		return { fileId: 'file', fileSize: bytes };
	});
	const { items } = await exportFile(sandbox, {}, { binaryDataMode: 's3' });
	expect(items[0]?.json).toMatchObject({ records: 200, pages: 100 });
	// The header and each page.
	expect(ahead).toHaveLength(101);
	expect(Math.max(...ahead)).toBeLessThanOrEqual(8);
});
