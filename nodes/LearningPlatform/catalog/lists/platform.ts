import { ALL, common, date, flag, id, anyText, values, type ListRow } from '../row';

const OPERATIONS = [
	'addContentsToGroupsCatalog, addContentsToGroupsLibrary, addSkillReviews, addUsersToGroups',
	'archiveExternalCourses, createGroups, createSubscriptionEvents, deleteGroups, deleteJobs',
	'deleteLibraries, deleteSkills, importExternalCourses, importExternalStatistics',
	'removeContentsFromGroupsCatalog, removeContentsFromGroupsLibrary, removeUsersFromGroups',
	'replaceJobsSkills, replaceUsersJobs, upsertJobs, upsertLibraries, upsertSkills',
].join(', ');

const LINKED = [
	'attempt, classroom, classroomAttendance, classroomAttendanceSheet, classroomSlot',
	'classroomSlotRegistration, course, group, learningNeed, path, pathEnrollment, pathSession',
	'pathTracking, registrationRequest, user',
].join(', ');

const EVENTS = [
	'bulk.operation.created, bulk.operation.ended, course.attempt.closed, group.created',
	'group.deleted, group.updated, path.archived, path.created, path.deleted, path.session.added',
	'path.session.classroom.slot.users.unregistered.full, path.session.classroom.slot.waitlist.closed',
	'path.session.classroom.slot.waitlist.opened, path.session.classroom.slot.waitlist.user.joined',
	'path.session.removed, path.session.user.status.updated, path.session.users.enrolled',
	'path.session.users.unenrolled, path.updated, user.activated, user.assessment.corrected',
	'user.certificate.awarded, user.created, user.deleted, user.invited, user.reactivated',
	'user.updated, xapi, xapi.started',
].join(', ');

/** How the platform is set up, and what other programs do with it. */
export const platform: readonly ListRow[] = [
	{
		name: 'Tags',
		aliases: 'topics, labels, keywords',
		path: 'tags',
		fields: {
			...common('_id', 'name'),
			isMain: 'Whether it is a main tag',
			...common('source', 'externalId'),
		},
		filters: { isMain: flag },
	},
	{
		name: 'Certificate Outlines',
		aliases: 'certificate templates, certifications, badges, diplomas',
		path: 'certificate-outlines',
		scope: 'certificateOutlines:read',
		fields: common('_id', 'title', 'groupId', 'createdAt'),
		filters: { createdAt: date, groupId: id() },
	},
	{
		name: 'Custom Fields',
		aliases: 'attributes, properties, metadata',
		path: 'custom-fields',
		scope: 'customFields:read',
		fields: {
			...common('_id', 'name'),
			targetType: 'What has the field: users or contents',
			type: 'Kind of its values: string or date',
		},
		filters: {
			name: anyText,
			targetType: values('users, contents', ALL),
			type: values('string, date', ALL),
		},
	},
	{
		name: 'Authorized Values of a Custom Field',
		aliases: 'choices, options, attributes, metadata',
		path: 'custom-fields/{customFieldId}/authorized-values',
		scope: 'customFields:read',
		fields: { _id: 'The value, as text or as a date' },
	},
	{
		name: 'Custom Links',
		aliases: 'shortcuts, menu, addresses',
		path: 'custom-links',
		scope: 'customLinks:read',
		fields: {
			...common('_id', 'name'),
			order: 'Its place among the links',
			type: 'Kind of link',
			iconName: 'Its icon, e.g. agenda or certificate',
		},
	},
	{
		name: 'External IDs',
		aliases: 'mapping, foreign keys, HRIS, personnel numbers',
		path: 'external-ids',
		scope: 'externalIds:read',
		fields: {
			...common('_id'),
			platform: 'The other platform',
			value: 'ID on the other platform',
			targetId: 'ID of the record here',
			targetType: 'Kind of the record here, e.g. user or course',
		},
		filters: {
			platform: anyText,
			targetId: id(),
			type: {
				...values(LINKED, ALL),
				shownIn: 'targetType',
				meaning: 'Kind of the record here, as in targetType',
			},
			value: anyText,
		},
	},
	{
		name: 'Integrations',
		aliases: 'connections, external platforms, content providers, API keys',
		path: 'integrations',
		fields: {
			...common('_id'),
			externalPlatform: 'The platform that it connects',
			...common('groupId'),
			authorId: 'ID of the user who counts as the author of its courses',
			defaultCompletion: 'Whether its courses count as completed by default',
			defaultProgress: 'Progress that its courses have by default',
			noGroupPropagation: 'Whether its courses stay out of the groups below its group',
			externalPlatformLogoUrl: 'Address of the logo of the other platform',
			externalPlatformUnicolorLogoUrl: 'Address of the same logo in one color',
		},
		filters: { externalPlatform: anyText },
	},
	{
		name: 'Bulk Operations',
		aliases: 'imports, jobs',
		path: 'bulk/operations',
		scope: 'bulkOperations:read',
		splitBy: 'createdAt',
		fields: {
			...common('_id'),
			type: 'What the operation does, e.g. addUsersToGroups',
			status: 'Pending, queued, running, completed or error',
			...common('createdAt'),
			queuedAt: 'When it was put in the queue',
			startedAt: 'When it began',
			endedAt: 'When it ended',
			progress: 'How far it is: the number done (index), and when that was (updatedAt)',
			...common('errorMessage'),
		},
		filters: {
			createdAt: date,
			status: values('pending, queued, running, completed, error'),
			type: values(OPERATIONS),
		},
	},
	{
		name: 'Results of a Bulk Operation',
		aliases: 'imports, jobs, failures',
		path: 'bulk/operations/{bulkOperationId}/results',
		scope: 'bulkOperations:read',
		identity: [],
		fields: {
			status: 'Whether it went well: success or error',
			resourceId: 'ID of the record that was changed',
			...common('errorMessage'),
			input: 'What the operation was given for this record',
		},
	},
	{
		name: 'Webhook Subscriptions',
		aliases: 'notifications, callbacks',
		path: 'webhooks/subscriptions',
		fields: {
			...common('_id', 'name'),
			eventType: 'What is told, e.g. group.created',
			url: 'Where it is sent',
			status: 'Active or inactive',
		},
		filters: { eventType: values(EVENTS, ALL) },
	},
	{
		name: 'Events of a Webhook Subscription',
		aliases: 'deliveries, notifications',
		path: 'webhooks/subscriptions/{subscriptionId}/events',
		splitBy: 'createdAt',
		fields: {
			...common('_id'),
			status: 'Delivered, failed, pending or sending',
			...common('createdAt'),
			payload: 'What was sent',
		},
		filters: { createdAt: date, status: values('delivered, failed, pending, sending') },
	},
];
