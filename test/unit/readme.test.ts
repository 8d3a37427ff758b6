import type { INodeProperties, INodePropertyCollection, INodePropertyOptions } from 'n8n-workflow';

import { LearningPlatform } from '../../nodes/LearningPlatform/LearningPlatform.node';
import { LearningPlatformTrigger } from '../../nodes/LearningPlatform/LearningPlatformTrigger.node';
import { allResources, resources } from '../../nodes/LearningPlatform/catalog/resources';
import { page, tablesOf } from './docs/pages';
import { course, entered, sentFor } from './form/entered';

const action = new LearningPlatform().description.properties;
const trigger = new LearningPlatformTrigger().description.properties;

/** Returns the rows of the table whose first column has this heading. */
function tableOf(heading: string, path = 'README.md'): string[][] {
	const found = tablesOf(page(path)).find(([header]) => header?.[0] === heading);
	if (!found) throw new Error(`${path} has no "${heading}" table`);
	return found;
}

/** Returns a field's choices in the form shown for these parameter values. */
function choicesOf(properties: INodeProperties[], name: string, shown: Record<string, string>) {
	const isShown = ({ displayOptions: { show = {}, hide = {} } = {} }: INodeProperties) =>
		Object.entries(shown).every(
			([by, value]) => show[by]?.includes(value) ?? hide[by]?.includes(value) === false,
		);
	const field = properties.find((one) => one.name === name && isShown(one));
	return (field?.options ?? []) as (INodePropertyCollection | INodePropertyOptions)[];
}

/** Returns a resource's filters that have their own field. */
function ownFilters(resource: string): INodeProperties[] {
	const filters = choicesOf(action, 'filters', { resource, operation: 'list' });
	return (filters as unknown as INodeProperties[]).filter(
		({ name }) => name !== 'fieldFilters' && name !== 'nameContains',
	);
}

/** Returns a course filter's query parameters, such as `sourceLang[eq]` and `sourceLang[in]`. */
function queriesFor({ name, type, default: usual }: INodeProperties): string[] {
	const samples: Record<string, unknown[]> = {
		...{ boolean: [true], options: [usual], dateTime: ['2026-01-31'], string: ['a', 'a,b'] },
	};
	const queries = (samples[type] ?? ['a']).map((value) =>
		sentFor(course, entered({ filters: { [name]: value } })),
	);
	return queries.map((query) => query.replace(/\].*/, ']'));
}

it('the table of resources matches the nodes', () => {
	const [, ...rows] = tableOf('Resource');
	const expected = allResources.map(({ name, value: resource }) => {
		const anchor = resource === 'course' ? 'filters-for-courses' : 'filters-for-other-resources';
		const offered = choicesOf(action, 'operation', { resource }).map((choice) => choice.name);
		expect(offered).toEqual(expect.arrayContaining(['List', 'Export to File']));
		const triggers = choicesOf(trigger, 'resource', {}).map((choice) => choice.name);
		expect(triggers.includes(name)).toBe(resource !== 'trainingStatus');
		const own = ownFilters(resource).length > 0 ? `[yes](docs/filters.md#${anchor})` : '';
		return [`**${name}**`, offered.includes('Get') ? 'yes' : '', own];
	});
	expect(rows).toEqual(expected);
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

it('docs/filters.md lists the filters of each resource', () => {
	const [, ...rows] = tableOf('Resource', 'docs/filters.md');
	const others = allResources
		.filter(({ value }) => value !== 'course')
		.map(({ name, value }) => [name, ownFilters(value).map(({ displayName }) => displayName)])
		.filter(([, labels]) => labels?.length !== 0);
	expect(rows.map(([name, filters]) => [name, filters?.split(', ').sort()])).toEqual(others);
});

it('docs/filters.md lists each filter for courses with its query', () => {
	const [, ...rows] = tableOf('Filter', 'docs/filters.md');
	const fieldFilters = rows.pop() ?? [];
	const sent = rows.flatMap(([names = '', , sentAs = '']) => {
		const written = sentAs.split(', ').map((one) => one.replaceAll('`', ''));
		const labels = names.split(', ');
		// A row with one label can have two queries; a row with several labels has one query per label.
		return labels.length === 1
			? [[names, written]]
			: labels.map((label, at) => [label, [written[at]]]);
	});
	const expected = ownFilters('course').map((field) => [field.displayName, queriesFor(field)]);
	expect(new Map(sent as [string, unknown][])).toEqual(new Map(expected as [string, unknown][]));

	const [group] = choicesOf(action, 'filters', { resource: 'course', operation: 'list' }).filter(
		({ name }) => name === 'fieldFilters',
	) as unknown as INodeProperties[];
	const [filter] = (group?.options ?? []) as INodePropertyCollection[];
	const operators = (filter?.values.find(({ name }) => name === 'operator')?.options ??
		[]) as INodePropertyOptions[];
	expect(fieldFilters[0]).toBe('Field Filters');
	expect(fieldFilters[2]?.match(/(?<=`\[)\w+/g)).toEqual(
		operators.map(({ value }) => value).sort(),
	);
});
