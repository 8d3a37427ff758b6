import { NodeHelpers, type INodeParameters, type INodeTypeDescription } from 'n8n-workflow';

import { InstalledPackage } from '../harness';

// Stored workflows refer to these names and values: with others they would do something else after an update.
let description: INodeTypeDescription;

beforeAll(async () => {
	const installed = await InstalledPackage.load();
	({ description } = installed.getByNameAndVersion(installed.typeName('learningPlatform')));
});

const withDefaults = (parameters: INodeParameters) =>
	NodeHelpers.getNodeParameters(
		description.properties,
		parameters,
		true,
		false,
		{ typeVersion: 1 },
		description,
	);

/** What a field of a resource offers, whatever the operation. */
const optionsOf = (name: string, resource: string) => {
	const offered = description.properties
		.filter((field) => field.name === name)
		.filter(({ displayOptions }) => displayOptions?.show?.resource?.includes(resource) ?? true)
		.flatMap(({ options = [] }) => options)
		.map((option) => ('value' in option ? option.value : option.name));
	return [...new Set(offered)];
};

it('the node has its name and version, and runs without code of its own', () => {
	expect(description).toMatchObject({
		name: 'learningPlatform',
		displayName: 'Learning Platform',
		version: 1,
		credentials: [{ name: 'learningPlatformApi', required: true }],
	});
});

it('a new node lists 50 courses', () => {
	expect(withDefaults({})).toMatchObject({
		resource: 'course',
		operation: 'list',
		returnAll: false,
		limit: 50,
		filters: {},
		options: {},
	});
});

it('both resources can be chosen', () => {
	expect(optionsOf('resource', 'course')).toEqual(['course', 'group']);
});

it.each(['course', 'group'])('%ss can be listed', (resource) => {
	expect(optionsOf('operation', resource)).toContain('list');
	expect(withDefaults({ resource })).toMatchObject({ resource, operation: 'list', limit: 50 });
});

it('courses can be filtered by status, groups cannot', () => {
	expect(optionsOf('filters', 'course')).toEqual(
		expect.arrayContaining(['fieldFilters', 'status']),
	);
	expect(optionsOf('filters', 'group')).toEqual(['fieldFilters']);
});

it('a filter has field, operator and value', () => {
	const [filters] = description.properties.filter(({ name }) => name === 'filters');
	const text = JSON.stringify(filters);
	for (const name of ['filter', 'field', 'operator', 'value']) {
		expect(text).toContain(`"name":"${name}"`);
	}
	for (const operator of ['eq', 'ne', 'lt', 'gte', 'in', 'nin']) {
		expect(text).toContain(`"value":"${operator}"`);
	}
	for (const status of ['published', 'archived', 'deleted']) {
		expect(text).toContain(`"value":"${status}"`);
	}
});
