import type { INodeExecutionData, INodeParameters } from 'n8n-workflow';

import type { Catalogue, RoutePath, ListRecord, Sandbox, SandboxOptions } from '../sandbox';
import { type NodeOptions, type NodeRun, runNode, type StoredCredential } from './harness';
import { coursesOnPage, storedFor } from './service';

type Options = Omit<NodeOptions, 'parameters' | 'credential'>;
type Credential = NodeOptions['credential'];

/** The node's resources with their lists. */
export const lists = [
	{ resource: 'course', kind: 'courses' },
	{ resource: 'group', kind: 'groups' },
] as const;

/** Sandbox options for a list of `records` records on pages of `pageSize`. */
export const sizes = (kind: RoutePath, records: number, pageSize: number): SandboxOptions =>
	kind === 'courses'
		? { courses: records, coursePageSize: pageSize }
		: { groups: records, groupPageSize: pageSize };

/** Runs "List" for a resource in n8n's engine. */
export async function listRecords(
	resource: (typeof lists)[number]['resource'] | 'pathCompletion',
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	const all = { resource, operation: 'list', ...parameters };
	return await runNode({ ...options, credential, parameters: all });
}

/** Runs "List courses" in n8n's engine. */
export async function listCourses(
	credential: Credential,
	parameters: INodeParameters = {},
	options: Options = {},
): Promise<NodeRun> {
	return await listRecords('course', credential, parameters, options);
}

/** Returns a stored credential that already has a token from its first use. */
export async function usedCredential(sandbox: Sandbox): Promise<StoredCredential> {
	const credential = storedFor(sandbox);
	await listCourses(credential);
	return credential;
}

/** A record chosen by its ID, as the node stores it. */
export const byId = (value = '') => ({ __rl: true, mode: 'id', value });

/** A list chosen by its path, as the node stores it. */
export const byPath = (value: string) => ({ __rl: true, mode: 'path', value });

/** A field filter as the node stores it. */
export const fieldFilter = (field: string, operator: string, value: unknown): INodeParameters => ({
	fieldFilters: { filter: [{ field, operator, value: value as string }] },
});

export const jsonOf = (items: INodeExecutionData[]) => items.map(({ json }) => json);

export const idsOf = (items: INodeExecutionData[]) => items.map(({ json }) => json._id);

/** The `_id`s of a list, in order. */
export function idsIn(
	catalogue: Catalogue,
	kind: RoutePath,
	passes: (record: ListRecord) => boolean = () => true,
): unknown[] {
	// `list` would copy each record.
	return [...catalogue.records(kind)].filter(passes).map(({ _id }) => _id);
}

/**
 * Expects every course exactly once, by default in the service's order. A failure names the records or pages, e.g.
 * "page 4 is missing".
 */
export function expectAllCourses(
	items: INodeExecutionData[],
	sandbox: Sandbox,
	{ inOrder = true } = {},
): void {
	const wanted = idsIn(sandbox.catalogue, 'courses');
	const places = new Map(wanted.map((id, place) => [id, place]));
	const came = idsOf(items).map((id) => places.get(id));
	const size = coursesOnPage(sandbox);
	const isMissing = wanted.map((_, place) => !came.includes(place));
	const named = (place = 0) => `record ${place + 1} (page ${Math.floor(place / size) + 1})`;
	const missing = isMissing.flatMap((lacks, place) => {
		const page = isMissing.slice(place - (place % size), place - (place % size) + size);
		if (!page.every(Boolean)) return lacks ? [`${named(place)} is missing`] : [];
		return place % size === 0 ? [`page ${place / size + 1} is missing`] : [];
	});
	const twice = came.filter((place, at) => came.indexOf(place) < at);
	const late = inOrder ? came.filter((place = 0, at) => place < (came[at - 1] ?? 0)) : [];
	expect([
		...missing,
		...came.filter((place) => place === undefined).map(() => 'a record is not a course'),
		...twice.map((place) => `${named(place)} came twice`),
		...late.map((place) => `${named(place)} came too late`),
	]).toEqual([]);
}
