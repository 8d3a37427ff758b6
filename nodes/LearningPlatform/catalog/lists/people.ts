import { TEXT_OPERATORS, common, customFieldValues, type CatalogList } from '../catalogList';

const anyText = { valueType: 'text', operators: TEXT_OPERATORS } as const;

export const people: readonly CatalogList[] = [
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
			status: 'Active, invited, or deleted',
			job: 'Job title',
			organization: 'Organization that the user works for',
			primaryGroupId: "ID of the user's main group",
			lang: "The user's language code, e.g. en",
			phone: 'Phone number',
			custom: 'Free text, e.g. an employee number',
			lastLoginDate: 'When the user last logged in',
			deletedAt: 'Dates when the user was deleted',
			reactivatedAt: 'Dates when the user was reactivated',
			toBeDeactivatedAt: 'When the user will be deactivated',
			profileImageId: "ID of the user's profile picture",
		},
		filters: {
			mail: {
				description: 'List only the users with one of these email addresses',
				example: 'ana.silva@example.com',
			},
			username: { title: 'User Name', example: 'ana.silva' },
		},
	},
	{
		name: 'Certificates of a User',
		aliases: 'certifications, badges, diplomas, qualifications, expiring',
		path: 'users/{userId}/certificates',
		fields: {
			...common('_id', 'title'),
			type: 'Where the certificate was earned: in a path (path) or elsewhere (external)',
			deliveryDate: 'When it was awarded',
			expirationDate: 'When it expires; empty if it never expires',
			validityPeriod: 'How long it is valid',
			...common('certificateOutlineId', 'pathId'),
			pathName: 'Name of the path',
			...common('pathSessionId'),
		},
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
			url: 'URL that the link opens for this user',
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
		fields: { _id: 'ID of a user who reports to this user' },
	},
	{
		name: 'Groups',
		aliases: 'teams, departments, units, entities, hierarchy',
		path: 'groups',
		fields: {
			...common('_id', 'name'),
			public: 'Whether the group is public',
			parentId: 'ID of the parent group; the root group has none',
			custom: 'Free text, e.g. Unit 101',
			subdomain: "Subdomain of the group's URL",
			url: 'URL of the group',
			bannerImageId: 'ID of the banner',
			backgroundImageId: 'ID of the background image',
			faviconImageId: 'ID of the favicon',
			logoImageId: 'ID of the logo',
			privacyPolicy: 'Privacy policy: its URL and whether users must consent',
			moderationCharter: 'Moderation charter: its URL and whether users must consent',
			termsOfUse: 'Terms of use: their URL and whether users must consent',
			imprint: 'Imprint: its URL and whether users must consent',
		},
	},
	{
		name: 'Memberships in a Group',
		aliases: 'members of a group, participants, learners, teachers, users in a group, roles, team',
		path: 'groups/{groupId}/roles',
		identity: ['userId', 'role'],
		fields: common('userId', 'role'),
	},
	{
		name: 'Catalog Content IDs of a Group',
		aliases: 'trainings on offer, courses of a group',
		path: 'groups/{groupId}/catalog/{contentType}-ids',
		fields: { _id: 'ID of the course or path session' },
	},
	{
		name: 'Library Content IDs of a Group',
		aliases: 'trainings, courses of a group, paths of a group',
		path: 'groups/{groupId}/library/{contentType}-ids',
		fields: { _id: 'ID of the course or path' },
	},
];

/** The service has no such list: the node builds a person's record from that person's best attempt or enrollment. */
export const trainingStatusList: CatalogList = {
	name: 'Training Status',
	path: 'training-status',
	scope: 'users:read',
	identity: ['userId'],
	fields: {
		...common('userId'),
		userName: 'Name of the user',
		userMail: 'Email address of the user',
		status: "The user's status, e.g. completed, inProgress, or notStarted",
		dueDate: 'When the path is due; empty for courses, which do not have due dates',
		...common('completedAt', 'progress', 'score'),
		attempts: 'Number of course attempts or path enrollments',
		startedAt: 'When the user started the best attempt or enrollment',
		...common('courseId', 'pathId', 'sessionId'),
	},
	filters: {
		mail: {
			...anyText,
			meaning: 'Email address of the user',
			description: 'List only the people with one of these email addresses',
			example: 'ana.silva@example.com',
		},
		username: {
			...anyText,
			meaning: 'User name, if the user has one',
			title: 'User Name',
			example: 'ana.silva',
		},
	},
};
