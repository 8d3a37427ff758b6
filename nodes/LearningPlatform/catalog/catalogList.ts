import type { IDataObject } from 'n8n-workflow';

import type { valueTypeOf } from '../values/filter';
import { wordsIn } from '../values/words';

/** A list that the service offers. Forms, menus, and docs are generated from these rows. */
export interface CatalogList {
	name: string;
	/** Explains what a record stands for if the list's name does not. */
	about?: string;
	/** Search terms for List to Read. */
	aliases?: string;
	/** Path below `/api/v2/`; braces mark an ID that the user enters. */
	path: string;
	/** The scope of a list that the node builds itself; `listFacts` has the service's scopes. */
	scope?: string;
	/** The fields that together identify a record. Default: `_id` */
	identity?: readonly string[];
	/** The fields that hold the IDs of the learner and the training. */
	completionIdentity?: readonly string[];
	/** Fields that change without an edit; the trigger ignores them. */
	ignoreFields?: readonly string[];
	/** The meaning of each field, in column order. */
	fields: Readonly<Record<string, string>>;
	/** The words for the filters in `listFacts`, and the node's own filters. */
	filters?: Readonly<Record<string, Partial<CatalogFilter>>>;
}

export interface CatalogFilter {
	/** The field's name as the service spells it. */
	name: string;
	/** By default, `valueTypeOf` infers this from the field's name. */
	valueType?: ReturnType<typeof valueTypeOf>;
	operators: readonly string[];
	/** All possible values; the form shows them as a menu. */
	values?: readonly string[];
	/** True if the node applies the filter because the service does not support it. */
	isOwn?: boolean;
	/** A filter of this list that is also on unless the user turns it off. A filter named here does nothing if it is off. */
	implies?: string;
	/** Reads the value of a filter of the node's own if no field holds it. */
	read?: (record: IDataObject) => unknown;
	/** The record field that holds the value if its name differs from the filter's; '' if there is no such field. */
	shownIn?: string;
	/** By default, the meaning of the field with the same name. */
	meaning: string;
	/** The default is derived from the name. */
	title?: string;
	description?: string;
	/** The second sentence of a date filter's description. The form adds the period. */
	caveat?: string;
	example?: string;
}

/** The operators for text and IDs. */
export const TEXT_OPERATORS = ['eq', 'in', 'ne', 'nin'];

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
	description: 'Description, which may be long',
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
	progress: "The user's progress as a percentage; 100 when completed",
	role: "The user's role in the group, e.g. learner, coach, or admin",
	rsvp: 'Reply to the invitation: whether the user will attend (rsvp.going) and when the reply last changed (rsvp.lastUpdatedAt)',
	score: 'Score as a percentage; empty if nothing is scored',
	sessionId: 'ID of the path session',
	source: 'Origin: the platform (native) or an integration',
	sourceLang: 'Code of the original language, e.g. en',
	startDate: 'When it begins',
	status: 'Published or archived',
	timeSpent: 'Time the user spent',
	title: 'Title',
	translations:
		'Translations, each with its language (lang) and whether it is published (published)',
	updatedAt: 'When it was last edited',
};

/** Returns fields with their common meanings. Any field that is not in `meanings` is an ID, such as `courseId`. */
export function common(...names: string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, meanings[name] ?? meaningOfId(name)]));
}

/** Returns the meaning of an ID, e.g. "ID of the course" for `courseId`. */
export function meaningOfId(name: string): string {
	return `ID of the ${wordsIn(name.replace(/Id$/, '')).join(' ')}`;
}

/** Custom field values have the same fields for users and for content. */
export const customFieldValues = {
	identity: ['customFieldId'],
	fields: {
		...common('customFieldId'),
		type: 'Type of value: string or date',
		value: 'The value, as text or a date',
	},
} as const;
