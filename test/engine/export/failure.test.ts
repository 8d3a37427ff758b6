import { startService, storedFor } from '../service';
import { exportFile } from './exports';
import { ownBinaryDataFolder, storeWith } from './storage';

const once = { options: { maxRetries: 0 } };

it.each([
	['CSV file', once],
	['workbook', { ...once, format: 'xlsx' }],
	['compressed file', { options: { ...once.options, compress: true } }],
])('a failed page leaves no %s, and the error counts the records', async (_what, parameters) => {
	const sandbox = await startService({ courses: 12, coursePageSize: 2 });
	const { files } = await ownBinaryDataFolder();
	sandbox.faults.add({ on: { kind: 'courses', page: 4 }, status: 500 });
	const { error, items } = await exportFile(sandbox, parameters, {});
	expect(items).toEqual([]);
	expect(error?.message).toMatch(/^The service failed.*\(courses, page 4\)/);
	expect(error?.description).toContain('The node read 6 records before this error');
	expect(files()).toEqual([]);
});

describe('a storage that fails', () => {
	const diskFull = async (file: AsyncIterable<unknown>, chunks: number) => {
		let read = 0;
		if (chunks > 0) for await (const chunk of file) if (chunk && (read += 1) === chunks) break;
		throw new Error('ENOSPC: no space left on device, write');
	};

	it.each([
		['before it reads anything', 0, {}],
		['in the middle of a workbook', 3, { format: 'xlsx' }],
	])('%s also ends the list, so another list can start', async (_when, chunks, format) => {
		const sandbox = await startService({ courses: 60, coursePageSize: 2 });
		const credential = storedFor(sandbox);
		storeWith(async (file) => await diskFull(file, chunks));
		// Only 20 lists can be read at the same time.
		const { items } = await exportFile(
			credential,
			{ ...once, ...format },
			{
				binaryDataMode: 's3',
				items: 21,
				onError: 'continueRegularOutput',
			},
		);
		expect(items.map(({ json }) => json.error)).toEqual(
			Array<string>(21).fill('n8n could not store the file'),
		);
		expect(items[0]?.json.message).toContain('ENOSPC: no space left on device');
		await sandbox.journal.idle();
		expect(sandbox.journal.of('courses').length).toBeLessThan(21 * 12);
	});

	it.each([
		['a page', { kind: 'courses' as const, page: 5 }, {}],
		// A file starts with the first two pages.
		['names', { kind: 'groups/{groupId}' as const, occurrence: 15 }, { addNames: ['groups'] }],
	])('does not wait for the request for %s', async (_what, on, options) => {
		const sandbox = await startService({ courses: 20, coursePageSize: 2 });
		const credential = storedFor(sandbox);
		const hanging = new Promise<void>((resolve) => {
			sandbox.faults.add({
				on,
				inBody: async () => {
					resolve();
					await new Promise(() => undefined);
				},
			});
		});
		storeWith(async (file) => {
			file.resume();
			await hanging;
			throw new Error('ENOSPC: no space left on device, write');
		});
		const parameters = { options: { ...once.options, ...options } };
		const { error } = await exportFile(credential, parameters, { binaryDataMode: 's3' });
		expect(error?.message).toBe('n8n could not store the file');
		await sandbox.journal.idle();
	});

	it.each([
		[
			'ENOSPC',
			'free up some space. To make the file smaller, narrow the list with Filters or, for CSV',
		],
		['EACCES', 'Ask your administrator to give n8n write access to its binary data folder'],
		['ERR_STRING_TOO_LONG', 'To make the file smaller, narrow the list with Filters or, for CSV'],
		['SlowDown', "A large file may exceed the limit of n8n's file storage"],
	])('with the code %s causes an error that gives advice but no path', async (code, advice) => {
		const sandbox = await startService({ courses: 1 });
		const said = "No, open '/home/node/.n8n/storage/file'\n    at write (fs.js:1)";
		storeWith(async () => await Promise.reject(Object.assign(new Error(said), { code })));
		const { error } = await exportFile(sandbox, once, { binaryDataMode: 's3' });
		expect(error?.message).toBe('n8n could not store the file');
		expect(error?.description).toContain(advice);
		expect(error?.description).toMatch(/n8n said: "No"\.$/);
		expect(error?.stack).toBeUndefined();
		expect(error?.context.itemIndex).toBe(0);
	});

	it('is noticed if it does not read the whole file', async () => {
		const sandbox = await startService({ courses: 60, coursePageSize: 2 });
		storeWith(async () => await Promise.resolve({ fileId: 'file', fileSize: 0 }));
		const { items, error } = await exportFile(sandbox, {}, { binaryDataMode: 's3' });
		expect(items).toEqual([]);
		expect(error?.description).toContain('The file was not read completely');
	});
});

it.each([
	['also fails', new Error('The upload was aborted')],
	['mistakes the file for a complete one', undefined],
])("if the list fails and the storage %s, users see the list's error", async (_what, failure) => {
	const sandbox = await startService({ courses: 12, coursePageSize: 2 });
	sandbox.faults.add({ on: { kind: 'courses', page: 4 }, status: 500 });
	storeWith(async (file) => {
		await file.toArray().catch(() => {
			if (failure) throw failure;
		});
		return { fileId: 'file', fileSize: 0 };
	});
	const { error, items } = await exportFile(sandbox, once, { binaryDataMode: 's3' });
	expect(items).toEqual([]);
	expect(error?.message).toContain('(courses, page 4)');
});

it('stopping the execution stops the export, even with On Error: Continue', async () => {
	const sandbox = await startService({ courses: 40, coursePageSize: 2 });
	const { files } = await ownBinaryDataFolder();
	const stop = new AbortController();
	sandbox.faults.add({
		on: { kind: 'courses', page: 6 },
		inBody: () => {
			stop.abort();
		},
	});
	const { status } = await exportFile(sandbox, once, {
		items: 2,
		onError: 'continueRegularOutput',
		signal: stop.signal,
	});
	expect(status).toBe('canceled');
	await sandbox.journal.idle();
	expect(sandbox.journal.of('courses').filter(({ page }) => page === 1)).toHaveLength(1);
	expect(files()).toEqual([]);
});
