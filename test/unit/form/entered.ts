import type { FormNode, ReadParameter } from '../../../nodes/LearningPlatform/form';
import { filtersOf } from '../../../nodes/LearningPlatform/form';
import { queryOf } from '../../../nodes/LearningPlatform/values/filter';
import {
	allResources,
	findResource,
	type Resource,
} from '../../../nodes/LearningPlatform/catalog/resources';

/** @param value of the parameter Resource */
export function resourceOf(value: string): Resource {
	const found = findResource(value, allResources);
	if (found === undefined) throw new Error(`There is no resource "${value}"`);
	return found;
}

export const course = resourceOf('course');
export const group = resourceOf('group');
export const other = resourceOf('other');

/** What was entered; what was not comes as it does from n8n. */
export const entered =
	(parameters: Record<string, unknown>): ReadParameter =>
	(name, ifLeftOut) =>
		name in parameters ? parameters[name] : ifLeftOut;

/** A node in a workflow. Its parameters are what was entered before expressions were resolved. */
export const nodeWith = (
	parameters: object = {},
	{ type = 'learningPlatform', timeZone = 'UTC' } = {},
): FormNode => ({
	getNode: () => ({ type, parameters }) as ReturnType<FormNode['getNode']>,
	getTimezone: () => timeZone,
});

/** What is sent for the filters of a resource. */
export const sentFor = (resource: Resource, read: ReadParameter, node: FormNode = nodeWith()) =>
	queryOf(filtersOf(resource).read(read, node).filters);
