import type { IDataObject } from 'n8n-workflow';

import { chooseColumns } from '../../../nodes/LearningPlatform/file';
import { fileOf, textWith } from './files';

const file = (paths: string[] = []) =>
	fileOf('jsonl', {
		chosen: chooseColumns(paths).columns,
		fields: ['_id', 'name'],
		hasMore: true,
	});

describe('a line', () => {
	it.each<[what: string, record: IDataObject]>([
		['with plain values', { _id: 'i', name: 'n', duration: 300, public: true, groupId: null }],
		['with line ends in a text', { name: 'a\r\nb\u2028c' }],
		['with what would be a formula', { name: '=1+1' }],
		['with lists and objects', { tags: ['a'], author: { name: { first: 'Ada' } } }],
	])('is the record as it came, %s', async (_what, record) => {
		const line = await textWith(file(), record);
		expect(line.endsWith('\n')).toBe(true);
		expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
		expect(JSON.parse(line)).toEqual(record);
	});

	it('has only what was chosen, under its path, null where there is nothing', async () => {
		const chosen = file(['author.name', 'missing']);
		expect(await textWith(chosen, { _id: 'i', author: { name: 'Ada' } })).toBe(
			'{"author.name":"Ada","missing":null}\n',
		);
		expect(chosen.columns).toEqual(['author.name', 'missing']);
	});
});

it('each record of a long page has one line', async () => {
	const records = Array.from({ length: 120 }, (_, index) => ({ _id: index }));
	const lines = (await textWith(file(), ...records)).trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
});

it('there is nothing before the first line', async () => {
	expect(await textWith(file())).toBe('');
});

it('fields that turn up after the first page are named', async () => {
	const written = file();
	const { columns, otherFields } = written;
	await textWith(written, { _id: 'i', rating: 5 });
	expect(columns).toEqual(['_id', 'name']);
	expect([...otherFields]).toEqual(['rating']);
});
