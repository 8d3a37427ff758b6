import { common, customFieldValues, date, anyText, values, type ListRow } from '../row';

/** Users, and the lists below a user. */
export const people: readonly ListRow[] = [
	{
		name: 'Users',
		aliases:
			'people, employees, learners, participants, teachers, colleagues, staff, accounts, email, job',
		path: 'users',
		ignoreFields: ['lastLoginDate'],
		fields: {
			...common('_id', 'firstName', 'lastName'),
			mail: 'Email address',
			username: 'User name',
			status: 'Active, invited or deleted',
			job: 'Job title',
			organization: 'Organization that the user works for',
			primaryGroupId: 'ID of the main group of the user',
			lang: 'Language of the user, as a code such as en',
			phone: 'Phone number',
			custom: 'Free text, e.g. a personnel number',
			lastLoginDate: 'When the user last logged in',
			deletedAt: 'Each time the user was deleted',
			reactivatedAt: 'Each time the user was activated again',
			toBeDeactivatedAt: 'When the user will be deactivated',
			profileImageId: 'ID of the picture of the user',
		},
		filters: {
			mail: {
				...anyText,
				description: 'Only list the users with one of these email addresses',
				example: 'ana.silva@example.com',
			},
			status: values('active, invited, deleted', 'eq ne'),
			username: { ...anyText, label: 'User Name', example: 'ana.silva' },
		},
	},
	{
		name: 'Certificates of a User',
		aliases: 'certifications, badges, diplomas, qualifications, expiring',
		path: 'users/{userId}/certificates',
		fields: {
			...common('_id', 'title'),
			type: 'Awarded for a path (path), or by somebody else (external)',
			deliveryDate: 'When it was awarded',
			expirationDate: 'When it expires, empty if it never does',
			validityPeriod: 'How long it is valid',
			...common('certificateOutlineId', 'pathId'),
			pathName: 'Name of the path',
			...common('pathSessionId'),
		},
		filters: { deliveryDate: date, expirationDate: date },
	},
	{
		name: 'Custom Field Values of a User',
		aliases: 'attributes, properties, profile',
		path: 'users/{userId}/custom-fields/values',
		...customFieldValues,
	},
	{
		name: 'Custom Links of a User',
		aliases: 'shortcuts, menu, addresses',
		path: 'users/{userId}/custom-links',
		fields: {
			...common('_id', 'customLinkId'),
			url: 'Where the link leads for this user',
		},
	},
	{
		name: 'Managers of a User',
		aliases: 'boss, supervisors, line managers, reports to',
		path: 'users/{userId}/managers',
		fields: { _id: 'ID of the manager' },
	},
	{
		name: 'Memberships of a User',
		aliases: 'groups of a user, teams, roles, permissions, member of',
		path: 'users/{userId}/roles',
		identity: ['groupId', 'role'],
		fields: { groupId: 'ID of the group', ...common('role') },
	},
	{
		name: 'Subordinates of a User',
		aliases: 'team, direct reports, employees of a manager',
		path: 'users/{userId}/subordinates',
		fields: { _id: 'ID of the user who reports to this user' },
	},
];
