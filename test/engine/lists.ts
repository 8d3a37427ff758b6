import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Catalogue, ListKind, ListRecord } from '../sandbox';
import { type NodeOptions, type NodeRun, runNode } from './harness';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;
type Credential = NodeOptions['credential'];

/** Runs "List courses" in n8n's engine. */
export async function listCourses(
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	return await list('course', credential, parameters, options);
}

/** Runs "List groups" in n8n's engine. */
export async function listGroups(
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	return await list('group', credential, parameters, options);
}

async function list(
	resource: string,
	credential: Credential,
	parameters: INodeParameters,
	options: Options,
): Promise<NodeRun> {
	const all = { resource, operation: 'list', ...parameters };
	return await runNode({ ...options, credential, parameters: all });
}

/** A field filter as the node stores it. */
export const fieldFilter = (field: string, operator: string, value: unknown): INodeParameters => ({
	fieldFilters: { filter: [{ field, operator, value: value as string }] },
});

export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

export const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json._id);

/** The `_id`s that a list has to give, in order. */
export function idsIn(
	catalogue: Catalogue,
	kind: ListKind,
	passes: (record: ListRecord) => boolean = () => true,
): unknown[] {
	return catalogue
		.list(kind)
		.filter(passes)
		.map(({ _id }) => _id);
}
