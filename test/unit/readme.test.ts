import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { LearningPlatform } from '../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformTrigger } from '../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import {
	allResources,
	resources,
	type Resource,
} from '../../nodes/LearningPlatform/catalog/resources';
import { panelEntries } from '../../nodes/LearningPlatform/trigger/events';
import { page, tablesOf } from './docs/pages';

const action = new LearningPlatform().description.properties;
const trigger = new LearningPlatformTrigger().description.properties;

/** Joins words, e.g. `a, b, and c`. */
const withAnd = (words: readonly string[], and = 'and') =>
	words.join(', ').replace(/, (\w+(?: \w+)*)$/, `, ${and} $1`);

/** Returns a field's choices in the form shown for these parameter values. */
function choicesOf(properties: INodeProperties[], name: string, shown: Record<string, string>) {
	const isShown = ({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) =>
		Object.entries(shown).every(
			([by, value]) => show[by]?.includes(value) ?? hide[by]?.includes(value) === false,
		);
	const field = properties.find((one) => one.name === name && isShown(one));
	return (field?.options ?? []) as (INodePropertyCollection | INodePropertyOptions)[];
}

it('the resources on the pages are those of the nodes', () => {
	const withOperation = (value: string) =>
		allResources.filter(({ value: resource }) =>
			choicesOf(action, 'operation', { resource }).some(
				(choice) => 'value' in choice && choice.value === value,
			),
		);
	const triggers = choicesOf(trigger, 'resource', {}).map(({ name }) => name);
	const { text } = page('README.md');
	const names = (of: readonly Resource[]) => of.map(({ name }) => name);
	expect(names(withOperation('list'))).toEqual(names(allResources));
	expect(names(withOperation('export'))).toEqual(names(allResources));
	expect(text).toContain(`The resources are ${withAnd(names(allResources))}.`);
	const notWatched = names(allResources.filter(({ name }) => !triggers.includes(name)));
	expect(names(withOperation('sync'))).toEqual(triggers);
	expect(text).toContain(`all except ${withAnd(notWatched)} support Sync and the trigger`);
	const read = names(withOperation('get')).map((name) => name.toLowerCase());
	expect(text).toContain(`returns one ${withAnd(read, 'or')}.`);
});

const jobs = tablesOf(page('README.md')).find(([header]) => header?.[0] === 'I want to');

it.each(jobs?.slice(1) ?? [])('to %s, the nodes have %s', (_job, cell = '') => {
	const [name, names = ''] = cell.split(': ');
	const { value: resource = '' } = allResources.find((one) => one.name === name) ?? {};
	const offered = choicesOf(action, 'operation', { resource }).map((choice) => choice.name);
	if (name === 'Trigger')
		expect(panelEntries.options).toContainEqual(expect.objectContaining({ action: names }));
	else expect(offered).toEqual(expect.arrayContaining(names.split(', ')));
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
