/** The Filters field: the filters that a person or a model enters. */
import type { INodeProperties } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { invalidEntry, UserFacingError } from '../failures/userFacingError';
import type { Listing } from '../list';
import { isTool } from '../n8n/toolAnswer';
import type { Filter } from '../values/filter';
import { foldText } from '../values/words';
import {
	constantField,
	field,
	optionsOf,
	withToolVariant,
	type Field,
	type ReadParameter,
} from './field';
import { fieldFilters } from './fieldFilters';
import { pathInForm } from './target';
import { asksForAll, knownFiltersOf } from './knownFilters';
import { filterText, oneOf } from './values';

/** Creates the Filters field. Ignores stored filters for other resources because the form no longer shows them. */
export function filtersOf(
	resource: Resource,
): Field<Required<Pick<Listing, 'filters' | 'nameContains'>>> {
	const { filterExample, isComputed, isNamed, list = '' } = resource;
	const plural = isComputed ? 'people' : resource.plural;
	const ownFields = knownFiltersOf(list, plural);
	const name = isNamed ? nameContains(plural) : constantField('');
	const unfiltered = list !== '' && ownFields.length === 0 ? plural : undefined;
	const others = filterExample && fieldFilters(filterExample, unfiltered);
	const all = [...ownFields, name, ...(others ? [others] : [])];
	const { properties } = optionsOf(Object.fromEntries(all.entries()), {
		displayName: 'Filters',
		name: 'filters',
		placeholder: 'Add Filter',
	});
	return {
		properties,
		read: (parameter, node) => {
			const entered = (parameter('filters', {}) ?? {}) as Record<string, unknown>;
			const isAdded = ({ properties }: Field<unknown>) =>
				properties.some((property) => Object.hasOwn(entered, property.name));
			const value: ReadParameter = (filter, ifLeftOut) => entered[filter] ?? ifLeftOut;
			const filters = ownFields.filter(isAdded).flatMap(({ read }) => read(value, node));
			const known = listAt(pathInForm(parameter, resource)).filters;
			filters.push(...(others?.read(value, node)(known) ?? []));
			rejectDuplicateFilters(filters);
			return { filters, nameContains: isAdded(name) ? name.read(value, node) : '' };
		},
	};
}

/** Creates the Name Contains filter, which the node itself applies. */
const nameContains = (plural: string) =>
	field(
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. safety',
			description: `List only the ${plural} whose name contains this text (case and accents are ignored). The service cannot search, so the node reads the whole list.`,
		},
		(entered, { displayName }, node) => {
			const text = filterText(entered ?? '')?.trim();
			if (text === undefined) {
				throw invalidEntry(
					`${displayName} must be text`,
					'Enter part of the name, or remove the filter.',
				);
			}
			// Text without visible characters would match every name.
			const visible = foldText(text).trim() === '' ? '' : text;
			const isAll = asksForAll(visible, displayName, node);
			// A model enters "any" to get all names. A person who enters "any" is searching for that word.
			return isAll && isTool(node.getNode()) ? '' : visible;
		},
	);

/** If two filters have the same field and operator, the service ignores one of them or rejects both. */
function rejectDuplicateFilters(filters: readonly Filter[]): void {
	for (const [at, { field, operator }] of filters.entries()) {
		const isDuplicate = (other: Filter) => other.field === field && other.operator === operator;
		if (!filters.slice(0, at).some(isDuplicate)) continue;
		throw new UserFacingError(
			`Two filters on "${field}" have the same operator`,
			'Remove one of them. To filter by several values, use a single filter with the "In" or "Not In" operator.',
		);
	}
}

/** Creates the Filters field for a tool. Turns menus into text fields so that a model can fill them in. */
export function filtersOfTool(resource: Resource) {
	const filters = filtersOf(resource);
	const options = filters.properties[0]?.options as INodeProperties[];
	return options.some(isMenu)
		? withToolVariant(filters, { options: options.map(asText) })
		: filters;
}

const isMenu = ({ type }: INodeProperties) => type === 'options' || type === 'multiOptions';

function asText(property: INodeProperties): INodeProperties {
	if (!isMenu(property)) return property;
	const { options = [], description = '', ...others } = property;
	// A model does not need the details of the service's filters.
	const [summary] = description.split('. ');
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	const several =
		property.type === 'multiOptions' ? ', or several of them separated by commas' : '';
	return {
		...others,
		type: 'string',
		default: [others.default as string | string[]].flat().join(', '),
		placeholder: `e.g. ${values[0]}`,
		description: `${summary}: ${oneOf(values)}${several}; "any" means all`,
	};
}
