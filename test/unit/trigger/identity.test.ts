import type { IDataObject } from 'n8n-workflow';

import { triggerFor } from './pollOf';

const all = ['added', 'updated', 'removed'];

const withId = (idField: string, options: IDataObject = {}) =>
	triggerFor({ triggerOn: all, options: { idField, ...options } });

it.each([
	['_id', { _id: 'a' }, 'a', ''],
	['the field that Options name', { id: 1, code: 'C-1' }, 'C-1', 'code'],
])('the ID of a record is found in %s, and removals report it as it was', async (...row) => {
	const [, ids, id, idField] = row;
	const trigger = withId(idField);
	const other = { name: 'Two', _id: 'b', id: 'b', uuid: 'b', code: 'b' };
	await trigger.poll([{ name: 'One', ...ids }, other]);
	expect(await trigger.poll([other])).toEqual([]);
	const triggerTime = expect.any(String) as string;
	expect(await trigger.poll([other])).toEqual([
		{ [idField || '_id']: id, triggerEvent: 'removed', triggerTime },
	]);
});

it.each([
	['as they were sent', ''],
	['in several fields', 'id, rank'],
])(
	'IDs that are numbers today and text tomorrow are the same, and reported %s',
	async (_, idField) => {
		const trigger = withId(idField);
		const [one, two] = [1, 2].map((id) => ({ id, rank: 'a', name: 'One' }));
		await trigger.poll([{ ...one }, { ...two }]);
		const asText = { ...one, id: '1' };
		expect(await trigger.poll([asText, { ...two }])).toEqual([]);
		await trigger.poll([{ ...two }]);
		expect(await trigger.poll([{ ...two }])).toMatchObject([{ id: 1, triggerEvent: 'removed' }]);
		await trigger.poll([asText]);
		await trigger.poll([asText]);
		expect(await trigger.poll([{ id: '3', rank: 'a' }])).toMatchObject([{ triggerEvent: 'added' }]);
		expect(await trigger.poll([{ id: '3', rank: 'a' }])).toMatchObject([{ id: '1' }]);
	},
);

const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, 1]));
const known = { _id: 'a', code: 'a' };

it.each<[what: string, idField: string, list: IDataObject[], description: string]>([
	[
		'has none of the usual fields',
		'',
		[{ name: 'b' }],
		'no value in _id, id, or uuid. It has name.',
	],
	['lacks the field that Options name', 'code', [{ _id: 'b' }], 'no value in code. It has _id.'],
	[
		'lacks one of two fields',
		'userId, rank',
		[{ userId: 'b' }],
		'no value in rank. It has userId.',
	],
	['is empty', '', [known, {}], 'Record 2 of page 1 has no value in _id. It has no fields at all.'],
	['has many fields', '', [known, many], 'It has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9. Under'],
])('a record that %s is an error that says where to set ID Field', async (...row) => {
	const [, idField, list, description] = row;
	await expect(withId(idField).poll(list)).rejects.toMatchObject({
		message: 'A record of the list has no ID, so its changes cannot be tracked',
		description: expect.stringMatching(/^Record . of page 1 .*Options, set ID Field/) as string,
	});
	await expect(withId(idField).poll(list)).rejects.toHaveProperty(
		'description',
		expect.stringContaining(description),
	);
});

it('a record that Name Contains leaves out counts for the place of one without an ID', async () => {
	const trigger = triggerFor({ filters: { nameContains: 'strasse' } });
	const polled = trigger.poll([{ _id: 'a', name: 'b' }, { name: 'Straße' }]);
	await expect(polled).rejects.toHaveProperty('description', expect.stringMatching(/^Record 2 of/));
});

it.each([
	['groupId', '"g1"'],
	['groupId, role', '["g1","admin"]'],
])('two records with the same %s on one page are an error', async (idField, shown) => {
	const records = ['g1', 'g2', 'g1'].map((groupId, at) => ({ groupId, role: 'admin', name: at }));
	await expect(withId(idField).poll(records)).rejects.toMatchObject({
		message: 'Two records of the list have the same ID, so their changes cannot be distinguished',
		description: `Record 3 of page 1 has the same "${idField}" as an earlier record: ${shown}. Under Options, set ID Field to the field that uniquely identifies a record, or to several that do so together, separated by commas.`,
	});
});

it.each<[what: string, idField: string, pages: IDataObject[][], ids: object[]]>([
	[
		'two when another field identifies them',
		'code',
		[[{ id: 1, code: 'a' }], [{ id: 1, code: 'b' }]],
		[{ code: 'a' }, { code: 'b' }],
	],
	[
		'one when all else is the same, too',
		'',
		[
			[
				{ id: 1, name: 'One' },
				{ name: 'One', id: 1 },
			],
		],
		[{ id: 1 }],
	],
])('records with the same ID are %s', async (_, idField, pages, told) => {
	const trigger = withId(idField, { emitOnFirstRun: true });
	const items = await trigger.poll(...pages);
	expect(items).toHaveLength(told.length);
	expect(items).toMatchObject(told);
});
