import type { FormNode, ReadParameter } from '../../../nodes/LearningPlatform/form';
import { resources, type Resource } from '../../../nodes/LearningPlatform/catalog/resources';

export const [course, group, other] = resources as readonly [Resource, Resource, Resource];

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
