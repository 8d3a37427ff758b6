import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Resource } from '../resources';

/** An operation as every resource has it. */
export interface Operation {
	/** Its entry in the menu, with its route if n8n can run it by one. */
	option: (resource: Resource) => INodePropertyOptions;
	fields: (resource: Resource) => INodeProperties[];
	/** What n8n runs in place of a route. */
	execute?: (resource: Resource) => (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}
