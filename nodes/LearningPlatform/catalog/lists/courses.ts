import { common, customFieldValues, date, flag, id, values, type ListRow } from '../row';

/** The languages in which a course can be written, by their codes. */
const LANGUAGES = [
	'am_ET, ar, bg, bn, bs, ca, cs, cy, da, de, el, en, en_CA, en_GB, es, es_AR, es_MX, et, fi, fr',
	'fr_CA, gu, he_IL, hi, hr, ht_HT, hu, hy, id, it, ja, kar_MM, kk, km, ko, lo, lt, lv, mh_MH, mi',
	'mn_MN, mr, ms, my_MM, nl, nl_BE, nn_NO, no, or, pa, pl, pt, pt_BR, pt_MZ, rn_BI, ro, ru, rw_RW',
	'si, sk, sl, so_SO, sr, sv, sw_KE, ta, te, th, ti_ET, tl_PH, tr, uk, ur, uz, vi, yo_NG, zh',
	'zh_HANT, zh_tw',
].join(', ');

/** Courses, what is known of each, and how far people are in them. */
export const courses: readonly ListRow[] = [
	{
		name: 'Courses',
		aliases: 'trainings, lessons, e-learning, elearning, contents, modules, catalogue',
		path: 'courses',
		splitBy: 'createdAt',
		fields: {
			...common('_id', 'name'),
			status: 'Published, archived or deleted',
			type: 'Native, external or elearning standard',
			...common('groupId', 'authorId', 'sourceLang', 'createdAt'),
			modifiedAt: 'When it was last edited; archiving, restoring and translating may not count',
			duration: 'How long the course takes, in minutes',
			...common('defaultLang', 'coAuthorIds', 'description'),
			externalPlatform: 'Platform that an external course comes from',
			currentVersionNumber: 'Number of its current version',
			collaborativeLearning: 'Whether it uses collaborative learning',
			...common('translations'),
		},
		filters: {
			authorId: id('eq'),
			coAuthorIds: id('in'),
			collaborativeLearning: flag,
			createdAt: date,
			groupId: id('eq'),
			modifiedAt: { ...date, note: 'Archiving, restoring and translating may not count' },
			originalAuthorId: {
				...id('eq'),
				shownIn: '',
				meaning: 'ID of the user who wrote it first',
				description: 'Only list the courses that this user wrote first',
			},
			sourceLang: {
				...values(LANGUAGES, 'eq in'),
				description: 'Only list the courses written in one of these languages, by their codes',
				example: 'en, fr',
			},
			status: values('archived, deleted, published'),
			tagIds: { ...id('in'), shownIn: '', meaning: 'IDs of its tags' },
			type: values('elearning standard, external, native'),
		},
	},
	{
		name: 'Course Statistics',
		about: 'a record for each attempt at a course',
		aliases:
			'completions, completed courses, progress, scores, results, attempts, learners, participants, tracking, training records, time spent, training status, not completed, not finished, mandatory, compliance',
		path: 'courses/stats',
		scope: 'courseStats:read',
		completionOf: ['userId', 'courseId'],
		ignoreFields: ['lastActivityAt', 'timeSpent'],
		fields: {
			...common('_id', 'courseId', 'userId', 'progress', 'score', 'completedAt'),
			firstActivityAt: 'When the user was first active in it',
			lastActivityAt: 'When the user was last active in it',
			...common('timeSpent'),
			lang: 'Language in which the user took it, as a code such as en',
			versionNumber: 'Number of the version that the user took',
			pathId: 'ID of the path in which the user took it',
			pathSessionId: 'ID of the path session in which the user took it',
		},
		filters: { completedAt: date, courseId: id(), userId: id() },
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
		scope: 'tags:read',
		identity: ['tagId'],
		fields: common('tagId', 'source'),
	},
	{
		name: 'Learning Needs',
		aliases: 'training needs, requests, wishes, demand',
		path: 'learning-needs',
		scope: 'learningNeeds:read',
		fields: {
			...common('_id', 'name'),
			status: 'How far it is, e.g. new, exploring, projectOngoing or done',
			...common('groupId'),
			authorId: 'ID of the user who declared it',
			...common('createdAt'),
			questions: 'Questions about it, each with its title and the answer',
			suggestedExpertIds: 'IDs of the users who are suggested as experts',
			volunteerIds: 'IDs of the users who volunteer',
		},
	},
	{
		name: 'Projects',
		aliases: 'course creation, authoring',
		path: 'projects',
		fields: {
			...common('_id', 'name'),
			completed: 'Whether it is completed',
			...common('groupId'),
		},
	},
];
