import type { IDataObject } from 'n8n-workflow';

import { startList } from '../../../nodes/LearningPlatform/file/pages';
import type { Page } from '../../../nodes/LearningPlatform/service';

const read: number[] = [];

async function* list(...pages: (IDataObject[] | Error)[]): AsyncGenerator<Page, void> {
	for (const [index, records] of pages.entries()) {
		read.push(index + 1);
		if (records instanceof Error) throw records;
		yield await Promise.resolve({ number: index + 1, records });
	}
}

beforeEach(() => {
	read.length = 0;
});

describe('the beginning of a list', () => {
	it.each<[what: string, pages: IDataObject[][], fields: string[], hasMore: boolean, read: number]>(
		[
			['without pages', [], [], false, 0],
			['with one empty page', [[]], [], false, 1],
			[
				'with one page, whose fields are in order of appearance',
				[[{ b: 1, a: 2 }, { a: 3, c: 4 }, {}, { d: null }]],
				['b', 'a', 'c', 'd'],
				false,
				1,
			],
			['with two pages', [[{ a: 1 }], [{ b: 2 }]], ['a'], true, 2],
			[
				'with more pages, of which two are read',
				[[{ a: 1 }], [{ b: 2 }], [{ c: 3 }]],
				['a'],
				true,
				2,
			],
			['with empty pages first', [[], [], [{ a: 1 }], []], ['a'], true, 4],
			['with empty pages only', [[], []], [], false, 2],
		],
	)('%s', async (_what, pages, fields, hasMore, pagesRead) => {
		expect(await startList(list(...pages))).toMatchObject({ fields, hasMore });
		expect(read).toHaveLength(pagesRead);
	});

	it('is read again together with the rest', async () => {
		const pages = [[], [{ a: 1 }], [{ b: 2 }], [{ c: 3 }]];
		const numbers: number[] = [];
		const records: IDataObject[] = [];
		for await (const page of (await startList(list(...pages))).pages) {
			numbers.push(page.number);
			records.push(...page.records);
		}
		expect(numbers).toEqual([1, 2, 3, 4]);
		expect(records).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
	});

	it('that fails is never taken for a list', async () => {
		await expect(startList(list(new Error('no access')))).rejects.toThrow('no access');
	});
});
