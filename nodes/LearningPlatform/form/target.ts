import type { INodeProperties } from 'n8n-workflow';

import { findKnownList, knownLists, pathIdsOf, type PathIds } from '../catalog/knownLists';
import type { Identity } from '../catalog/identity';
import type { KnownList } from '../catalog/row';
import { findResource, resources, type Resource } from '../catalog/resources';
import { titleOf } from '../values/words';
import { field, shownFor, type Field, type ReadParameter } from './field';
import { readListPath } from './listPath';
import { readIdSegment, recordField, valueIn } from './record';

/** The field Resource, from which all others follow. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'course',
	options: resources.map(({ name, value, description }) => ({ name, value, description })),
};

/** By their paths, as n8n can read them in an expression. */
const listNames = JSON.stringify(
	Object.fromEntries(knownLists.map(({ path, name }) => [path, name])),
);

/** What a node is about, for the line below its name on the canvas: as an n8n expression. */
export const SUBJECT = `($parameter["resource"] === "other" ? (${listNames}[$parameter["listPath"]] ?? $parameter["listPath"]) : $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase())`;

/** A list that can be read. */
export interface ListTarget extends Pick<KnownList, 'ignoreFields' | 'changedBy' | 'completionOf'> {
	/** What identifies its records, where that is known and not `_id`. */
	idFields?: Identity;
	/** The IDs in its path, which its records lack. */
	pathIds: PathIds;
	/** Below `/api/v2/`, percent-encoded; also what the list is called in messages, n8n's log and file names. */
	path: string;
}

/** The list of a resource, or the one that the user chooses for Other List. */
export function targetOf({ list }: Resource): Field<ListTarget> {
	return list === undefined ? chosenList : { properties: [], read: () => targetAt(list) };
}

/**
 * The list that a form is about, for what the editor shows beside it: its path below `/api/v2/`, where braces may stand
 * for IDs that are not known yet.
 *
 * @returns '' where that cannot be told
 */
export function listIn(parameter: ReadParameter): string {
	const { list } = findResource(parameter(resourceField.name, resourceField.default)) ?? {};
	if (list !== undefined) return list;
	try {
		const path = valueIn(parameter(listToRead.name, ''));
		return readListPath(path, listToRead.displayName, (name) => `{${name}}`);
	} catch {
		return '';
	}
}

function targetAt(path: string): ListTarget {
	const { ignoreFields, changedBy, completionOf, identity = [] } = findKnownList(path) ?? {};
	return {
		path,
		pathIds: pathIdsOf(path),
		...(identity.length > 0 && { idFields: identity }),
		...(ignoreFields && { ignoreFields }),
		...(changedBy !== undefined && { changedBy }),
		...(completionOf && { completionOf }),
	};
}

const listToRead: INodeProperties = {
	displayName: 'List to Read',
	name: 'listPath',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description: 'Which of the lists of the platform to read. The API credentials need its scope.',
	builderHint: {
		propertyHint: `With the mode "list" the value is one of these paths, as it stands here; each name in braces has a field of its own: ${knownLists
			.map(({ path }) => path)
			.sort()
			.join(', ')}. For any other list take the mode "path" and its path with all IDs in it.`,
	},
	modes: [
		{
			displayName: 'From List',
			name: 'list',
			type: 'list',
			placeholder: 'Choose a list...',
			typeOptions: { searchListMethod: 'searchLists', searchable: true },
		},
		{
			displayName: 'By Path',
			name: 'path',
			type: 'string',
			placeholder: 'e.g. groups/5f0c1a2b3c4d5e6f70819203/roles',
			hint: 'What comes after "/api/v2/" in the address of the list, with all IDs',
		},
	],
};

/**
 * When n8n shows the field for an ID: with From List only, because By Path has the IDs in the path. That is often an
 * expression, for which n8n would show all these fields. The paths are named one by one: on a busy machine n8n gives up
 * on a pattern, and on the workflow with it.
 */
function whereListHas(name: string) {
	const paths = knownLists.map(({ path }) => path).filter((path) => path.includes(`{${name}}`));
	return { '/listPath.mode': ['list'], '/listPath': paths };
}

const contentType: INodeProperties = {
	displayName: 'Content Type',
	name: 'contentType',
	type: 'options',
	default: 'course',
	description: 'Whose IDs to list. A library has no path sessions, and a catalog no paths.',
	options: [
		{ name: 'Course', value: 'course' },
		{ name: 'Path (Library)', value: 'path' },
		{ name: 'Path Session (Catalog)', value: 'path-session' },
	],
};

/** The fields for the IDs in a path, by the names that stand in braces in the paths of the known lists. */
const pathIds = new Map(
	knownLists
		.flatMap(({ path }) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))
		.sort()
		.map((name) => [name, shownFor(whereListHas(name), pathIdOf(name))]),
);

function pathIdOf(name: string): Field<string> {
	const builderHint = {
		propertyHint: `Only for a listPath with {${name}} in it. Leave it out for all others.`,
	};
	if (resources.some(({ idName }) => idName === name)) return recordField(name, { builderHint });
	const id: INodeProperties = {
		displayName: titleOf(name),
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
	};
	const property = name === 'contentType' ? contentType : id;
	return field({ ...property, builderHint }, readIdSegment, '');
}

/** The fields for a list, and for the IDs that its path needs. */
const chosenList: Field<ListTarget> = {
	properties: [listToRead, ...[...pathIds.values()].flatMap(({ properties }) => properties)],
	read: (parameter, node) => {
		const path = valueIn(parameter(listToRead.name, ''));
		const idOf = (name: string) => pathIds.get(name)?.read(parameter, node);
		return targetAt(readListPath(path, listToRead.displayName, idOf));
	},
};
