import type { INodeProperties, INodePropertyOptions } from 'n8n-workflow';

import { allResources, type Resource } from '../catalog/resources';
import { propertiesOf, resourceField, showOnlyFor, targetOf } from '../form';
import { writeOperations } from '../write';
import { exportToFile } from './export';
import { get } from './get';
import { list } from './list';
import { customOperationsOf, operationsOf, requireRoute, routeOf } from './route';
import type { Operation } from './run';
import { sync } from './sync';

/** In the order of their fields. */
const operations: Operation[] = [list, get, exportToFile, sync, ...writeOperations];

export const customOperations = customOperationsOf(operations);

/** The fields of all resources. n8n always shows the first, so its route guards all requests. */
export const operationProperties: INodeProperties[] = [
	{
		...resourceField,
		options: allResources().map(({ name, value, description }) => ({ name, value, description })),
		routing: { send: { preSend: [requireRoute(operations)] } },
	},
	...allResources().flatMap(describeResource),
];

/** The operations of a resource with all their fields. */
function describeResource(resource: Resource): INodeProperties[] {
	const isChosen = { resource: [resource.value] };
	const offered = operationsOf(resource, operations);
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		displayOptions: { show: isChosen },
		options: offered
			.map((operation) => menuEntry(operation, resource))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
	const fields = sharedFields(offered, resource).flatMap(({ field, values }) =>
		showOnlyFor({ ...isChosen, operation: values }, [field]),
	);
	return [menu, ...showOnlyFor(isChosen, targetOf(resource).properties), ...fields];
}

/** The fields of all operations, in the order of each. n8n gets an identical field of several operations once. */
function sharedFields(offered: Operation[], resource: Resource) {
	const shared: { field: INodeProperties; json: string; values: string[] }[] = [];
	for (const operation of offered) {
		let at = 0;
		for (const field of fieldsOf(operation, resource)) {
			const json = JSON.stringify(field);
			const same = shared.slice(at).find((other) => other.json === json);
			if (same) same.values.push(operation.value);
			else shared.splice(at, 0, { field, json, values: [operation.value] });
			at = same ? shared.indexOf(same) + 1 : at + 1;
		}
	}
	return shared;
}

function menuEntry(
	{ name, value, action, description, run }: Operation,
	resource: Resource,
): INodePropertyOptions {
	return {
		name,
		value,
		action: action(resource),
		description: description(resource),
		// Tools hand text to a model, and most of n8n's tools run routes only.
		...(run
			? { routing: routeOf(resource, run) }
			: { displayOptions: { hide: { '@tool': [true] } } }),
	};
}

function fieldsOf({ toolDescription, form }: Operation, resource: Resource): INodeProperties[] {
	const fields = propertiesOf(form(resource));
	if (!toolDescription) return fields;
	// Without a field of our own, n8n adds one that by default says no more than the operation's name.
	const ofTool: INodeProperties = {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: toolDescription(resource),
		description: 'Description of this tool for the model, in addition to its parameters',
		builderHint: { propertyHint: 'Used only if the node is a tool of an AI agent.' },
		displayOptions: { show: { '@tool': [true] } },
	};
	return [ofTool, ...fields];
}
