import {
	NodeHelpers,
	type INodeParameters,
	type INodePropertyOptions,
	type INodeTypeDescription,
} from 'n8n-workflow';

import { InstalledPackage } from '../harness';

let description: INodeTypeDescription;

beforeAll(async () => {
	const installed = await InstalledPackage.load();
	({ description } = installed.getByNameAndVersion(installed.typeName('learningPlatformTrigger')));
});

const parametersOf = (entered: INodeParameters, withDefaults: boolean) =>
	NodeHelpers.getNodeParameters(
		...([description.properties, entered, withDefaults, false] as const),
		...([{ typeVersion: 1 }, description] as const),
	) ?? {};

const quarterly = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };

it('a new trigger polls every 15 minutes', () => {
	expect(parametersOf({}, true).pollTimes).toEqual(quarterly);
});

it.each([
	['course', ['added']],
	['pathCompletion', ['completed']],
])('after Resource changes, %s starts with its default %j', (resource, events) => {
	// Like the editor, drops defaults before setting the new resource.
	const kept = parametersOf(parametersOf({ resource: 'courseCompletion' }, true), false);
	expect(parametersOf({ ...kept, resource }, true).triggerOn).toEqual(events);
});

it('n8n’s node panel names the events of each resource', () => {
	// The panel takes its entries from the first field with one of these labels, and sets that field's value.
	const labels = ['event', 'events', 'trigger on'];
	const first = description.properties.find(({ displayName }) =>
		labels.includes(displayName.toLowerCase()),
	);
	const entries = first?.options as INodePropertyOptions[];
	expect(first?.name).toBe('resource');
	expect(entries.map(({ value, action }) => [value, action])).toEqual([
		['course', 'Course Added, Updated, or Removed'],
		['courseCompletion', 'Course Completed'],
		['group', 'Group Added, Updated, or Removed'],
		['other', 'Record in Another List Added, Updated, or Removed'],
		['path', 'Path Added, Updated, or Removed'],
		['pathCompletion', 'Path Completed, Failed, or Late'],
		['pathSession', 'Path Session Added, Updated, or Removed'],
		['user', 'User Added, Updated, or Removed'],
	]);
});

it('n8n’s node panel shows this description for both nodes, so it covers both', () => {
	expect(description.description).toMatch(
		/^Reads your LMS .* starts workflows when training is completed\.$/,
	);
});
