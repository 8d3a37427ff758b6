import type { FilterKind } from '../values/filter';

/** A list that the service offers. Forms, menus and docs are generated from these rows. */
export interface ListRow {
	name: string;
	/** Explains what a record stands for if the list's name does not. */
	about?: string;
	/** Search terms for List to Read. */
	aliases?: string;
	/** Path below `/api/v2/`; braces mark an ID that the user enters. */
	path: string;
	/** The scope required to read the list. Default: `courses:read` for `courses` and the paths below it. */
	scope?: string;
	/** The fields that together identify a record. Default: `_id` */
	identity?: readonly string[];
	/** The fields that hold the IDs of the learner and the training. */
	completionOf?: readonly string[];
	/** Fields that change without an edit; the trigger ignores them. */
	ignoreFields?: readonly string[];
	/** The meaning of each field, in column order. */
	fields: Readonly<Record<string, string>>;
	filters?: Readonly<Record<string, ListFilter>>;
}

export interface ListFilter {
	/** By default, `kindOfField` infers this from the field's name. */
	kind?: FilterKind;
	operators: readonly string[];
	/** All possible values, for a menu. */
	values?: readonly string[];
	/** True if the node applies the filter because the service does not support it. */
	isOwn?: boolean;
	/** The record field that holds the value if its name differs from the filter's; '' if there is no such field. */
	shownIn?: string;
	/** The filter's meaning, if it differs from that of the field with the same name. */
	meaning?: string;
	/** By default, derived from the name. */
	label?: string;
	description?: string;
	/** The second sentence of a date's description. The form adds the period. */
	note?: string;
	example?: string;
}

/** The operators for text and IDs. */
export const ALL = ['eq', 'in', 'ne', 'nin'];

/** A filter by date: at or after a given time, or before it. */
export const date: ListFilter = { kind: 'date', operators: ['gte', 'lt'] };

export const flag: ListFilter = { kind: 'boolean', operators: ['eq'] };

export const id: ListFilter = { kind: 'id', operators: ALL };

export const anyText: ListFilter = { kind: 'text', operators: ALL };

/** Filters by a value from a menu. @param values the menu's values, separated by commas */
export function values(values: string, operators: readonly string[] = ['eq']): ListFilter {
	return { operators, values: values.split(', ') };
}

/** The meanings of fields that several lists share. */
const meanings: Readonly<Record<string, string>> = {
	_id: 'ID of the record',
	additionalInformation: 'More information for learners',
	archivedAt: 'When it was archived',
	attendanceDuration: 'How long the user attended',
	authorId: 'ID of the author',
	certificateId: 'ID of the outline for the certificate awarded on completion',
	coAuthorIds: 'IDs of the co-authors',
	completedAt: 'When it was completed; empty until then',
	createdAt: 'When it was created',
	defaultLang: 'Default language code, e.g. en',
	description: 'Description, possibly long',
	endDate: 'When it ends',
	errorMessage: 'What went wrong',
	externalId: 'ID on another platform',
	firstName: 'First name of the user',
	groupId: 'ID of the group it belongs to',
	hasAttended: 'Whether the user attended',
	lastName: 'Last name of the user',
	mediaIds: 'IDs of the attached files',
	modifiedAt: 'When it was last edited',
	name: 'Name',
	progress: "The user's progress in percent; 100 when completed",
	role: "The user's role in the group, e.g. learner, coach or admin",
	rsvp: 'Reply to the invitation: whether the user will attend (rsvp.going) and when the reply last changed (rsvp.lastUpdatedAt)',
	score: 'Score in percent; empty if nothing is scored',
	sessionId: 'ID of the path session',
	source: 'Origin: the platform (native) or an integration',
	sourceLang: 'Code of the original language, e.g. en',
	startDate: 'When it begins',
	status: 'Published or archived',
	timeSpent: 'Time the user spent',
	title: 'Title',
	translations: 'Translations, with the language of each (lang) and whether it is published',
	updatedAt: 'When it was last edited',
};

/** Returns fields with their common meanings. Fields that are not in the table are IDs, such as `courseId`. */
export function common(...names: string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, meanings[name] ?? meaningOfId(name)]));
}

/** Returns the meaning of an ID, e.g. "ID of the course" for `courseId`. */
export function meaningOfId(name: string): string {
	const words = name.replace(/Id$/, '').replace(/[A-Z]/g, ' $&');
	return `ID of the ${words.toLowerCase()}`;
}

/** Custom field values, for both users and content. */
export const customFieldValues = {
	identity: ['customFieldId'],
	fields: {
		...common('customFieldId'),
		type: 'Kind of value: string or date',
		value: 'The value, as text or a date',
	},
} as const;
