import type { IDataObject } from 'n8n-workflow';

import { knownLists, listAt } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformTrigger } from '../../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { SERVICE, type ContractType } from '../../contract';
import { isCompleted, readDateText } from '../../../nodes/LearningPlatform/catalog/completions';

const names = knownLists.map(({ name }) => name);

it.each([
	['node', new LearningPlatform(), 340],
	['trigger', new LearningPlatformTrigger(), 100],
])(
	'the description of the %s is small enough to open the editor quickly',
	(_what, { description }, most) => {
		expect(JSON.stringify(description).length).toBeLessThan(most * 1_000);
	},
);

/** Returns a list's record types. */
const variantsOf = (type: ContractType): ContractType[] =>
	type.oneOf?.flatMap(variantsOf) ?? [type];

it('45 lists are in alphabetical order', () => {
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	expect(new Set(names).size).toBe(45);
});

it('the lists are the published ones', () => {
	const published = Object.keys(SERVICE).filter((path) => SERVICE[path]?.list);
	expect(knownLists.map(({ path }) => path).sort()).toEqual(published.sort());
});

describe.each(knownLists.map((list) => [list.path, list] as const))('%s', (path, list) => {
	const { filters = {}, record = {} } = SERVICE[path] ?? {};
	const types = variantsOf(record);
	const isAlways = (field: string) =>
		types.every(({ type, required = [] }) => type === 'string' || required.includes(field));

	it('has the published fields, and no words for other filters', () => {
		const published = types.flatMap(({ fields, type }) =>
			type === 'string' ? ['_id'] : Object.keys(fields ?? {}),
		);
		expect(Object.keys(list.fields).sort()).toEqual([...new Set(published)].sort());
		const sent = list.filters.filter(({ isOwn }) => !isOwn).map(({ name }) => name);
		expect(sent.sort()).toEqual(Object.keys(filters).sort());
	});

	it('is identified by fields that every record has', () => {
		const identity = listAt(path).identity ?? [];
		expect(identity.filter((field) => !isAlways(field))).toEqual([]);
		const hasId = types.some(({ fields, type }) => type === 'string' || fields?._id !== undefined);
		expect(identity.includes('_id')).toBe(hasId);
	});

	it('takes record names from existing fields', () => {
		const all = new Set(listAt(path).catalogFields);
		const called = ['name', 'title', 'firstName', 'lastName'].filter((field) => all.has(field));
		expect(list.nameFields ?? []).toEqual(called);
	});

	it('describes each field in a phrase', () => {
		const { filters: offered, meanings } = listAt(path);
		const all = [...Object.values(meanings), ...offered.map(({ meaning }) => meaning)];
		expect(all.filter((meaning) => !/^[A-Z].{2,150}[^.]$/.test(meaning))).toEqual([]);
	});
});

it.each([
	['courses', 'modifiedAt'],
	['skills', 'updatedAt'],
	['courses/stats', 'completedAt'],
	['users/5f0c1a2b3c4d5e6f70819203/certificates', 'deliveryDate'],
	['certificate-outlines', 'createdAt'],
	['groups', undefined],
])('the %s list has the modification date %s', (path, date) => {
	expect(listAt(path).changedBy).toBe(date);
});

it.each([
	['groups/5f0c1a2b3c4d5e6f70819203/roles', ['userId', 'role', 'groupId']],
	['groups/{groupId}/roles', ['userId', 'role', 'groupId']],
	['groups/5f0c1a2b3c4d5e6f70819203/library/path-ids', ['_id', 'groupId']],
	['courses/5f0c1a2b3c4d5e6f70819203/tags', ['tagId', 'courseId', 'source']],
	['lessons', []],
	['', []],
])('the path %s has the fields %j', (path, fields) => {
	const { catalogFields, filters } = listAt(path);
	expect(catalogFields).toEqual(fields);
	expect(filters).toEqual([]);
});

it.each([
	['groups', {}],
	['users/a%20b/managers', { userId: 'a b' }],
	['paths/7/sessions/8/user-stats', { pathId: '7', sessionId: '8' }],
	['paths/7/sessions', {}],
	['lessons/7/teachers', {}],
])('the path %s adds the IDs %j to its records', (path, ids) => {
	expect(listAt(path).pathIds).toEqual(ids);
});

it.each<[where: string, path: string, record: IDataObject, order: string]>([
	['after its ID field', 'courses/7/tags', { source: 'a', tagId: 'b' }, 'source tagId courseId'],
	['after all its ID fields', 'groups/7/roles', { userId: 'a', role: 'b' }, 'userId role groupId'],
	['first if it has no ID fields', 'groups/7/roles', { name: 'a' }, 'groupId name'],
	['unless it already has one', 'courses/7/tags', { courseId: '8', tagId: 'b' }, 'courseId tagId'],
])('the ID in the path is added to a record %s', (_where, path, record, order) => {
	const { pathIds, withPathIds } = listAt(path);
	const all = withPathIds(record);
	expect(Object.keys(all).join(' ')).toBe(order);
	expect(all).toEqual({ ...pathIds, ...record });
});

it.each([
	['users', ['_id']],
	['groups/5f0c1a2b3c4d5e6f70819203/roles', ['userId', 'role']],
	['bulk/operations/5f0c1a2b3c4d5e6f70819203/results', []],
	['lessons', undefined],
])('records in the %s list are identified by %j', (path, identity) => {
	expect(listAt(path).identity).toEqual(identity);
});

const MOMENT = '2026-01-31T08:30:00.000Z';

it.each([
	[MOMENT, MOMENT],
	['2026-01-31', '2026-01-31'],
	['2026-01-31 08:30:00', '2026-01-31 08:30:00'],
	['2026-01-31T09:30:00+01:00', '2026-01-31T09:30:00+01:00'],
	['1999-05-01', '1999-05-01'],
	[Date.parse(MOMENT), MOMENT],
	[Date.parse(MOMENT) / 1_000, MOMENT],
	[String(Date.parse(MOMENT)), MOMENT],
	[46_053, undefined],
	[undefined, undefined],
	[null, undefined],
	['', undefined],
	[0, undefined],
	[-62_135_596_800_000, undefined],
	[true, undefined],
	['never', undefined],
	['2026-02-30', undefined],
	['0000-00-00', undefined],
	['0001-01-01T00:00:00Z', undefined],
	['1970-01-01T00:00:00.000Z', undefined],
	['9999-12-31', undefined],
	[{}, undefined],
])('the completion date in %j is %j', (completedAt, expected) => {
	expect(readDateText(completedAt)).toBe(expected);
	expect(isCompleted({ completedAt })).toBe(expected !== undefined);
});
