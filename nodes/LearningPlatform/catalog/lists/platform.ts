import { common, type CatalogList } from '../catalogList';

/** The platform's settings and its connections to other programs. */
export const platform: readonly CatalogList[] = [
	{
		name: 'Tags',
		aliases: 'topics, labels, keywords',
		path: 'tags',
		fields: {
			...common('_id', 'name'),
			isMain: 'Whether it is a main tag',
			...common('source', 'externalId'),
		},
	},
	{
		name: 'Certificate Outlines',
		aliases: 'certificate templates, certifications, badges, diplomas',
		path: 'certificate-outlines',
		fields: common('_id', 'title', 'groupId', 'createdAt'),
	},
	{
		name: 'Custom Fields',
		aliases: 'attributes, properties, metadata',
		path: 'custom-fields',
		fields: {
			...common('_id', 'name'),
			targetType: 'Whether the field is for users or for content',
			type: 'Type of value: string or date',
		},
	},
	{
		name: 'Authorized Values of a Custom Field',
		aliases: 'choices, options, attributes, metadata',
		path: 'custom-fields/{customFieldId}/authorized-values',
		fields: { _id: 'The value, as text or a date' },
	},
	{
		name: 'Custom Links',
		aliases: 'shortcuts, menu, addresses',
		path: 'custom-links',
		fields: {
			...common('_id', 'name'),
			order: 'Position among the links',
			type: 'Kind of link',
			iconName: 'Icon, e.g. agenda or certificate',
		},
	},
	{
		name: 'External IDs',
		aliases: 'mapping, foreign keys, HRIS, personnel numbers',
		path: 'external-ids',
		fields: {
			...common('_id'),
			platform: 'The other platform',
			value: 'ID on the other platform',
			targetId: 'ID of the record on this platform',
			targetType: 'Kind of record on this platform, e.g. user or course',
		},
		filters: {
			type: { shownIn: 'targetType', meaning: 'Kind of record on this platform (targetType)' },
		},
	},
	{
		name: 'Integrations',
		aliases: 'connections, external platforms, content providers, API keys',
		path: 'integrations',
		fields: {
			...common('_id'),
			externalPlatform: 'The connected platform',
			...common('groupId'),
			authorId: "ID of the user listed as the author of the integration's courses",
			defaultCompletion: "Whether the integration's courses count as completed by default",
			defaultProgress: "Default progress of the integration's courses",
			noGroupPropagation:
				"Whether the integration's courses are excluded from the group's subgroups",
			externalPlatformLogoUrl: "URL of the other platform's logo",
			externalPlatformUnicolorLogoUrl: 'URL of the single-color version of the logo',
		},
	},
	{
		name: 'Bulk Operations',
		aliases: 'imports, jobs',
		path: 'bulk/operations',
		fields: {
			...common('_id'),
			type: 'What the operation does, e.g. addUsersToGroups',
			status: 'Pending, queued, running, completed, or error',
			...common('createdAt'),
			queuedAt: 'When it was queued',
			startedAt: 'When it started',
			endedAt: 'When it ended',
			progress:
				'Progress: the number completed (index) and the time of the last update (updatedAt)',
			...common('errorMessage'),
		},
	},
	{
		name: 'Results of a Bulk Operation',
		aliases: 'imports, jobs, failures',
		path: 'bulk/operations/{bulkOperationId}/results',
		identity: [],
		fields: {
			status: 'Result: success or error',
			resourceId: 'ID of the changed record',
			...common('errorMessage'),
			input: "The operation's input for this record",
		},
	},
	{
		name: 'Webhook Subscriptions',
		aliases: 'notifications, callbacks',
		path: 'webhooks/subscriptions',
		fields: {
			...common('_id', 'name'),
			eventType: 'Type of event, e.g. group.created',
			url: 'URL that receives the events',
			status: 'Active or inactive',
		},
	},
	{
		name: 'Events of a Webhook Subscription',
		aliases: 'deliveries, notifications',
		path: 'webhooks/subscriptions/{subscriptionId}/events',
		fields: {
			...common('_id'),
			status: 'Delivered, failed, pending, or sending',
			...common('createdAt'),
			payload: 'Content of the event',
		},
	},
];
