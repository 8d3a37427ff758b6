import type { FilterKind } from '../values/filter';

/** A list of the public service that speaks this interface: the one row from which forms, menus and docs follow. */
export interface ListRow {
	/** For people. */
	name: string;
	/** What a record is, as a phrase, where the name does not say it. */
	about?: string;
	/** What else people call it, for the search in List to Read. */
	aliases?: string;
	/** Path below `/api/v2/`; braces stand for an ID that the user gives. */
	path: string;
	/** The permission that reading it takes: `courses:read` for `courses` and what is below, where left out. */
	scope?: string;
	/** The fields that together identify a record: `_id` where left out, none where it is empty. */
	identity?: readonly string[];
	/** The fields that name the learner and what was completed; `completedAt` says when. */
	completionOf?: readonly string[];
	/** Fields that the trigger ignores, because they change although nobody has edited the record. */
	ignoreFields?: readonly string[];
	/** What each field holds, as a phrase, by its name; in the order of a table's columns. */
	fields: Readonly<Record<string, string>>;
	/** What the service can filter by. */
	filters?: Readonly<Record<string, ListFilter>>;
	/** What the node filters by itself, because the service cannot. */
	ownFilters?: Readonly<Record<string, ListFilter>>;
}

/** How the service filters a list by a field. */
export interface ListFilter {
	kind: FilterKind;
	operators: readonly string[];
	/** With the kind `value`: all that there are, for a menu. */
	values?: readonly string[];
	/** The field of the record that shows it, if that has another name; '' where none does. */
	shownIn?: string;
	/** What it stands for, where no record has a field of its name, or one that holds something else. */
	meaning?: string;
	/** What the form calls it and says about it, where that does not follow from the field's name. */
	label?: string;
	description?: string;
	/** Of a date: what else the form says about it, as a sentence without its full stop. */
	note?: string;
	/** An example of what can be entered. */
	example?: string;
}

/** The operators of texts and IDs. */
export const ALL = 'eq in ne nin';

/** By a date: from and before. */
export const date: ListFilter = { kind: 'date', operators: ['gte', 'lt'] };

/** By on or off. */
export const flag: ListFilter = { kind: 'boolean', operators: ['eq'] };

/** By an ID. @param operators all where left out, separated by spaces */
export function id(operators = ALL): ListFilter {
	return { kind: 'id', operators: operators.split(' ') };
}

/** By any text. */
export const anyText: ListFilter = { kind: 'text', operators: ALL.split(' ') };

/** By one of the values that there are. @param values separated by commas @param operators by spaces */
export function values(values: string, operators = 'eq'): ListFilter {
	return { kind: 'value', operators: operators.split(' '), values: values.split(', ') };
}

/** The same without a menu, because there are many, or nobody chooses from them. */
export function someValue(operators = 'eq'): ListFilter {
	return { kind: 'value', operators: operators.split(' ') };
}

/** What fields hold that mean the same in several lists. */
const meanings: Readonly<Record<string, string>> = {
	_id: 'ID of the record',
	additionalInformation: 'Further information for learners',
	archivedAt: 'When it was archived',
	attendanceDuration: 'How long the user was there',
	authorId: 'ID of the user who wrote it',
	certificateId: 'ID of the certificate outline that completing it awards',
	coAuthorIds: 'IDs of the users who also write it',
	completedAt: 'When it was completed, empty as long as it is not',
	createdAt: 'When it was created',
	defaultLang: 'Language in which it is shown by default, as a code such as en',
	description: 'Description, which can be long',
	endDate: 'When it ends',
	errorMessage: 'What went wrong',
	externalId: 'ID on another platform',
	firstName: 'First name of the user',
	groupId: 'ID of the group that it belongs to',
	hasAttended: 'Whether the user was there',
	lastName: 'Last name of the user',
	mediaIds: 'IDs of the files that are attached',
	modifiedAt: 'When it was last edited',
	name: 'Name',
	progress: 'How far the user is, 100 when completed',
	role: 'What the user is in the group, e.g. learner, coach or admin',
	rsvp: 'Answer to the invitation: whether the user will come (rsvp.going), and since when',
	score: 'Score in percent, empty where nothing is scored',
	sessionId: 'ID of the path session',
	source: 'Where it comes from: the platform (native) or an integration',
	sourceLang: 'Language in which it was written, as a code such as en',
	startDate: 'When it begins',
	status: 'Published or archived',
	timeSpent: 'Time that the user has spent on it',
	title: 'Title',
	translations: 'Translations, each with its language (lang) and whether it is published',
	updatedAt: 'When it was last edited',
};

/** Fields of a row that mean the same in all lists. What is not in the table is an ID, such as `courseId`. */
export function common(...names: string[]): Record<string, string> {
	return Object.fromEntries(names.map((name) => [name, meanings[name] ?? meaningOfId(name)]));
}

/** E.g. "ID of the course" for `courseId`. */
export function meaningOfId(name: string): string {
	const words = name.replace(/Id$/, '').replace(/[A-Z]/g, ' $&');
	return `ID of the ${words.toLowerCase()}`;
}

/** The values of custom fields, of users and contents alike. */
export const customFieldValues = {
	identity: ['customFieldId'],
	fields: {
		...common('customFieldId'),
		type: 'Kind of value: string or date',
		value: 'The value, as text or as a date',
	},
} as const;
