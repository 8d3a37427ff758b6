import { courseFilters } from './courseFilters';
import { knownFieldsOf, type KnownField } from './knownFields';
import { findKnownList, type KnownPath } from './knownLists';

/** A field that a list can be filtered by. */
export interface KnownFilter extends KnownField {
	operators: readonly string[];
}

/** The operators that fields take. */
const operators = {
	date: ['gte', 'lt'],
	one: ['eq'],
	oneOrNot: ['eq', 'ne'],
	oneOrMore: ['eq', 'in'],
	more: ['in'],
	all: ['eq', 'in', 'ne', 'nin'],
} as const;

type Filters = Partial<Record<keyof typeof operators, readonly string[]>>;

const EDITS = ['createdAt', 'modifiedAt'];
const SESSIONS = [...EDITS, 'startDate', 'endDate'];

/** What each known list but courses can be filtered by, by its path; those that are left out by nothing. */
const filtersByPath: Readonly<Partial<Record<KnownPath, Filters>>> = {
	'bulk/operations': { date: ['createdAt'], one: ['status', 'type'] },
	'certificate-outlines': { date: ['createdAt'], all: ['groupId'] },
	'classroom-slots/{classroomSlotId}/registrations': {
		date: EDITS,
		one: ['hasAttended', 'status'],
		all: ['userId'],
	},
	classrooms: { date: EDITS, all: ['groupId'] },
	'classrooms/{classroomId}/slots': { date: EDITS },
	'courses/stats': { date: ['completedAt'], all: ['courseId', 'userId'] },
	'custom-fields': { all: ['name', 'targetType', 'type'] },
	'external-ids': { all: ['platform', 'value', 'targetId', 'type'] },
	integrations: { all: ['externalPlatform'] },
	paths: { date: EDITS, one: ['status'] },
	'paths/sessions': { date: SESSIONS, all: ['pathId', 'sessionId'] },
	'paths/stats': { date: ['completedAt'], one: ['status'], all: ['pathId', 'userId'] },
	'paths/{pathId}/enrollments': { date: EDITS, one: ['status'], all: ['sessionId'] },
	'paths/{pathId}/sessions': { date: SESSIONS },
	'paths/{pathId}/sessions/{sessionId}/user-stats': { date: ['completedAt'], all: ['userId'] },
	skills: { date: ['updatedAt'], all: ['status'] },
	'skills/powers': { oneOrMore: ['skillId', 'userId'], oneOrNot: ['status'] },
	tags: { one: ['isMain'] },
	users: { all: ['mail', 'username'], oneOrNot: ['status'] },
	'users/{userId}/certificates': { date: ['deliveryDate', 'expirationDate'] },
	'webhooks/subscriptions': { all: ['eventType'] },
	'webhooks/subscriptions/{subscriptionId}/events': { date: ['createdAt'], one: ['status'] },
};

/** What filters stand for that no record has as a field, or has as another one. */
const meanings: Readonly<Record<string, string>> = {
	'courses originalAuthorId': 'ID of the user who wrote it first',
	'courses tagIds': 'IDs of its tags',
	'external-ids type': 'Kind of the record here, as in targetType',
	'paths/sessions sessionId': 'ID of the path session, as in _id',
	'paths/stats status': 'Published or archived, unlike the field of this name',
};

/** @param path below `/api/v2/`, with IDs or braces; nothing is known of a list that is not known */
export function knownFiltersOf(path: string): KnownFilter[] {
	const list = findKnownList(path)?.path as KnownPath | undefined;
	if (list === undefined) return [];
	const fields = new Map(knownFieldsOf(list).map(({ name, meaning }) => [name, meaning]));
	return operatorsOf(list).map(([name, taken]) => ({
		name,
		meaning: meanings[`${list} ${name}`] ?? fields.get(name) ?? '',
		operators: taken,
	}));
}

/** Fields of a list with their operators. Those of courses are in the form, each operator as a filter of its own. */
function operatorsOf(list: KnownPath): [field: string, taken: readonly string[]][] {
	if (list === 'courses') {
		const fields = [...new Set(courseFilters.map(({ field }) => field))];
		return fields.map((name) => {
			const rows = courseFilters.filter(({ field }) => field === name);
			const isText = rows.some(({ encoding }) => encoding === 'texts');
			return [name, isText ? operators.oneOrMore : rows.map(({ operator }) => operator)];
		});
	}
	const filters = Object.entries(filtersByPath[list] ?? {}) as [keyof Filters, string[]][];
	return filters.flatMap(([kind, names]) =>
		names.map((name): [string, readonly string[]] => [name, operators[kind]]),
	);
}
