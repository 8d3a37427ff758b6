import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { LearningPlatform } from '../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformTrigger } from '../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { allResources, resources } from '../../nodes/LearningPlatform/catalog/resources';
import { page, tablesOf } from './docs/pages';

const action = new LearningPlatform().description.properties;
const trigger = new LearningPlatformTrigger().description.properties;

/** Returns the rows of a page's table of resources. */
const resourcesOn = (path: string) =>
	tablesOf(page(path))
		.find(([header]) => header?.[0] === 'Resource')
		?.slice(1) ?? [];

/** Returns a field's choices in the form shown for these parameter values. */
function choicesOf(properties: INodeProperties[], name: string, shown: Record<string, string>) {
	const isShown = ({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) =>
		Object.entries(shown).every(
			([by, value]) => show[by]?.includes(value) ?? hide[by]?.includes(value) === false,
		);
	const field = properties.find((one) => one.name === name && isShown(one));
	return (field?.options ?? []) as (INodePropertyCollection | INodePropertyOptions)[];
}

it('the table of resources matches the nodes', () => {
	const filtered = resourcesOn('docs/filters.md').map(([name]) => name);
	const expected = allResources.map(({ name, value: resource }) => {
		const offered = choicesOf(action, 'operation', { resource }).map((choice) => choice.name);
		expect(offered).toEqual(expect.arrayContaining(['List', 'Export to File']));
		const triggers = choicesOf(trigger, 'resource', {}).map((choice) => choice.name);
		expect(triggers.includes(name)).toBe(resource !== 'trainingStatus');
		const own = filtered.includes(name) ? '[yes](docs/filters.md#filters-by-resource)' : '';
		return [`**${name}**`, offered.includes('Get') ? 'yes' : '', own];
	});
	expect(resourcesOn('README.md')).toEqual(expected);
});

it.each(resources.map(({ value }) => value))(
	'List, Export to File, and the trigger have the same filters for the "%s" resource; Get has none',
	(resource) => {
		const namesOf = (properties: INodeProperties[], shown: Record<string, string>) =>
			choicesOf(properties, 'filters', { resource, ...shown }).map(({ name }) => name);
		const all = namesOf(action, { operation: 'list' });
		expect(all).toContain('fieldFilters');
		expect(namesOf(action, { operation: 'export' })).toEqual(all);
		expect(namesOf(trigger, {})).toEqual(all);
		expect(namesOf(action, { operation: 'get' })).toEqual([]);
	},
);
