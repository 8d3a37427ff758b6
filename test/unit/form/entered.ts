import { filtersOf, type FormNode, type ReadParameter } from '../../../nodes/LearningPlatform/form';
import {
	allResources,
	findResource,
	type Resource,
} from '../../../nodes/LearningPlatform/catalog/resources';
import { queryOf } from '../../../nodes/LearningPlatform/list';

/** Finds a resource by its value in the form. */
export function resourceOf(value: string): Resource {
	const found = findResource(value, allResources);
	if (found === undefined) throw new Error(`There is no resource "${value}"`);
	return found;
}

export const course = resourceOf('course');
export const group = resourceOf('group');
export const other = resourceOf('other');

/** Returns these parameters and, like n8n, the defaults for all others. */
export const entered =
	(parameters: Record<string, unknown>): ReadParameter =>
	(name, ifLeftOut) =>
		name in parameters ? parameters[name] : ifLeftOut;

export const nodeWith = (
	parameters: object = {},
	{ type = 'learningPlatform', timeZone = 'UTC' } = {},
): FormNode => ({
	getNode: () => ({ type, parameters }) as ReturnType<FormNode['getNode']>,
	getTimezone: () => timeZone,
});

/** Returns the query for a resource's filters. */
export const sentFor = (resource: Resource, read: ReadParameter, node: FormNode = nodeWith()) =>
	queryOf(filtersOf(resource).read(read, node).filters);
