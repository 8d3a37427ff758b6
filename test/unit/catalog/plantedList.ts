import { knownListOf, knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import {
	resourceOf,
	resources,
	type Resource,
} from '../../../nodes/LearningPlatform/catalog/resources';
import type { KnownList, ListRow } from '../../../nodes/LearningPlatform/catalog/row';

const row: ListRow = {
	name: 'Lessons of a Teacher',
	aliases: 'seminars',
	path: 'teachers/{teacherId}/lessons',
	splitBy: 'createdAt',
	fields: { _id: 'ID of the lesson', title: 'What it is about', createdAt: 'When it was made' },
	filters: { createdAt: { kind: 'date', operators: ['gte', 'lt'] } },
};

/** A list that the catalog does not have. It is put there, with another one and its resource, before anything that reads the catalog is loaded. */
export const planted = knownListOf(row);

const lessons = knownListOf({ ...row, name: 'Lessons', path: 'lessons' });

(knownLists as KnownList[]).push(lessons, planted);
(resources as Resource[]).push(
	resourceOf({
		...{ value: 'lesson', name: 'Lesson', plural: 'lessons', description: 'What is taught' },
		...{ list: 'lessons', idName: 'lessonId', simplified: '_id title' },
		filterExample: { field: 'createdAt', value: '2026-01-31' },
	}),
);
