import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Catalogue, RoutePath, ListRecord, Sandbox, SandboxOptions } from '../sandbox';
import {
	credentialFor,
	type NodeOptions,
	type NodeRun,
	runNode,
	StoredCredential,
} from './harness';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;
type Credential = NodeOptions['credential'];

/** The resources of the node and the lists of the service: what holds for one holds for each. */
export const lists = [
	{ resource: 'course', kind: 'courses' },
	{ resource: 'group', kind: 'groups' },
] as const;

/** A service whose list has so many records, on pages of this size. */
export const sizes = (kind: RoutePath, records: number, pageSize: number): SandboxOptions =>
	kind === 'courses'
		? { courses: records, coursePageSize: pageSize }
		: { groups: records, groupPageSize: pageSize };

/** Runs "List" for a resource in n8n's engine. */
export async function listRecords(
	resource: (typeof lists)[number]['resource'],
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	const all = { resource, operation: 'list', ...parameters };
	return await runNode({ ...options, credential, parameters: all });
}

/** Runs "List courses", for all that is the same whatever is listed. */
export async function listCourses(
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	return await listRecords('course', credential, parameters, options);
}

/** A stored credential that was used once, and so has a token. */
export async function usedCredential(sandbox: Sandbox): Promise<StoredCredential> {
	const credential = new StoredCredential(credentialFor(sandbox));
	await listCourses(credential);
	return credential;
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
	kind: RoutePath,
	passes: (record: ListRecord) => boolean = () => true,
): unknown[] {
	return catalogue
		.list(kind)
		.filter(passes)
		.map(({ _id }) => _id);
}
