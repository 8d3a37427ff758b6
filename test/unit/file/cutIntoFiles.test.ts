import { cutIntoFiles } from '../../../nodes/LearningPlatform/file/pages';

/** Pages of so many records each, whose IDs count up. */
async function* listOf(sizes: number[]) {
	let id = 0;
	for (const [index, size] of sizes.entries()) {
		const records = Array.from({ length: size }, () => ({ _id: (id += 1) }));
		yield await Promise.resolve({ number: index + 1, records });
	}
}

async function filesOf(sizes: number[], recordsPerFile: number) {
	const files: { ids: unknown[]; records: number; pages: number }[] = [];
	for await (const { pages, counts } of cutIntoFiles(listOf(sizes), recordsPerFile)) {
		const ids: unknown[] = [];
		for await (const { records } of pages) ids.push(...records.map(({ _id }) => _id));
		files.push({ ids, ...counts });
	}
	return files;
}

describe('a list with pages of', () => {
	it.each([
		[
			'[3, 3] records becomes one file without a limit',
			[3, 3],
			Infinity,
			[[1, 2, 3, 4, 5, 6]],
			[2],
		],
		[
			'[3, 3] records at 4 a file',
			[3, 3],
			4,
			[
				[1, 2, 3, 4],
				[5, 6],
			],
			[2, 1],
		],
		[
			'[3, 3] records at 3 a file ends where a page ends',
			[3, 3],
			3,
			[
				[1, 2, 3],
				[4, 5, 6],
			],
			[1, 1],
		],
		['[5] records at 2 a file', [5], 2, [[1, 2], [3, 4], [5]], [1, 1, 1]],
		[
			'[2, 2, 2] records at 6 a file has no empty one behind it',
			[2, 2, 2],
			6,
			[[1, 2, 3, 4, 5, 6]],
			[3],
		],
		['[2, 0, 0] records, read to its end, counts empty pages', [2, 0, 0], 5, [[1, 2]], [3]],
		['[2, 0, 0] records has no file for the empty pages', [2, 0, 0], 2, [[1, 2]], [1]],
		['[0, 2] records begins with an empty page', [0, 2], 1, [[1], [2]], [2, 1]],
		['[0] records is one file without any', [0], 5, [[]], [1]],
	])('%s', async (_what, sizes, recordsPerFile, ids, pages) => {
		const files = await filesOf(sizes, recordsPerFile);
		expect(files.map((file) => file.ids)).toEqual(ids);
		expect(files.map((file) => file.records)).toEqual(ids.map(({ length }) => length));
		expect(files.map((file) => file.pages)).toEqual(pages);
	});
});
