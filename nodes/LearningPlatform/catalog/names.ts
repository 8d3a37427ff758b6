import type { IDataObject } from 'n8n-workflow';

/** The lists whose records have names, by the values of Add Names Of, in the order of the form. */
export const nameLists = ['courses', 'groups', 'paths', 'tags', 'users'] as const;

/** Whose names an ID stands for. */
export type NameList = (typeof nameLists)[number];

/** What is put beside an ID. */
interface Names {
	list: NameList;
	/** The field with the name, or with a list of names where the ID is a list of IDs. */
	name: string;
	/** The field with the mail address. */
	mail?: string;
}

/** The fields that hold the ID of a record, by the list of that record (docs/names.md). */
const REFERENCES: Readonly<Record<NameList, readonly string[]>> = {
	courses: ['courseId'],
	groups: ['groupId', 'parentId', 'primaryGroupId'],
	paths: ['pathId'],
	tags: ['tagId', 'tagIds'],
	users: [
		...['authorId', 'coAuthorIds', 'instructorIds', 'mainInstructorId', 'originalAuthorId'],
		...['trainerIds', 'userId'],
	],
};

/** The list of what the ID in a field stands for; `undefined` where that is not known. */
export function listOfId(field: string): NameList | undefined {
	return nameLists.find((list) => REFERENCES[list].includes(field));
}

/** The lists of bare IDs, whose records have an `_id` alone; `field` is what other lists would call it. */
const OF_BARE_IDS: readonly [path: RegExp, list: NameList, field: string][] = [
	// `userName` is that of the user whose managers they are.
	[/^users\/[^/]+\/managers$/, 'users', 'managerId'],
	[/^users\/[^/]+\/subordinates$/, 'users', 'subordinateId'],
	[/^groups\/[^/]+\/(?:catalog|library)\/course-ids$/, 'courses', 'courseId'],
	[/^groups\/[^/]+\/library\/path-ids$/, 'paths', 'pathId'],
];

/** E.g. `coAuthorNames` beside `coAuthorIds`. Beside the ID of the user whom a record is about comes a mail address, too. */
function namesBeside(list: NameList, field: string): Names {
	const isPerson = /^(user|manager|subordinate)Id$/.test(field);
	const name = field.replace(/Id(s?)$/, 'Name$1');
	return { list, name, ...(isPerson && { mail: field.replace(/Id$/, 'Mail') }) };
}

/** What Add Names Of adds to the records of one list. */
export type NamesBesideIds = ReadonlyMap<string, Names>;

/**
 * What is added to the records of a list. The row of a group has the group's own ID as `groupId`, which gets no name, and
 * `parentId` is the ID of a group in groups only.
 *
 * @param listName path of the list below `/api/v2/`
 * @param chosen whose names are wanted
 */
export function namesBesideIds(listName: string, chosen: readonly NameList[]): NamesBesideIds {
	const [, list, field = ''] = OF_BARE_IDS.find(([path]) => path.test(listName)) ?? [];
	const isReference = (of: NameList, id: string) =>
		id === 'parentId' ? listName === of : `${listName}Id` !== id.replace(/Id$/, 'sId');
	const names = new Map<string, Names>();
	for (const of of chosen) {
		for (const id of REFERENCES[of]) if (isReference(of, id)) names.set(id, namesBeside(of, id));
		if (of === list) names.set('_id', namesBeside(of, field));
	}
	return names;
}

/** Inserts the fields with names after those with their IDs, in upper or lower case. A name that is there keeps its place. */
export function namedFields(fields: readonly string[], names: NamesBesideIds): string[] {
	const lower = (text: string) => text.toLowerCase();
	const present = new Set(fields.map(lower));
	const byId = new Map([...names].map(([id, added]) => [lower(id), added]));
	return fields.flatMap((field) => {
		const { name, mail } = byId.get(lower(field)) ?? {};
		const added = [name, mail].filter((added) => added !== undefined);
		return [field, ...added.filter((added) => !present.has(lower(added)))];
	});
}

/** All fields that are added. */
export function addedFields(names: NamesBesideIds): ReadonlySet<string> {
	const added = [...names.values()].flatMap(({ name, mail }) => [name, mail]);
	return new Set(added.filter((field) => field !== undefined));
}

/** What an ID stands for. */
export interface Named {
	name: string;
	mail: string;
}

const NOBODY: Named = { name: '', mail: '' };

/**
 * A record with names beside its IDs; an ID that no record has gets ''. A field that the service has sent is never
 * replaced.
 *
 * @param find what an ID stands for; left out, all names are '', which shows the fields that a record gets
 */
export function withNames(
	record: IDataObject,
	names: NamesBesideIds,
	find: (list: NameList, id: string) => Named | undefined = () => undefined,
): IDataObject {
	if (names.size === 0) return record;
	const fields = Object.entries(record).flatMap(([field, value]) => {
		const beside = names.get(field);
		if (beside === undefined) return [[field, value]];
		const found = idsIn(value).map((id) => find(beside.list, id) ?? NOBODY);
		const shown = (part: keyof Named) =>
			Array.isArray(value) ? found.map((one) => one[part]) : (found[0]?.[part] ?? '');
		const added = [
			[beside.name, shown('name')],
			...(beside.mail === undefined ? [] : [[beside.mail, shown('mail')]]),
		];
		return [[field, value], ...added.filter(([name]) => !Object.hasOwn(record, String(name)))];
	});
	return Object.fromEntries(fields) as IDataObject;
}

/** The IDs of records, by the list of what they stand for. */
export function idsToName(
	records: readonly IDataObject[],
	names: NamesBesideIds,
): ReadonlyMap<NameList, ReadonlySet<string>> {
	const ids = new Map<NameList, Set<string>>();
	for (const [field, { list }] of names) {
		const ofList = ids.get(list) ?? new Set();
		for (const record of records) for (const id of idsIn(record[field])) ofList.add(id);
		if (ofList.size > 0) ids.set(list, ofList);
	}
	return ids;
}

/** One ID, or several in a list; one entry for each of the list, so that names stand where their IDs do. */
function idsIn(value: unknown): string[] {
	const entries = Array.isArray(value) ? (value as unknown[]) : [value];
	return entries.map((id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : ''));
}
