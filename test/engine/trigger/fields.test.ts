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

const pollTimesOf = (parameters: INodeParameters, withDefaults: boolean) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		withDefaults,
		false,
		{ typeVersion: 1 },
		description,
	)?.pollTimes;

const quarterly = { item: [{ mode: 'everyX', value: 15, unit: 'minutes' }] };

describe('the schedule', () => {
	it('of a new trigger is every 15 minutes', () => {
		expect(pollTimesOf({}, true)).toEqual(quarterly);
	});

	it.each([
		['every 15 minutes', quarterly],
		['every hour', { item: [{ mode: 'everyHour', minute: 5 }] }],
	])('that was set stays: %s', (_which, pollTimes) => {
		expect(pollTimesOf({ pollTimes }, true)).toEqual(pollTimes);
		expect(pollTimesOf({ pollTimes }, false)).toEqual(pollTimes);
	});
});

it.each([
	['course', ['added']],
	['pathCompletion', ['completed']],
])('a new trigger for the resource %s starts on %j, also after another one', (resource, events) => {
	const node = { typeVersion: 1 };
	const parametersOf = (entered: INodeParameters, withDefaults: boolean) =>
		NodeHelpers.getNodeParameters(
			...([description.properties, entered, withDefaults, false, node, description] as const),
		) ?? {};
	// As the editor does: what is left as it was is forgotten before the other resource is set.
	const before = parametersOf({ resource: 'courseCompletion' }, true);
	const kept = parametersOf(before, false);
	expect(parametersOf({ ...kept, resource }, true).triggerOn).toEqual(events);
});

it('n8n’s node panel names what the trigger starts on', () => {
	// The panel makes its entries of the first field with one of these labels, and calls them by their action. Which one is
	// chosen becomes the value of that field.
	const labels = ['event', 'events', 'trigger on'];
	const first = description.properties.find(({ displayName }) =>
		labels.includes(displayName.toLowerCase()),
	);
	const entries = first?.options as INodePropertyOptions[];
	expect(first?.name).toBe('resource');
	expect(entries.map(({ value, action }) => [value, action])).toEqual([
		['course', 'Course Added, Updated or Removed'],
		['courseCompletion', 'Course Completed'],
		['group', 'Group Added, Updated or Removed'],
		['other', 'Record of Another List Added, Updated or Removed'],
		['path', 'Path Added, Updated or Removed'],
		['pathCompletion', 'Path Completed, Failed or Late'],
		['pathSession', 'Path Session Added, Updated or Removed'],
		['user', 'User Added, Updated or Removed'],
	]);
});

it('n8n’s node panel, which shows this one’s description for both nodes, says what both do', () => {
	expect(description.description).toMatch(/^Reads your LMS .* starts workflows on completions\.$/);
});
