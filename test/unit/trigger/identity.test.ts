import type { IDataObject } from 'n8n-workflow';

import type { UserFacingError } from '../../../nodes/LearningPlatform/failures/userFacingError';
import { wordedForNode } from '../../../nodes/LearningPlatform/nodeErrors';
import { triggerFor } from './pollOf';

const all = ['added', 'updated', 'removed'];

const withId = (idField: string, options: IDataObject = {}) =>
	triggerFor({ triggerOn: all, options: { idField, ...options } });

it.each([
	['_id', { _id: 'a' }, 'a', ''],
	['the field named under Options', { id: 1, code: 'C-1' }, 'C-1', 'code'],
])('the record ID comes from %s and is reported with a removal', async (...row) => {
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
	['as it was sent', ''],
	['in several fields', 'id, rank'],
])('a number ID that becomes text remains the same ID and is reported %s', async (_, idField) => {
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
});

const many = Object.fromEntries(Array.from({ length: 12 }, (_, at) => [`f${at}`, 1]));
const known = { _id: 'a', code: 'a' };

it.each<[what: string, idField: string, list: IDataObject[], description: string]>([
	['has no usual ID field', '', [{ name: 'b' }], 'no value in _id, id, or uuid. It has name.'],
	['has an empty ID Field', 'code', [{ _id: 'b' }], 'no value in code. It has _id.'],
	['has only one of two ID fields', 'a, b', [{ a: 1 }], 'no value in b. It has a.'],
	['is empty', '', [known, {}], 'Record 2 of page 1 has no value in _id. It has no fields at all.'],
	['has many fields', '', [known, many], 'It has f0, f1, f2, f3, f4, f5, f6, f7, f8, f9. Under'],
])('a record that %s causes an error that points to ID Field', async (...row) => {
	const [, idField, list, facts] = row;
	const error = (await withId(idField)
		.poll(list)
		.catch((reason: unknown) => reason)) as UserFacingError;
	expect(error.message).toBe('A record in the list has no ID, so its changes cannot be tracked');
	expect(error.description).toMatch(/^Record . of page 1 .*Options, set ID Field/);
	expect(error.description).toContain(facts);
});

it('records that Name Contains excludes count toward the position of a record without an ID', async () => {
	const trigger = triggerFor({ filters: { nameContains: 'strasse' } });
	const polled = trigger.poll([{ _id: 'a', name: 'b' }, { name: 'Straße' }]);
	await expect(polled).rejects.toHaveProperty('description', expect.stringMatching(/^Record 2 of/));
});

it.each([
	['groupId', '"g1"'],
	['groupId, role', '["g1","admin"]'],
])('two records on one page with the same %s cause an error', async (idField, shown) => {
	const records = ['g1', 'g2', 'g1'].map((groupId, at) => ({ groupId, role: 'admin', name: at }));
	await expect(withId(idField).poll(records)).rejects.toMatchObject({
		message: 'Two records in the list have the same ID, so their changes cannot be distinguished',
		description: `Record 3 of page 1 has the same "${idField}" as an earlier record: ${shown}. Under Options, set ID Field to the field that uniquely identifies a record, or to a comma-separated combination of fields.`,
	});
});

it.each<[what: string, first: IDataObject, second: IDataObject]>([
	['another ID', { _id: 'a', modifiedAt: '2026-01-01' }, { _id: 'b', modifiedAt: '2026-01-02' }],
	['no ID', { role: 'admin' }, { role: 'learner' }],
])(
	'a record on a later page with the same ID Field and %s causes an error',
	async (_, ...records) => {
		const [first = {}, second = {}] = records.map((record) => ({ code: 'C-1', ...record }));
		const failure = await withId('code')
			.poll([first], [second])
			.catch((error: unknown) => error);
		expect(failure).toHaveProperty('facts.page.number', 2);
		expect(wordedForNode(failure)).toMatchObject({
			message: expect.stringContaining('have the same ID but differ: record') as string,
			description: expect.stringMatching(
				/^Both have the same "code". Under Options, set ID/,
			) as string,
		});
		await expect(withId('code').poll([first], [first])).resolves.toEqual([]);
	},
);

it('a record that was edited and moved to a later page is not reported as two records', async () => {
	const trigger = withId('code', { emitOnFirstRun: true });
	const versions = [1, 2].map((day) => ({ _id: 'a', code: 'C-1', day }));
	const items = await trigger.poll(...versions.map((version) => [version]));
	expect(items).toMatchObject([{ day: 2 }]);
});

it('records with the same ID remain distinct if a different field identifies them', async () => {
	const trigger = withId('code', { emitOnFirstRun: true });
	const items = await trigger.poll([{ id: 1, code: 'a' }], [{ id: 1, code: 'b' }]);
	expect(items).toMatchObject([{ code: 'a' }, { code: 'b' }]);
});

it('identical records on a page are treated as one record', async () => {
	const trigger = withId('', { emitOnFirstRun: true });
	const twin = { name: 'One', id: 1 };
	expect(await trigger.poll([{ id: 1, name: 'One' }, twin])).toMatchObject([{ id: 1 }]);
});

it('the last version of a record on a page is reported if its modification date differs', async () => {
	const trigger = withId('');
	const versions = [1, 2, 3].map((day) => {
		return { _id: 'a', name: `Version ${day}`, modifiedAt: `2026-01-0${day}` };
	});
	await trigger.poll(versions.slice(0, 1));
	expect(await trigger.poll(versions)).toMatchObject([{ name: 'Version 3' }]);
	// Different records that share a wrongly chosen ID field usually have different dates, too.
	await expect(
		withId('code').poll(versions.map((each) => ({ ...each, _id: each.name, code: 'a' }))),
	).rejects.toThrow('Two records in the list have the same ID');
});
