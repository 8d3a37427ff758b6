import type { ILoadOptionsFunctions } from 'n8n-workflow';

// Comes first, so that all others find the row.
import { planted } from './plantedList';
import {
	findKnownList,
	knownFieldsOf,
	splitDateOf,
} from '../../../nodes/LearningPlatform/catalog/knownLists';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { sectionOf } from '../../../scripts/docs/fields';

const { customOperations, description, methods } = new LearningPlatform();

describe('a row is all that a new list needs for', () => {
	it.each<[string, string]>([
		['the fields for the IDs in its path', '"displayName":"Teacher ID","name":"teacherId"'],
		['showing them', `"/listPath":["${planted.path}"]`],
		['the words about Read Faster', planted.name],
	])('%s', (_what, shown) => {
		expect(JSON.stringify(description).replaceAll('\\"', '"').includes(shown)).toBe(true);
	});

	it('finding it by what people call it', async () => {
		const context = {} as ILoadOptionsFunctions;
		const { results } = await methods.listSearch.searchLists.call(context, 'SEMINARS teacher');
		expect(results).toEqual([
			{ name: 'Lessons of a Teacher (teachers:read)', value: 'teachers/{teacherId}/lessons' },
		]);
	});

	it('knowing its fields', () => {
		const names = knownFieldsOf('teachers/7/lessons').map(({ name }) => name);
		expect(names).toEqual(['_id', 'teacherId', 'title', 'createdAt']);
	});

	it('the names of its records, and asking for what was changed', () => {
		const list = findKnownList('teachers/7/lessons');
		expect(list).toMatchObject({ called: ['title'], changedBy: 'createdAt' });
	});

	it('reading it in parts', () => {
		expect(splitDateOf('teachers/7/lessons', 'auto')).toBe('createdAt');
	});

	it('its part of docs/fields/', () => {
		expect(sectionOf(planted)).toContain('| **`createdAt`** | When it was made |');
	});
});

describe('a new resource takes one row more for', () => {
	const { properties } = description;
	const optionsOf = (field: string, shown?: string) =>
		properties.flatMap(({ name, options = [], displayOptions }) =>
			name === field && displayOptions?.show?.resource?.includes(shown ?? '') !== false
				? options
				: [],
		);

	it('a place in the menu', () => {
		expect(optionsOf('resource')).toContainEqual(expect.objectContaining({ name: 'Lesson' }));
	});

	it('its actions', () => {
		const actions = optionsOf('operation', 'lesson').map(
			(option) => 'action' in option && option.action,
		);
		expect(actions).toEqual([
			'List lessons',
			'Get a lesson',
			'Export lessons to file',
			'Sync lessons to a table',
		]);
	});

	it('its filters', () => {
		const names = optionsOf('filters', 'lesson').map(({ name }) => name);
		expect([...new Set(names)]).toEqual([
			...['createdAfter', 'createdBefore', 'fieldFilters', 'nameContains'],
		]);
	});

	it('its picker', () => {
		expect(methods.listSearch).toHaveProperty('searchLessons');
	});

	it('its export', () => {
		expect(Object.keys(customOperations)).toContain('lesson');
	});
});
