import { csvFile } from '../../../nodes/LearningPlatform/export/csvFile';
import type { ColumnPlan } from '../../../nodes/LearningPlatform/export/fileText';

const plain = { delimiter: ',', escapeFormulas: true, addByteOrderMark: false };
const plan = (changes: Partial<ColumnPlan> = {}): ColumnPlan => ({
	paths: [],
	fields: ['_id', 'name'],
	hasMore: false,
	...changes,
});

describe('the header row', () => {
	it.each<[what: string, plan: ColumnPlan, header: string]>([
		['has the fields of a single page', plan(), '_id,name\r\n'],
		[
			'has a last column for what other pages bring',
			plan({ hasMore: true }),
			'_id,name,otherFields\r\n',
		],
		[
			'has the columns of the user’s choice, and no others',
			plan({ paths: ['b.c', 'a'], hasMore: true }),
			'b.c,a\r\n',
		],
		[
			'has the columns of the user’s choice for an empty list',
			plan({ paths: ['a'], fields: [] }),
			'a\r\n',
		],
		['is left out when nobody knows a column', plan({ fields: [] }), ''],
		['escapes formulas', plan({ fields: ['=1+1'] }), "'=1+1\r\n"],
	])('%s', (_what, columns, header) => {
		expect(csvFile(columns, plain).head).toBe(header);
	});

	it('is told as a list, as the columns of the file', () => {
		expect(csvFile(plan({ hasMore: true }), plain).columns).toEqual(['_id', 'name', 'otherFields']);
	});

	it('comes after a byte order mark when there is to be one', () => {
		expect(csvFile(plan(), { ...plain, addByteOrderMark: true }).head).toBe('\uFEFF_id,name\r\n');
	});
});

describe('a line', () => {
	it('has a field of every column, in the order of the header', () => {
		const { line } = csvFile(plan(), plain);
		expect(line({ name: 'n', _id: 'i' })).toBe('i,n\r\n');
		expect(line({ name: 'n' })).toBe(',n\r\n');
	});

	it('has the fields that nobody knew as JSON in the last column', () => {
		const { line, otherFields } = csvFile(plan({ hasMore: true }), plain);
		expect(line({ _id: 'i', name: 'n' })).toBe('i,n,\r\n');
		expect(line({ _id: 'i', name: 'n', rating: 5 })).toBe('i,n,"{""rating"":5}"\r\n');
		expect([...otherFields]).toEqual(['rating']);
	});

	it('follows the paths of the user’s choice', () => {
		const { line, otherFields } = csvFile(plan({ paths: ['author.name', '_id'] }), plain);
		expect(line({ _id: 'i', name: 'n', author: { name: 'Ada' } })).toBe('Ada,i\r\n');
		expect([...otherFields]).toEqual([]);
	});
});
