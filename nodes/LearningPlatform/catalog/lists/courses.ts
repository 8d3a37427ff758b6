import { common, customFieldValues, type CatalogList } from '../catalogList';

export const courses: readonly CatalogList[] = [
	{
		name: 'Courses',
		aliases: 'trainings, lessons, e-learning, elearning, contents, modules, catalogue',
		path: 'courses',
		fields: {
			...common('_id', 'name'),
			status: 'Published, archived, or deleted',
			type: 'Native, external, or elearning standard',
			...common('groupId', 'authorId', 'sourceLang', 'createdAt'),
			modifiedAt:
				'When it was last edited; archiving, restoring, or translating a course might not change this date',
			duration: 'How long the course takes, in minutes',
			...common('defaultLang', 'coAuthorIds', 'description'),
			externalPlatform: 'Platform that an external course comes from',
			currentVersionNumber: 'Current version number',
			collaborativeLearning: 'Whether the course uses collaborative learning',
			...common('translations'),
		},
		filters: {
			authorId: { description: 'List only the courses by this author' },
			modifiedAt: {
				caveat: 'Archiving, restoring, or translating a course might not change this date',
			},
			originalAuthorId: {
				shownIn: '',
				meaning: 'ID of the original author',
				description: 'List only the courses whose original author is this user',
			},
			sourceLang: {
				description: 'List only the courses whose original language has one of these codes',
				example: 'en, fr',
			},
			tagIds: { shownIn: '', meaning: "IDs of the course's tags" },
		},
	},
	{
		name: 'Course Statistics',
		about: 'one record per course attempt',
		aliases:
			'completions, completed courses, progress, scores, results, attempts, learners, participants, tracking, training records, time spent, training status, not completed, not finished, mandatory, compliance',
		path: 'courses/stats',
		completionIdentity: ['userId', 'courseId'],
		ignoreFields: ['lastActivityAt', 'timeSpent'],
		fields: {
			...common('_id', 'courseId', 'userId', 'progress', 'score', 'completedAt'),
			firstActivityAt: 'When the user was first active in the course',
			lastActivityAt: 'When the user was last active in the course',
			...common('timeSpent'),
			lang: 'Code of the language in which the user took the course, e.g. en',
			versionNumber: 'Number of the course version that the user took',
			pathId: 'ID of the path in which the user took the course',
			pathSessionId: 'ID of the path session in which the user took the course',
		},
	},
	{
		name: 'Custom Field Values of a Course',
		aliases: 'attributes, properties, metadata',
		path: 'courses/{courseId}/custom-fields/values',
		...customFieldValues,
	},
	{
		name: 'Tags of a Course',
		aliases: 'topics, labels, keywords',
		path: 'courses/{courseId}/tags',
		identity: ['tagId'],
		fields: common('tagId', 'source'),
	},
	{
		name: 'Learning Needs',
		aliases: 'training needs, requests, wishes, demand',
		path: 'learning-needs',
		fields: {
			...common('_id', 'name'),
			status: 'Progress, e.g. new, exploring, projectOngoing, or done',
			...common('groupId'),
			authorId: 'ID of the user who submitted the need',
			...common('createdAt'),
			questions: 'Questions about the training need, each with its title and answer',
			suggestedExpertIds: 'IDs of the suggested experts',
			volunteerIds: 'IDs of the users who volunteered',
		},
	},
	{
		name: 'Projects',
		aliases: 'course creation, authoring',
		path: 'projects',
		fields: {
			...common('_id', 'name'),
			completed: 'Whether the project is completed',
			...common('groupId'),
		},
	},
	{
		name: 'Skills',
		aliases: 'competencies, abilities',
		path: 'skills',
		fields: {
			...common('_id', 'name', 'status', 'description', 'createdAt', 'updatedAt', 'externalId'),
			libraryId: "ID of the skill's library",
			parents: 'Parent skills, each with its ID',
			translations: 'Translations of the name and description, each with its language (lang)',
		},
	},
	{
		name: 'Skill Powers',
		aliases: 'user skills, competencies, proficiency, assessments, levels',
		path: 'skills/powers',
		fields: {
			...common('_id', 'skillId', 'userId'),
			status: 'Stage: toAssess, pendingValidation, or validated',
			...common('createdAt', 'updatedAt'),
			qualifiers: 'Ratings (e.g. a level), each with its current value',
			...common('externalId'),
			skillExternalId: 'ID of the skill on another platform',
		},
	},
];
