import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import {
	resourceOf,
	resources,
	type Resource,
} from '../../../nodes/LearningPlatform/catalog/resources';
import type { KnownList } from '../../../nodes/LearningPlatform/catalog/row';

/** A list that the catalog does not have. It is put there, with another one and its resource, before anything that reads the catalog is loaded. */
export const planted: KnownList = {
	name: 'Lessons of a Teacher',
	aliases: 'classes',
	path: 'teachers/{teacherId}/lessons',
	scope: 'lessons:read',
	called: ['headline'],
	splitBy: 'createdAt',
	fields: { _id: 'ID of the lesson', headline: 'What it is about', createdAt: 'When it was made' },
	filters: { createdAt: { kind: 'date', operators: ['gte', 'lt'] } },
};

const lessons: KnownList = { ...planted, name: 'Lessons', path: 'lessons' };

(knownLists as KnownList[]).push(lessons, planted);
(resources as Resource[]).push(
	resourceOf({
		...{ value: 'lesson', name: 'Lesson', plural: 'lessons', description: 'What is taught' },
		...{ list: 'lessons', idName: 'lessonId', simplified: '_id headline' },
		filterExample: { field: 'createdAt', value: '2026-01-31' },
	}),
);
