import { ALL, common, id, date, anyText, values, type ListRow } from '../row';

/** Skills, and their levels by user. */
export const skills: readonly ListRow[] = [
	{
		name: 'Skills',
		aliases: 'competencies, abilities',
		path: 'skills',
		fields: {
			...common('_id', 'name', 'status', 'description', 'createdAt', 'updatedAt', 'externalId'),
			libraryId: 'ID of the library of skills that it belongs to',
			parents: 'The skills above it, each with its ID',
			translations: 'Translations of its name and description, each with its language (lang)',
		},
		filters: {
			status: values('archived, published', ALL),
			updatedAt: date,
		},
	},
	{
		name: 'Skill Powers',
		aliases: 'skills of users, competencies, proficiency, assessments, levels',
		path: 'skills/powers',
		scope: 'skillsPowers:read',
		fields: {
			...common('_id', 'skillId', 'userId'),
			status: 'How far it is: toAssess, pendingValidation or validated',
			...common('createdAt', 'updatedAt'),
			qualifiers: 'What it is rated by, e.g. a level, each with its current value',
			...common('externalId'),
			skillExternalId: 'ID of the skill on another platform',
		},
		filters: {
			skillId: { ...anyText, operators: ['eq', 'in'] },
			status: values('toAssess, pendingValidation, validated', 'eq ne'),
			userId: id('eq in'),
		},
	},
];
