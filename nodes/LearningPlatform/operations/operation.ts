import type {
	IExecuteFunctions,
	INodeExecutionData,
	INodeProperties,
	INodePropertyOptions,
} from 'n8n-workflow';

import type { Resource } from '../resources';

/** An operation as every resource has it. */
export interface Operation {
	/** In the menu. */
	name: string;
	/** Value of the parameter Operation. */
	value: string;
	/** What its menu entry says of a resource, with its route if n8n can run it by one. */
	option: (resource: Resource) => Omit<INodePropertyOptions, 'name' | 'value'>;
	fields: (resource: Resource) => INodeProperties[];
	/** What n8n runs in place of a route. */
	execute?: (resource: Resource) => (this: IExecuteFunctions) => Promise<INodeExecutionData[][]>;
}
