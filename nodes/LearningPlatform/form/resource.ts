import { updateDisplayOptions, type INodeProperties } from 'n8n-workflow';

import { knownLists } from '../catalog/knownLists';
import { resources, type Resource } from '../catalog/resources';
import { shownFor, type Field } from './field';

/** The field Resource: all other fields depend on it. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'course',
	options: resources.map(({ name, value, description }) => ({ name, value, description })),
};

/** By path, as JSON for an n8n expression. */
export const listNames = JSON.stringify(
	Object.fromEntries(knownLists.map(({ path, name }) => [path, name])),
);

/** The subject of a node, for the line below its name on the canvas: an n8n expression. */
export const SUBJECT = `($parameter["resource"] === "other" ? (${listNames}[$parameter["listPath"]] ?? $parameter["listPath"]) : $parameter["resource"].replace(/[A-Z]/g, " $&").toLowerCase())`;

/**
 * A field that differs by resource: n8n shows one field for each resource, and the code reads one of them.
 *
 * n8n's AI builder merges fields of one name and keeps the condition of the first, unless that one is hidden where the
 * others are shown. Inside a field it also keeps only the first of each name, so Other List, which has most, comes first.
 */
export function forEachResource<Value>(
	fieldOf: (resource: Resource) => Field<Value>,
	resource: Resource,
): Field<Value> {
	const withList = resources.filter(({ list }) => list !== undefined);
	const hide = { resource: withList.map(({ value }) => value) };
	const others = resources.filter((each) => !withList.includes(each));
	const properties = [
		...others.flatMap((each) => updateDisplayOptions({ hide }, fieldOf(each).properties)),
		...withList.flatMap((each) => shownForResource(each, fieldOf)),
	];
	return { ...fieldOf(resource), properties };
}

export function shownForResource(
	resource: Resource,
	fieldOf: (resource: Resource) => Field<unknown>,
): INodeProperties[] {
	return shownFor({ resource: [resource.value] }, fieldOf(resource)).properties;
}
