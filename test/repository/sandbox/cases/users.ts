import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const mail = 'new@example.com';
const create =
	(of: (p: Platform) => object, before?: (p: Platform) => unknown) => (p: Platform) => ({
		body: { membership: { groupId: p.root, role: 'learner' }, ...of(p) },
		before: () => before?.(p),
	});
const change =
	(of: (p: Platform) => object, who: 'ana' | 'ben' | 'cem' | 'oda' = 'ana') =>
	(p: Platform) => ({
		ids: { userId: p[who] },
		body: of(p),
	});
const post = 'POST users';
const patch = 'PATCH users/{userId}';
const activate = 'PUT users/{userId}/activate';

export const userCases: Row[] = [
	[post, 201, '', 'for a new user', create(() => ({ mail }))],
	[post, 201, '', 'for a new user without an email', create(() => ({ username: 'new' }))],
	[
		...([post, 201, '', 'for a primary group above the group'] as const),
		create(({ root, team }) => ({
			mail,
			primaryGroupId: root,
			membership: { groupId: team, role: 'learner' },
		})),
	],
	[post, 200, '', 'for a deleted user by email', create(() => ({ mail: 'BEN@example.com' }))],
	[post, 200, '', 'for a deleted user by username', create(() => ({ username: 'ben' }))],
	[
		post,
		400,
		'analystUnavailable',
		'',
		create(({ root }) => ({ mail, membership: { groupId: root, role: 'analyst' } })),
	],
	[
		post,
		400,
		'deactivationDateInvalid',
		'',
		create(() => ({ mail, toBeDeactivatedAt: '2020-01-01T00:00:00.000Z' })),
	],
	[
		...([post, 400, 'loginIdentifierMultipleUsersFound', 'for two deleted users'] as const),
		create(
			() => ({ mail: 'ben@example.com', username: 'cem' }),
			({ sandbox, cem }) => {
				sandbox.catalogue.update('users', cem, { username: 'cem' });
				sandbox.company.deleteUser(cem);
			},
		),
	],
	[post, 400, 'mailAlreadyUsed', '', create(() => ({ mail: 'ANA@example.com' }))],
	[
		...([post, 400, 'mailAlreadyUsed', 'for a user beside a deleted one'] as const),
		create(
			() => ({ mail: 'ben@example.com' }),
			({ sandbox }) => sandbox.company.addUser({ mail: 'Ben@example.com' }),
		),
	],
	[
		...([post, 400, 'mailUsedTooManyTimes', 'for two deleted users'] as const),
		create(
			() => ({ mail: 'ben@example.com' }),
			({ sandbox }) => sandbox.company.addUser({ mail: 'ben@example.com', status: 'deleted' }),
		),
	],
	[post, 400, 'mailAndUsernameUndefined', '', create(() => ({ firstName: 'Dora' }))],
	[post, 400, 'mailInvalid', '', create(() => ({ mail: 'Dora' }))],
	[
		post,
		400,
		'notMemberOfPrimaryGroup',
		'',
		create(({ team }) => ({ mail, primaryGroupId: team })),
	],
	[post, 400, 'usernameAlreadyUsed', '', create(() => ({ username: 'Ana' }))],
	[post, 400, 'usernameNotAllowed', '', create(() => ({ username: 'new@example.com' }))],
	[
		post,
		404,
		'groupNotFound',
		'',
		create(() => ({ mail, membership: { groupId: NO_ID, role: 'learner' } })),
	],

	[
		patch,
		200,
		'',
		'for changed and cleared fields',
		change(({ team }) => ({ job: 'Nurse', firstName: null, primaryGroupId: team })),
	],
	[
		patch,
		400,
		'deactivationDateInvalid',
		'',
		change(() => ({ toBeDeactivatedAt: '2020-01-01T00:00:00.000Z' })),
	],
	[
		patch,
		400,
		'invalidUpdateOnDeletedUser',
		'',
		change(() => ({ toBeDeactivatedAt: '2999-01-01T00:00:00.000Z' }), 'ben'),
	],
	[patch, 400, 'mailAlreadyUsed', '', change(() => ({ mail: 'Cem@example.com' }))],
	[patch, 400, 'mailInvalid', '', change(() => ({ mail: 'ana@' }))],
	[patch, 400, 'mediaNotFound', '', change(() => ({ profileImageId: NO_ID }))],
	[patch, 400, 'notMemberOfPrimaryGroup', '', change(({ below }) => ({ primaryGroupId: below }))],
	[
		patch,
		400,
		'ownerDeactivationNotAllowed',
		'',
		change(() => ({ toBeDeactivatedAt: '2999-01-01T00:00:00.000Z' }), 'oda'),
	],
	[
		patch,
		400,
		'userShouldHaveAtLeastOneValidIdentifier',
		'',
		change(() => ({ mail: null, username: null })),
	],
	[patch, 400, 'usernameAlreadyUsed', '', change(() => ({ username: 'ANA' }), 'cem')],
	[patch, 400, 'usernameNotAllowed', '', change(() => ({ username: 'a b' }))],
	[patch, 404, 'userNotFound', '', () => ({ ids: { userId: NO_ID }, body: {} })],

	[activate, 200, '', '', ({ ana }) => ({ ids: { userId: ana } })],
	[activate, 400, 'userDeleted', '', ({ ben }) => ({ ids: { userId: ben } })],
	[activate, 404, 'userNotFound', '', () => ({ ids: { userId: 'x' } })],
];
