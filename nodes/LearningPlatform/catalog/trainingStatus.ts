import { anyText, common, type ListRow } from './row';

/** A list of the package's own: each person with the best attempt or enrollment. */
export const trainingStatusList: ListRow = {
	name: 'Training Status',
	path: 'training-status',
	scope: 'users:read',
	identity: ['userId'],
	fields: {
		...common('userId'),
		userName: 'Name of the user',
		userMail: 'Email address of the user',
		status: 'How the user stands: e.g. completed, inProgress or notStarted',
		dueDate:
			'When the path is due; empty for a course, since the platform has due dates for paths only',
		...common('completedAt', 'progress', 'score'),
		attempts: 'How many attempts at the course, or enrollments in the path, the user has',
		startedAt: 'When the user began, in the attempt or enrollment that counts',
		...common('courseId', 'pathId', 'sessionId'),
	},
	filters: {
		mail: {
			...anyText,
			meaning: 'Email address of the user',
			description: 'Only list the people with one of these email addresses',
			example: 'ana.silva@example.com',
		},
		username: {
			...anyText,
			meaning: 'User name, if people have one',
			label: 'User Name',
			example: 'ana.silva',
		},
	},
};

/** Returns the fields of a record in order: a course has no session, a path no course. */
export function trainingFields(of: 'course' | 'path'): string[] {
	const others = of === 'course' ? ['pathId', 'sessionId'] : ['courseId'];
	return Object.keys(trainingStatusList.fields).filter((field) => !others.includes(field));
}
