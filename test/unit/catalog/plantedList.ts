import { knownLists } from '../../../nodes/LearningPlatform/catalog/knownLists';
import type { KnownList } from '../../../nodes/LearningPlatform/catalog/row';

/** A list that the catalog does not have. It is put there before anything that reads the catalog is loaded. */
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

(knownLists as KnownList[]).push(planted);
