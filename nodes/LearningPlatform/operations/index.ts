import { updateDisplayOptions, type INodeProperties, type INodeType } from 'n8n-workflow';

import { resourceField } from '../listing/fields';
import { resources, type Resource } from '../resources';
import { exportToFile } from './export';
import { list } from './list';
import type { Operation } from './operation';
import { requireRoute } from './requireRoute';

/** In the order of the menu. */
const operations: Operation[] = [list, exportToFile];

/** The field Resource. n8n always shows it, so its route guards all requests. */
export const guardedResourceField: INodeProperties = {
	...resourceField,
	routing: { send: { preSend: [requireRoute(operations)] } },
};

/** The operations of a resource with all their fields. */
export function describeResource(resource: Resource): INodeProperties[] {
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		displayOptions: { show: { resource: [resource.value] } },
		options: operations.map(({ name, value, option }) => ({ name, value, ...option(resource) })),
	};
	const fields = operations.flatMap((operation) => {
		const show = { resource: [resource.value], operation: [operation.value] };
		return updateDisplayOptions({ show }, operation.fields(resource));
	});
	return [menu, ...fields];
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
