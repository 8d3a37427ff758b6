/** The values of Add Names Of, in the order they appear in the form. */
export const nameOwners = ['courses', 'groups', 'managers', 'paths', 'tags', 'users'] as const;

export type NameOwner = (typeof nameOwners)[number];

/** The lists whose records have names. */
export const nameLists = nameOwners.filter((owner) => owner !== 'managers');

export type NameList = (typeof nameLists)[number];

/** The fields added next to an ID. */
export interface Names {
	of: NameOwner;
	/** The field that holds the name (or, for managers and lists of IDs, a list of names). */
	name: string;
	/** The field that holds the email address. */
	mail?: string;
}

const MANAGERS: Names = { of: 'managers', name: 'managerNames', mail: 'managerMails' };

/** The fields that hold a record's ID, grouped by the list that contains the record (docs/rows.md, Names for IDs). */
const REFERENCES: Readonly<Record<NameList, readonly string[]>> = {
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
export function listOfId(field: string): NameList | undefined {
	return nameLists.find((list) => REFERENCES[list].includes(field));
}

/** Lists whose records contain only an `_id`, each with the field name that other lists use for that ID. */
const OF_BARE_IDS: readonly [path: RegExp, list: NameList, field: string][] = [
	// `userName` already holds the name of the user whose managers are listed.
	[/^users\/[^/]+\/managers$/, 'users', 'managerId'],
	[/^users\/[^/]+\/subordinates$/, 'users', 'subordinateId'],
	[/^groups\/[^/]+\/(?:catalog|library)\/course-ids$/, 'courses', 'courseId'],
	[/^groups\/[^/]+\/library\/path-ids$/, 'paths', 'pathId'],
];

/** Returns the name field for an ID field, e.g. `coAuthorNames` for `coAuthorIds`. For people, adds an email field. */
function namesBeside(list: NameList, field: string): Names {
	const isPerson = /^(user|manager|subordinate)Id$/.test(field);
	const name = field.replace(/Id(s?)$/, 'Name$1');
	return { of: list, name, ...(isPerson && { mail: field.replace(/Id$/, 'Mail') }) };
}

export type NamesBesideIds = ReadonlyMap<string, readonly Names[]>;

/**
 * Returns the fields that Add Names Of adds to a list's records: no name for a record's own ID (e.g. `groupId` in a
 * group's row), but managers for a user's own ID. `parentId` refers to a group only in the list of groups.
 */
export function namesBesideIds(listName: string, chosen: readonly NameOwner[]): NamesBesideIds {
	const [, list, field = ''] = OF_BARE_IDS.find(([path]) => path.test(listName)) ?? [];
	const isReference = (of: NameList, id: string) =>
		id === 'parentId' ? listName === of : `${listName}Id` !== id.replace(/Id$/, 'sId');
	const names = new Map<string, Names[]>();
	const add = (id: string, added: Names) => names.set(id, [...(names.get(id) ?? []), added]);
	for (const of of nameLists) {
		if (!chosen.includes(of)) continue;
		for (const id of REFERENCES[of]) if (isReference(of, id)) add(id, namesBeside(of, id));
		if (of === list) add('_id', namesBeside(of, field));
	}
	if (chosen.includes('managers')) {
		for (const id of listName === 'users' ? ['_id', 'userId'] : ['userId']) add(id, MANAGERS);
	}
	return names;
}

/** Inserts each name field after its ID field, ignoring case. Does not move name fields that are already listed. */
export function namedFields(fields: readonly string[], names: NamesBesideIds): string[] {
	const lower = (text: string) => text.toLowerCase();
	const present = new Set(fields.map(lower));
	const byId = new Map([...names].map(([id, added]) => [lower(id), added]));
	return fields.flatMap((field) => {
		const added = (byId.get(lower(field)) ?? []).flatMap(fieldsOf);
		return [field, ...added.filter((added) => !present.has(lower(added)))];
	});
}

export function addedFields(names: NamesBesideIds): ReadonlySet<string> {
	return new Set([...names.values()].flat().flatMap(fieldsOf));
}

function fieldsOf({ name, mail }: Names): string[] {
	return mail === undefined ? [name] : [name, mail];
}
