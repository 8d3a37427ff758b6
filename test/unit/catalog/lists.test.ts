import {
	identityOf,
	knownFieldsOf,
	knownFiltersOf,
	knownLists,
} from '../../../nodes/LearningPlatform/catalog/knownLists';
import { rows } from '../../../scripts/contract/rows';
import { SERVICE, type ContractType } from '../../contract';
import { differences } from '../../contract/differences';

const names = knownLists.map(({ name }) => name);

/** The types of the records of a list. */
const variantsOf = (type: ContractType): ContractType[] =>
	type.oneOf?.flatMap(variantsOf) ?? [type];

it('the rows have what the service publishes, and nothing that it does not have', () => {
	expect(differences(rows, SERVICE)).toEqual([]);
});

it('the lists are in alphabetical order, each of them once', () => {
	expect(names).toEqual([...names].sort((a, b) => a.localeCompare(b, 'en')));
	expect(new Set(names).size).toBe(45);
	expect(new Set(knownLists.map(({ path }) => path)).size).toBe(45);
});

describe.each(knownLists.map((list) => [list.path, list] as const))('%s', (path, list) => {
	const { filters = {}, record = {}, paged = false } = SERVICE[path] ?? {};
	const types = variantsOf(record);
	const isAlways = (field: string) =>
		types.every(({ type, required = [] }) => type === 'string' || required.includes(field));

	it('comes in pages, or in one, as the service says', () => {
		expect(list.paged ?? true).toBe(paged);
	});

	it('is identified by fields that every record has', () => {
		const identity = identityOf(path) ?? [];
		expect(identity.filter((field) => !isAlways(field))).toEqual([]);
		const hasId = types.some(({ fields, type }) => type === 'string' || fields?._id !== undefined);
		expect(identity.includes('_id')).toBe(hasId);
	});

	it('is called by fields of its records, where they have any for a name', () => {
		const all = new Set(knownFieldsOf(path).map(({ name }) => name));
		const called = ['name', 'title', 'firstName', 'lastName'].filter((field) => all.has(field));
		expect(list.called ?? []).toEqual(called);
	});

	it('has dates for its changes and parts by which the service filters', () => {
		for (const date of [list.changedBy, list.splitBy].filter((field) => field !== undefined)) {
			expect(knownFiltersOf(path).find(({ name }) => name === date)?.kind).toBe('date');
		}
		if (list.splitBy === undefined) return;
		expect(list.splitBy).toMatch(/^(createdAt|deliveryDate)$/);
		expect(isAlways(list.splitBy)).toBe(true);
	});

	it('says of each field what it holds, as a phrase', () => {
		const meanings = [...knownFieldsOf(path), ...knownFiltersOf(path)].map((row) => row.meaning);
		expect(meanings.filter((meaning) => !/^[A-Z].{2,90}[^.]$/.test(meaning))).toEqual([]);
	});

	it('has filters of the kinds that the service takes', () => {
		const kindOf = ({ type, format, items, enum: values }: ContractType): string => {
			if (items !== undefined) return kindOf(items);
			if (values !== undefined) return 'value';
			if (format === 'date-time') return 'date';
			return format === 'ObjectId' ? 'id' : type === 'boolean' ? 'boolean' : 'text';
		};
		const taken = Object.entries(filters).map(([name, operators]) => {
			const [type = {}] = Object.values(operators);
			return [name, kindOf(type)];
		});
		const known = knownFiltersOf(path).map(({ name, kind }) => [name, kind]);
		expect(new Map(known as [])).toEqual(new Map(taken as []));
	});
});

it.each([
	['groups/5f0c1a2b3c4d5e6f70819203/roles', ['userId', 'role']],
	['groups/5f0c1a2b3c4d5e6f70819203/library/path-ids', ['_id']],
	['lessons', []],
	['', []],
])('a path with IDs leads to the fields of its list: %s', (path, fields) => {
	expect(knownFieldsOf(path).map(({ name }) => name)).toEqual(fields);
	expect(knownFiltersOf(path)).toEqual([]);
});

it.each([
	['users', ['_id']],
	['groups/5f0c1a2b3c4d5e6f70819203/roles', ['userId', 'role']],
	['bulk/operations/5f0c1a2b3c4d5e6f70819203/results', []],
	['lessons', undefined],
])('the records of %s are identified by %j', (path, identity) => {
	expect(identityOf(path)).toEqual(identity);
});
