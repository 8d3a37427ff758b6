import { updateDisplayOptions, type INodeProperties, type INodeType } from 'n8n-workflow';

import { resources, type Resource } from '../resources';
import { exportToFile } from './export';
import { list } from './list';
import type { Operation } from './operation';

/** In the order of the menu. */
const operations: Operation[] = [exportToFile, list];

/** The field Resource, from which all others follow. */
export const resourceField: INodeProperties = {
	displayName: 'Resource',
	name: 'resource',
	type: 'options',
	noDataExpression: true,
	default: 'course',
	options: resources.map(({ name, value }) => ({ name, value })),
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
		options: operations.map(({ option }) => option(resource)),
	};
	const fields = operations.flatMap(({ option, fields: fieldsOf }) => {
		const show = { resource: [resource.value], operation: [option(resource).value] };
		return updateDisplayOptions({ show }, fieldsOf(resource));
	});
	return [menu, ...fields];
}

/** The operations that n8n cannot run by a route. */
export const customOperations: NonNullable<INodeType['customOperations']> = Object.fromEntries(
	resources.map((resource) => [
		resource.value,
		Object.fromEntries(
			operations.flatMap(({ option, execute }) =>
				execute ? [[option(resource).value, execute(resource)]] : [],
			),
		),
	]),
);
