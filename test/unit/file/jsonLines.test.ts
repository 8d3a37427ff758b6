import { bytesOf, fileOf, textWith } from './written';

const file = (columns: string[] = []) =>
	fileOf('jsonl', { columns, fields: columns.length > 0 ? columns : ['_id', 'name'] });

it('a line is the record as it came', async () => {
	const record = {
		...{ _id: 'i', duration: 300, public: true, groupId: null },
		...{ name: 'a\r\nb\u2028c', formula: '=1+1', tags: ['a'], author: { name: { first: 'Ada' } } },
	};
	const line = await textWith(file(), record);
	expect(line.split(/[\r\n]/)).toHaveLength(2);
	expect(JSON.parse(line)).toEqual(record);
});

it('with columns that were chosen, a line has all of them, null where there is nothing', async () => {
	const chosen = file(['author.name', 'missing']);
	expect(await textWith(chosen, { 'author.name': 'Ada' })).toBe(
		'{"author.name":"Ada","missing":null}\n',
	);
	expect(chosen.columns).toEqual(['author.name', 'missing']);
});

it('each record of a long page has one line, and nothing comes before the first', async () => {
	const records = Array.from({ length: 120 }, (_, index) => ({ _id: index }));
	const lines = (await bytesOf(file(), [], records)).toString().trimEnd().split('\n');
	expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(records);
});

it('fields that turn up after the first page are named', async () => {
	const written = file();
	await textWith(written, { _id: 'i', rating: 5 });
	expect(written).toMatchObject({ columns: ['_id', 'name'], otherFields: new Set(['rating']) });
});
