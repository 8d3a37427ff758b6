import type { INodeProperties, INodeType } from 'n8n-workflow';

import { resourceField, showOnlyFor } from '../listing/fields';
import { listPathFields } from '../listing/listPathFields';
import { resources, type Resource } from '../resources';
import { exportToFile } from './export';
import { get } from './get';
import { list } from './list';
import { isOffered, type Operation } from './operation';
import { requireRoute } from './requireRoute';

/** In the order of the menu. */
const operations: Operation[] = [list, get, exportToFile];

/** The field Resource. n8n always shows it, so its route guards all requests. */
export const guardedResourceField: INodeProperties = {
	...resourceField,
	routing: { send: { preSend: [requireRoute(operations)] } },
};

/** The operations of a resource with all their fields. */
export function describeResource(resource: Resource): INodeProperties[] {
	const offered = operations.filter((operation) => isOffered(operation, resource));
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		displayOptions: { show: { resource: [resource.value] } },
		options: offered.map(({ name, value, option }) => ({ name, value, ...option(resource) })),
	};
	const fields = offered.flatMap((operation) =>
		showOnlyFor(
			{ resource: [resource.value], operation: [operation.value] },
			operation.fields(resource),
		),
	);
	const chooser = showOnlyFor({ resource: [resource.value] }, listPathFields(resource));
	return [menu, ...chooser, ...fields];
}

/** The operations that n8n cannot run by a route. */
export const customOperations: NonNullable<INodeType['customOperations']> = Object.fromEntries(
	resources.map((resource) => [
		resource.value,
		Object.fromEntries(
			operations.flatMap(({ value, execute }) => (execute ? [[value, execute(resource)]] : [])),
		),
	]),
);
