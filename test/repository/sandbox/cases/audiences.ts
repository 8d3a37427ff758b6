import { NO_ID } from '../../../sandbox/examplePaths';
import type { Platform } from '../platform';
import type { Row } from './row';

const get = 'GET paths/{pathId}/sessions/{sessionId}/audiences';
const put = 'PUT paths/{pathId}/sessions/{sessionId}/audiences';

type Filters = Partial<Record<'excludedLearners' | 'groups' | 'users', string[]>>;

const audience = (filters: Filters, mode = 'dynamic') => ({
	filters: Object.entries(filters).map(([type, ids]) => ({ type, ids })),
	mode,
});

const write = (of: (platform: Platform) => Filters) => (platform: Platform) => ({
	ids: { pathId: platform.path, sessionId: platform.session },
	body: audience(of(platform)),
});

/** Sends the same request after a change to the session or the path. */
const after =
	(session: object, path: object = {}) =>
	(platform: Platform) => {
		const { catalogue } = platform.sandbox;
		catalogue.update(`paths/${platform.path}/sessions`, platform.session, session);
		catalogue.update('paths', platform.path, path);
		return write(() => ({}))(platform);
	};

/** Sends the same request for different IDs. */
const elsewhere = (of: (platform: Platform) => object) => (platform: Platform) => {
	const { ids, body } = write(() => ({}))(platform);
	return { ids: { ...ids, ...of(platform) }, body };
};

const sessionOfOtherPath = ({ sandbox: { catalogue } }: Platform) => {
	const other = catalogue.add('paths');
	return { pathId: other._id };
};

/** The platform can have audiences that the API does not support. */
const ofCustomFields = (platform: Platform) => {
	const { company } = platform.sandbox;
	const filters = [{ type: 'customFields', ids: [] }];
	const ids = { pathId: platform.path, sessionId: platform.session };
	company.audiences.save(ids, { filters, mode: 'dynamic' });
	return write(() => ({}))(platform);
};

const withoutBody =
	(caseOf: Row[4]): Row[4] =>
	(platform) => {
		const { ids = {} } = caseOf(platform);
		return { ids };
	};

export const audienceCases: Row[] = [
	[get, 200, '', '', withoutBody(write(() => ({})))],
	[get, 400, 'sessionIsNotAudienceBuilder', '', withoutBody(after({ isAudienceBuilder: false }))],
	[get, 400, 'sessionNotBelongToPath', '', withoutBody(elsewhere(sessionOfOtherPath))],
	[get, 400, 'unsupportedAudienceFilter', '', withoutBody(ofCustomFields)],
	[get, 404, 'pathNotFound', '', withoutBody(elsewhere(() => ({ pathId: NO_ID })))],
	[get, 404, 'sessionNotFound', '', withoutBody(elsewhere(() => ({ sessionId: NO_ID })))],

	[
		...([put, 200, '', 'for users, groups, and excluded learners'] as const),
		write(({ ana, cem, team }) => ({ users: [cem], groups: [team], excludedLearners: [ana] })),
	],
	[put, 200, '', 'for an empty audience', write(() => ({}))],
	[put, 200, '', 'for an empty filter', write(() => ({ users: [] }))],
	[put, 400, 'childPathSession', '', after({ rootSessionId: NO_ID })],
	[
		...([put, 400, 'invalidAudienceBuilderShape', 'for a type that is given twice'] as const),
		(platform) => {
			const { ids } = write(() => ({}))(platform);
			const users = { type: 'users', ids: [platform.cem] };
			return { ids, body: { filters: [users, users], mode: 'manual' } };
		},
	],
	[put, 400, 'pathArchived', '', after({}, { status: 'archived' })],
	[put, 400, 'sessionEnded', '', after({ endDate: '2020-01-01T00:00:00.000Z' })],
	[put, 400, 'sessionIsNotAudienceBuilder', '', after({ isAudienceBuilder: false })],
	[put, 400, 'sessionNotBelongToPath', '', elsewhere(sessionOfOtherPath)],
	[put, 400, 'unsupportedAudienceFilter', '', ofCustomFields],
	[put, 404, 'groupsNotFound', '', write(() => ({ groups: [NO_ID] }))],
	[put, 404, 'pathNotFound', '', elsewhere(() => ({ pathId: NO_ID }))],
	[put, 404, 'sessionNotFound', '', elsewhere(() => ({ sessionId: NO_ID }))],
	[put, 404, 'usersNotFound', 'for an unknown user', write(() => ({ users: [NO_ID] }))],
	[put, 404, 'usersNotFound', 'for a deleted user', write(({ ben }) => ({ users: [ben] }))],
	[put, 404, 'usersNotFound', 'for an excluded user', write(() => ({ excludedLearners: [NO_ID] }))],
];

/** Requests to a platform whose paths cost tokens. */
export const tokenCases: Row[] = [
	[
		...([put, 200, '', ''] as const),
		(platform) => {
			const { ids } = write(() => ({}))(platform);
			return { ids, body: audience({ users: [platform.cem] }, 'manual') };
		},
	],
	[put, 400, 'tokenBasedPathAudienceFilter', '', write(({ team }) => ({ groups: [team] }))],
	[
		put,
		400,
		'tokenBasedPathExcludedLearners',
		'',
		write(({ cem }) => ({ excludedLearners: [cem] })),
	],
	[put, 400, 'tokenBasedPathMode', '', write(({ cem }) => ({ users: [cem] }))],
];
