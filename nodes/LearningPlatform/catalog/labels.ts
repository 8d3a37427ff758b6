import { listAt } from './knownLists';

/** The values of Add Names Of, in the order they appear in the form. */
export const labelKinds = ['courses', 'groups', 'managers', 'paths', 'tags', 'users'] as const;

export type LabelKind = (typeof labelKinds)[number];

/** The lists whose records have names. */
export const labelLists = labelKinds.filter((kind) => kind !== 'managers');

type LabelList = (typeof labelLists)[number];

/** The fields added next to an ID. */
interface LabelFields {
	kind: LabelKind;
	/** The field that holds the name (or, for managers and lists of IDs, a list of names). */
	name: string;
	/** The field that holds the email address. */
	mail?: string;
}

const MANAGERS: LabelFields = { kind: 'managers', name: 'managerNames', mail: 'managerMails' };

/** The fields that hold a record's ID, grouped by the list that contains the record (docs/rows.md, Names for IDs). */
const REFERENCES: Readonly<Record<LabelList, readonly string[]>> = {
	courses: ['courseId'],
	groups: ['groupId', 'parentId', 'primaryGroupId'],
	paths: ['pathId'],
	tags: ['tagId', 'tagIds'],
	users: [
		'authorId',
		'coAuthorIds',
		'instructorIds',
		'mainInstructorId',
		'originalAuthorId',
		'trainerIds',
		'userId',
	],
};

/** Returns the list whose records a field refers to, e.g. `users` for `authorId`. */
export function listOfId(field: string): LabelList | undefined {
	return labelLists.find((list) => REFERENCES[list].includes(field));
}

/** Lists whose records contain only an `_id`, each with the field name that other lists use for that ID. */
const LISTS_OF_IDS: readonly [path: RegExp, list: LabelList, field: string][] = [
	// `userName` already holds the name of the user whose managers are listed.
	[/^users\/[^/]+\/managers$/, 'users', 'managerId'],
	[/^users\/[^/]+\/subordinates$/, 'users', 'subordinateId'],
	[/^groups\/[^/]+\/(?:catalog|library)\/course-ids$/, 'courses', 'courseId'],
	[/^groups\/[^/]+\/library\/path-ids$/, 'paths', 'pathId'],
];

/** Returns the name field for an ID field, e.g. `coAuthorNames` for `coAuthorIds`. For people, adds an email field. */
function labelFieldsFor(list: LabelList, field: string): LabelFields {
	const isPerson = /^(user|manager|subordinate)Id$/.test(field);
	const name = field.replace(/Id(s?)$/, 'Name$1');
	return { kind: list, name, ...(isPerson && { mail: field.replace(/Id$/, 'Mail') }) };
}

export type LabelsById = ReadonlyMap<string, readonly LabelFields[]>;

/**
 * Returns the fields that Add Names Of adds to a list's records: no name for a record's own ID (e.g. `groupId` in a
 * group's row), but managers for a user's own ID. `parentId` refers to a group only in the list of groups.
 */
export function labelsFor(listName: string, chosen: readonly LabelKind[]): LabelsById {
	const [, list, field = ''] = LISTS_OF_IDS.find(([path]) => path.test(listName)) ?? [];
	const isReference = (of: LabelList, id: string) =>
		id === 'parentId' ? listName === of : `${listName}Id` !== id.replace(/Id$/, 'sId');
	const labels = new Map<string, LabelFields[]>();
	const add = (id: string, added: LabelFields) =>
		labels.set(id, [...(labels.get(id) ?? []), added]);
	for (const of of labelLists) {
		if (!chosen.includes(of)) continue;
		for (const id of REFERENCES[of]) if (isReference(of, id)) add(id, labelFieldsFor(of, id));
		if (of === list) add('_id', labelFieldsFor(of, field));
	}
	if (chosen.includes('managers')) {
		for (const id of listName === 'users' ? ['_id', 'userId'] : ['userId']) add(id, MANAGERS);
	}
	return labels;
}

/** Returns the lists that contain the names. @param path the list that gets them: only the IDs that a known list has matter */
export function listsOfLabels(labels: LabelsById, path = ''): LabelList[] {
	const fields = listAt(path).catalogFields;
	const present = [...labels].filter(([id]) => fields.length === 0 || fields.includes(id));
	return present.flatMap(([, added]) =>
		added.map(({ kind }) => (kind === 'managers' ? 'users' : kind)),
	);
}

/** Inserts each name field after its ID field, ignoring case. Does not move name fields that are already listed. */
export function insertLabelFields(fields: readonly string[], labels: LabelsById): string[] {
	const lower = (text: string) => text.toLowerCase();
	const present = new Set(fields.map(lower));
	const byId = new Map([...labels].map(([id, added]) => [lower(id), added]));
	return fields.flatMap((field) => {
		const added = (byId.get(lower(field)) ?? []).flatMap(namesIn);
		return [field, ...added.filter((added) => !present.has(lower(added)))];
	});
}

export function labelFieldNames(labels: LabelsById): ReadonlySet<string> {
	return new Set([...labels.values()].flat().flatMap(namesIn));
}

function namesIn({ name, mail }: LabelFields): string[] {
	return mail === undefined ? [name] : [name, mail];
}
