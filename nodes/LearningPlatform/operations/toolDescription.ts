import type { INodeProperties } from 'n8n-workflow';

/**
 * The field with which an agent's tool describes itself. Without one of our own n8n adds its own, which by
 * default says no more than the operation's name.
 *
 * @param text the default, for one operation of one resource
 */
export function toolDescription(text: string): INodeProperties {
	return {
		displayName: 'Tool Description',
		name: 'toolDescription',
		type: 'string',
		typeOptions: { rows: 4 },
		default: text,
		description: 'What the model reads about this tool, beside the parameters that it fills in',
		displayOptions: { show: { '@tool': [true] } },
	};
}
