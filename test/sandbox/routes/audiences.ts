import type { Catalogue } from '../catalogue';
import type { Settings } from '../options';
import { AUDIENCES, idsIn, type Audience, type SessionIds } from '../records/audiences';
import type { Company } from '../records/company';
import { apiError, json, offContract, type Reply } from '../reply';
import { idComplaint } from './ids';
import type { Call, WriteTable } from './writeTable';

const TYPES = ['users', 'groups', 'excludedLearners'];

/** Handles GET requests for a session's audience. */
export function answerAudience(
	ids: SessionIds,
	query: string,
	catalogue: Catalogue,
	company: Company,
): Reply {
	if (query !== '') return offContract('invalidQuery', 'An audience accepts no parameters');
	const code = refusalOfSession(ids, catalogue, company);
	if (code === undefined) return json(200, company.audiences.of(ids));
	return apiError(400, code, `Rejected: ${code}`);
}

/** Returns the error code of a session whose audience the API does not support. */
function refusalOfSession(
	ids: SessionIds,
	catalogue: Catalogue,
	company: Company,
): string | undefined {
	const session = catalogue.get(`paths/${ids.pathId}/sessions`, ids.sessionId);
	if (session.isAudienceBuilder !== true) return 'sessionIsNotAudienceBuilder';
	const { filters } = company.audiences.of(ids);
	return filters.every(({ type }) => TYPES.includes(type))
		? undefined
		: 'unsupportedAudienceFilter';
}

/** The write that replaces a session's audience. */
export function audienceWrites(
	settings: Settings,
	catalogue: Catalogue,
	company: Company,
): WriteTable {
	function refusalOf(ids: SessionIds, audience: Audience): string | undefined {
		if (catalogue.get('paths', ids.pathId).status === 'archived') return 'pathArchived';
		const { endDate, rootSessionId } = catalogue.get(`paths/${ids.pathId}/sessions`, ids.sessionId);
		if (rootSessionId !== undefined) return 'childPathSession';
		if (Date.parse(String(endDate)) <= settings.clock()) return 'sessionEnded';
		return refusalOfSession(ids, catalogue, company) ?? refusalOfAudience(audience);
	}

	function refusalOfAudience(audience: Audience): string | undefined {
		const types = audience.filters.map(({ type }) => type);
		const isEmpty = audience.filters.some((filter) => filter.ids.length === 0);
		if (new Set(types).size < types.length || (isEmpty && settings.emptyFilters === 'rejected')) {
			return 'invalidAudienceBuilderShape';
		}
		if (settings.tokenBasedPaths) {
			if (types.includes('groups')) return 'tokenBasedPathAudienceFilter';
			if (types.includes('excludedLearners')) return 'tokenBasedPathExcludedLearners';
			if (audience.mode !== 'manual') return 'tokenBasedPathMode';
		}
		const people = [...idsIn(audience, 'users'), ...idsIn(audience, 'excludedLearners')];
		const isGone = (id: string) => (company.find(id)?.status ?? 'deleted') === 'deleted';
		if (people.some(isGone)) return 'usersNotFound';
		const isGroup = (id: string) => company.has('groups', id);
		return idsIn(audience, 'groups').every(isGroup) ? undefined : 'groupsNotFound';
	}

	return {
		'PUT paths/{pathId}/sessions/{sessionId}/audiences': ({ parameters, body }: Call) => {
			const unknown = idComplaint({ kind: AUDIENCES, parameters }, catalogue);
			if (unknown) return unknown;
			const { pathId = '', sessionId = '' } = parameters;
			const ids = { pathId, sessionId };
			const refusal = refusalOf(ids, body as Audience);
			if (refusal !== undefined) return refusal;
			company.audiences.save(ids, body as Audience);
			return json(200, company.audiences.of(ids));
		},
	};
}
