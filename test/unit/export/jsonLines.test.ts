import type { IDataObject } from 'n8n-workflow';

import { jsonLinesFile } from '../../../nodes/LearningPlatform/export/jsonLines';

const file = (paths: string[] = []) =>
	jsonLinesFile({ paths, fields: ['_id', 'name'], hasMore: true });

describe('a line', () => {
	it.each<[what: string, record: IDataObject]>([
		['with plain values', { _id: 'i', name: 'n', duration: 300, public: true, groupId: null }],
		['with line ends in a text', { name: 'a\r\nb\u2028c' }],
		['with what would be a formula', { name: '=1+1' }],
		['with lists and objects', { tags: ['a'], author: { name: { first: 'Ada' } } }],
	])('is the record as it came, %s', (_what, record) => {
		const line = file().line(record);
		expect(line.endsWith('\n')).toBe(true);
		expect(line.trimEnd().split(/[\r\n]/)).toHaveLength(1);
		expect(JSON.parse(line)).toEqual(record);
	});

	it('has only what was chosen, under its path, null where there is nothing', () => {
		const { line, columns } = file(['author.name', 'missing']);
		expect(line({ _id: 'i', author: { name: 'Ada' } })).toBe(
			'{"author.name":"Ada","missing":null}\n',
		);
		expect(columns).toEqual(['author.name', 'missing']);
	});
});

it('there is nothing before the first line', () => {
	expect(file().head).toBe('');
});

it('fields that turn up after the first page are named', () => {
	const { line, columns, otherFields } = file();
	line({ _id: 'i', rating: 5 });
	expect(columns).toEqual(['_id', 'name']);
	expect([...otherFields]).toEqual(['rating']);
});
