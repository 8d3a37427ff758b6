import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { knownLists, listAt } from '../catalog/knownLists';
import {
	allResources,
	choosable,
	findResource,
	resources,
	type Resource,
} from '../catalog/resources';
import { titleOf } from '../values/words';
import { field, menu, constantField, shownFor, type Field, type ReadParameter } from './field';
import { readListPath } from './listPath';
import { locatorIn, readIdSegment, recordField } from './record';
import { trainingField, type Training } from './training';

/** The Resource field. All other fields depend on it. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'course',
	options: resources.map(({ name, value, description }) => ({ name, value, description })),
};

/** Returns an n8n expression for the name of a parameter's value in a menu, or for a value that the menu lacks. */
export function nameIn(
	choices: readonly { name: string; value: INodePropertyOptions['value'] }[],
	parameter: string,
): string {
	const names = new Map(choices.map(({ name, value }) => [value, name]));
	return `(${JSON.stringify(Object.fromEntries(names))}[$parameter["${parameter}"]] ?? $parameter["${parameter}"])`;
}

const listNames = knownLists.map(({ path, name }) => ({ value: path, name }));

/** An n8n expression for the subject that the canvas shows below the node's name. */
export const subjectExpression = `($parameter["resource"] === "other" ? ${nameIn(listNames, 'listPath')} : ${nameIn(allResources, 'resource')})`;

/** n8n's panel shows this description for two of the nodes. */
export const DESCRIPTION =
	'Reads 360Learning, your LMS: courses, people, and unfinished training. Exports to Excel, keeps tables in sync, creates users, and starts workflows when training is completed.';

export interface ListTarget {
	/** The percent-encoded path below `/api/v2/`. Messages, n8n's log, and file names use it as the list's name. */
	path: string;
	/** IDs that appear in the path but not in the records. */
	pathIds: ReturnType<typeof listAt>['pathIds'];
	/** The fields that identify a record. Omitted if none are known or the only one is `_id`. */
	identity?: readonly string[];
	/** The training and the people to check. Used only for Training Status. */
	training?: Training;
	/** The key and the fixed columns of a row. Used only for Training Status. */
	keyColumn?: string;
	columns?: string[][];
}

/** Returns the fields that select the list: List to Read, the fields of Training Status, or none. */
export function targetOf({ list, isComputed }: Resource): Field<ListTarget> {
	if (list === undefined) return chosenList;
	if (!isComputed) return constantField(targetAt(list));
	return {
		properties: trainingField.properties,
		read: (parameter, node) => {
			const training = trainingField.read(parameter, node);
			// A course has no session, and a path has no course.
			const others = training.kind === 'course' ? ['pathId', 'sessionId'] : ['courseId'];
			const { catalogFields } = listAt(list);
			const columns = catalogFields.filter((name) => !others.includes(name)).map((name) => [name]);
			return { ...targetAt(list), training, keyColumn: 'userId', columns };
		},
	};
}

/** Returns the path of the form's list, with field names in place of IDs, or '' if the path is unknown. */
export function pathInForm(
	parameter: ReadParameter,
	resource = findResource(parameter(resourceField.name, resourceField.default), allResources),
): string {
	if (resource?.list !== undefined) return resource.list;
	try {
		const { value: path } = locatorIn(parameter(listToRead.name, ''));
		return readListPath(path, listToRead.displayName, (name) => name);
	} catch {
		return '';
	}
}

function targetAt(path: string): ListTarget {
	const { identity = [], pathIds } = listAt(path);
	const isUsual = identity.join() === '_id';
	return { path, pathIds, ...(identity.length > 0 && !isUsual && { identity }) };
}

const listToRead: INodeProperties = {
	displayName: 'List to Read',
	name: 'listPath',
	type: 'resourceLocator',
	required: true,
	default: { mode: 'list', value: '' },
	description:
		"Any list that the platform offers. The API credentials need the list's scope. To see who has not completed a course or path, choose Training Status under Resource.",
	builderHint: {
		propertyHint: `In "list" mode, each name in braces has its own field, and the value must match one of these paths exactly: ${knownLists
			.map(({ path }) => path)
			.sort()
			.join(', ')}. For any other list, use "path" mode and a path with all IDs filled in.`,
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
			hint: 'The part of the URL after "/api/v2/", including all IDs',
		},
	],
};

/**
 * The fields for the IDs in a path, keyed by the name in braces. n8n shows them only in From List mode: a path in By
 * Path mode is often an expression, for which n8n would show all of them. The condition lists the paths because, on a
 * busy machine, matching a pattern can time out in n8n and make the workflow fail.
 */
const pathIds = new Map(
	knownLists
		.flatMap(({ path }) => Array.from(path.matchAll(/\{(\w+)\}/g), ([, name = '']) => name))
		.sort()
		.map((name) => {
			const paths = knownLists.map(({ path }) => path).filter((path) => path.includes(`{${name}}`));
			const condition = { '/listPath.mode': ['list'], '/listPath': paths };
			return [name, shownFor(condition, pathIdOf(name))];
		}),
);

function pathIdOf(name: string): Field<string> {
	const builderHint = {
		propertyHint: `Use this only if listPath contains {${name}}; otherwise, omit it.`,
	};
	if (choosable.some(({ idName }) => idName === name)) return recordField(name, { builderHint });
	if (name === 'contentType') {
		const description =
			'Type of content to list. A library has no path sessions, and a catalog has no paths.';
		const types = {
			course: 'Course',
			path: 'Path (Library)',
			'path-session': 'Path Session (Catalog)',
		};
		return menu(name, 'course', description, types, { builderHint });
	}
	const property: INodeProperties = {
		displayName: titleOf(name),
		name,
		type: 'string',
		required: true,
		default: '',
		placeholder: 'e.g. 5f0c1a2b3c4d5e6f70819203',
		builderHint,
	};
	return field(property, readIdSegment);
}

const chosenList: Field<ListTarget> = {
	properties: [listToRead, ...[...pathIds.values()].flatMap(({ properties }) => properties)],
	read: (parameter, node) => {
		const { mode, value: path } = locatorIn(parameter(listToRead.name, ''));
		// A path in By Path mode already contains the IDs.
		const idOf = (name: string) =>
			mode === 'path' ? undefined : pathIds.get(name)?.read(parameter, node);
		return targetAt(readListPath(path, listToRead.displayName, idOf));
	},
};
