import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

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

// test/unit/form/forms.txt has the entries.
it('n8n’s node panel takes its entries from the resources', () => {
	// The panel takes its entries from the first field with one of these labels, and sets that field's value.
	const labels = ['event', 'events', 'trigger on'];
	const first = description.properties.find(({ displayName }) =>
		labels.includes(displayName.toLowerCase()),
	);
	expect(first?.name).toBe('resource');
});

it('n8n’s node panel shows this description for both nodes, so it covers both', () => {
	expect(description.description).toMatch(
		/^Reads 360Learning, your LMS: .* starts workflows when training is completed\.$/,
	);
});
