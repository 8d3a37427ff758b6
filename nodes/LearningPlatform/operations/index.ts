import type {
	IExecuteFunctions,
	IExecutePaginationFunctions,
	IExecuteSingleFunctions,
	IHttpRequestOptions,
	INodeProperties,
	INodePropertyOptions,
	INodePropertyRouting,
	INodeType,
} from 'n8n-workflow';

import { allResources, findResource, type Resource } from '../catalog/resources';
import { UserFacingError } from '../failures/userFacingError';
import {
	nameIn,
	oneOf,
	propertiesOf,
	resourceField,
	shownFor,
	subjectExpression,
	targetOf,
} from '../form';
import { toNodeError } from '../nodeErrors';
import { isTool } from '../n8n/toolAnswer';
import { apiUrl } from '../token';
import { writeOperations } from '../write';
import { exportToFile } from './export';
import { get, list } from './listAndGet';
import { findLeaversOperation } from './leavers';
import { runItem, type Operation } from './run';
import { sync } from './sync';

/** All operations. The form shows their fields in this order. */
const operations: Operation[] = [
	list,
	get,
	exportToFile,
	sync,
	findLeaversOperation,
	...writeOperations,
];

/** An n8n expression for the line below the node's name on the canvas, e.g. "List: Course". */
export const subtitle =
	`={{ ${nameIn(operations, 'operation')} + ": " + ${subjectExpression} }}` as const;

const operationsOf = (resource: Resource) =>
	operations.filter(({ isFor }) => isFor?.(resource) ?? true);

/** The fields of all resources. n8n always shows the Resource field, so the field's route can guard all requests. */
export const operationProperties: INodeProperties[] = [
	{
		...resourceField,
		options: allResources.map(({ name, value, description }) => ({ name, value, description })),
		routing: { send: { preSend: [requireRoute] } },
	},
	...allResources.flatMap(describeResource),
];

/** n8n runs these in workflows and for AI Agent 3. Other agents run the routes. */
export const customOperations: NonNullable<INodeType['customOperations']> = Object.fromEntries(
	allResources.map((resource) => [
		resource.value,
		Object.fromEntries(
			operationsOf(resource).map(({ name, value, execute, runAsTool }) => [
				value,
				async function (this: IExecuteFunctions) {
					const node = this.getNode();
					if (isTool(node) && !runAsTool) throw toNodeError(node, noTool(name), '');
					return await execute(this, resource);
				},
			]),
		),
	]),
);

function describeResource(resource: Resource): INodeProperties[] {
	const isChosen = { resource: [resource.value] };
	const menu: INodeProperties = {
		displayName: 'Operation',
		name: 'operation',
		type: 'options',
		noDataExpression: true,
		default: 'list',
		displayOptions: { show: isChosen },
		options: operationsOf(resource)
			.map((operation) => menuEntry(operation, resource))
			.sort((a, b) => a.name.localeCompare(b.name)),
	};
	const fields = sharedFields(resource).flatMap(
		({ values, ...field }) => shownFor({ ...isChosen, operation: values }, field).properties,
	);
	return [menu, ...shownFor(isChosen, targetOf(resource)).properties, ...fields];
}

function menuEntry(
	{ name, value, action, description, runAsTool }: Operation,
	resource: Resource,
): INodePropertyOptions {
	return {
		name,
		value,
		action: action(resource),
		description: description(resource),
		// Tools return text to a model.
		...(runAsTool
			? { routing: routeOf(resource, runAsTool) }
			: { displayOptions: { hide: { '@tool': [true] } } }),
	};
}

/** Creates a route that does not send a request itself: n8n only calls its pagination function, once per input item. */
function routeOf(
	resource: Resource,
	runAsTool: NonNullable<Operation['runAsTool']>,
): INodePropertyRouting {
	const pagination = async function (this: IExecutePaginationFunctions) {
		const [itemIndex, parameter] = [this.getItemIndex(), this.getNodeParameter.bind(this)];
		const item = { context: this, resource, parameter, itemIndex };
		return await runItem(item, runAsTool, (failed) => [failed]);
	};
	return {
		// n8n and requireRoute recognize a route by this URL.
		request: { method: 'GET', url: apiUrl('', resource.list ?? '') },
		send: { paginate: true },
		operations: { pagination },
	};
}

/** Merges the fields of all operations and keeps their order. A field that several operations share appears once. */
function sharedFields(resource: Resource) {
	const shared: { properties: INodeProperties[]; json: string; values: string[] }[] = [];
	for (const operation of operationsOf(resource)) {
		let at = 0;
		for (const field of propertiesFor(operation, resource)) {
			const json = JSON.stringify(field);
			const sharedField = shared.slice(at).find((other) => other.json === json);
			if (sharedField) sharedField.values.push(operation.value);
			else shared.splice(at, 0, { properties: [field], json, values: [operation.value] });
			at = sharedField ? shared.indexOf(sharedField) + 1 : at + 1;
		}
	}
	return shared;
}

function propertiesFor({ toolDescription, form }: Operation, resource: Resource) {
	const fields = propertiesOf(form(resource));
	if (!toolDescription) return fields;
	// Otherwise, n8n would add its own field, whose default contains only the operation's name.
	const ofTool: INodeProperties = {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: toolDescription(resource),
		description: "The tool description that the model receives along with the tool's parameters",
		builderHint: { propertyHint: 'Used only if an AI agent uses the node as a tool.' },
		displayOptions: { show: { '@tool': [true] } },
	};
	return [ofTool, ...fields];
}

/**
 * Explains why there is no route: a tool runs an operation that has none, or a newer version of the package saved the
 * workflow. Without this explanation, n8n would request an empty URL, and the credential would reject it.
 */
async function requireRoute(this: IExecuteSingleFunctions, request: IHttpRequestOptions) {
	if (request.url) return await Promise.resolve(request);
	const node = this.getNode();
	// n8n chooses the route based on the stored parameters.
	const { resource, operation } = node.parameters;
	const row = findResource(resource, allResources);
	const [field, entered, choices]: [string, unknown, readonly { name: string; value: string }[]] =
		row ? ['operation', operation, operationsOf(row)] : ['resource', resource, allResources];
	const choice = choices.find(({ value }) => value === entered);
	const error = choice
		? noTool(choice.name)
		: new UserFacingError(
				`This version of the node does not recognize the ${field} "${String(entered)}"; it must be ${oneOf(choices.map((one) => one.value))}`,
				'Choose Resource and Operation from their lists; they cannot be expressions. If a newer version of n8n-nodes-learning-platform saved the workflow, update the package.',
			);
	throw toNodeError(node, error, '', this.getItemIndex());
}

function noTool(operation: string): UserFacingError {
	return new UserFacingError(
		`"${operation}" cannot be used as a tool`,
		'Choose a different operation, such as "List". To let an agent run this operation, put the node in a workflow and give the agent that workflow as a tool.',
	);
}
