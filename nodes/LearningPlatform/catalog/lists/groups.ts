import { common, type ListRow } from '../row';

/** Groups, and the lists below a group. */
export const groups: readonly ListRow[] = [
	{
		name: 'Groups',
		aliases: 'teams, departments, units, entities, hierarchy',
		path: 'groups',
		fields: {
			...common('_id', 'name'),
			public: 'Whether the group is public',
			parentId: 'ID of the group above it; the topmost group has none',
			custom: 'Free text, e.g. Unit 101',
			subdomain: 'Beginning of its address',
			url: 'Its address',
			bannerImageId: 'ID of the banner',
			backgroundImageId: 'ID of the background picture',
			faviconImageId: 'ID of the icon in the browser',
			logoImageId: 'ID of the logo',
			privacyPolicy: 'Privacy policy: its address, and whether users have to consent',
			moderationCharter: 'Moderation charter: its address, and whether users have to consent',
			termsOfUse: 'Terms of use: their address, and whether users have to consent',
			imprint: 'Imprint: its address, and whether users have to consent',
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
