import type { ILoadOptionsFunctions } from 'n8n-workflow';

// Comes first, so that all others find the row.
import { planted } from './plantedList';
import { nameOf } from '../../../nodes/LearningPlatform/catalog/identity';
import { splitDateOf } from '../../../nodes/LearningPlatform/catalog/knownLists';
import { LearningPlatform } from '../../../nodes/LearningPlatform/LearningPlatform.node';
import { fieldsIn } from '../../../scripts/docs/fields';

const { description, methods } = new LearningPlatform();

describe('a row is all that a new list needs for', () => {
	it.each<[string, string]>([
		['the fields for the IDs in its path', '"displayName":"Teacher ID","name":"teacherId"'],
		['showing them', `"/listPath":["${planted.path}"]`],
		['knowing its fields', `"${planted.path}":["_id","headline","createdat"]`],
		['the words about Read Faster', planted.name],
	])('%s', (_what, shown) => {
		expect(JSON.stringify(description).replaceAll('\\"', '"').includes(shown)).toBe(true);
	});

	it('finding it by what people call it', async () => {
		const context = {} as ILoadOptionsFunctions;
		const { results } = await methods.listSearch.searchLists.call(context, 'CLASSES teacher');
		expect(results).toEqual([
			{ name: 'Lessons of a Teacher (lessons:read)', value: 'teachers/{teacherId}/lessons' },
		]);
	});

	it('the names of its records', () => {
		expect(nameOf({ headline: 'Safety' })).toBe('Safety');
	});

	it('reading it in parts', () => {
		expect(splitDateOf('teachers/7/lessons', 'auto')).toBe('createdAt');
	});

	it('docs/fields.md', () => {
		expect(fieldsIn().at(-1)).toContain('| `headline` | What it is about |');
	});
});
