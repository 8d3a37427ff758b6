import type { INodeProperties } from 'n8n-workflow';

import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { isTool } from '../n8n/toolAnswer';
import { byLabel, within, withToolVariant, type Field } from './field';
import { fieldFilters } from './fieldFilters';
import { filtersToQuery } from './filterQuery';
import { isEverything, refuseNothing, typedFiltersOf } from './typedFilters';
import { filterText, oneOf } from './values';

/** Which records of a list are wanted. */
interface ListFilters {
	/** What the service filters by, as a query string. */
	query: string;
	/** What the node looks for in names, because the service cannot; '' for nothing. */
	nameContains: string;
}

/**
 * The field Filters. Its query has the filters with a field of their own, then the field filters in their order.
 * Filters that another resource left behind are ignored, because the form no longer shows them.
 */
export function filtersOf(resource: Resource): Field<ListFilters> {
	const filters = [...typedFiltersOf(resource), fieldFilters(resource)];
	const name = nameContains(resource);
	const property: INodeProperties = {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [...filters, ...(resource.isNamed ? [name] : [])]
			.flatMap(({ properties }) => properties)
			.sort(byLabel),
	};
	return {
		properties: [property],
		read: (parameter, node) => {
			const entered = parameter('filters', {}) ?? {};
			const isAdded = ({ properties }: Field<unknown>) =>
				properties.some((property) => Object.hasOwn(entered, property.name));
			const value = within(entered);
			const query = filtersToQuery(
				filters.filter(isAdded).flatMap(({ read }) => read(value, node)),
				node.getTimezone(),
			);
			const isSearch = resource.isNamed && isAdded(name);
			return { query, nameContains: isSearch ? name.read(value, node) : '' };
		},
	};
}

/**
 * The same where the node can be an agent's tool. n8n has no button that lets the model fill in a menu, so there the
 * menus are texts, with the same values.
 */
export function filtersOfTool(resource: Resource): Field<ListFilters> {
	const filters = filtersOf(resource);
	const properties = filters.properties.flatMap((property) => {
		const options = property.options as INodeProperties[];
		const hasMenu = options.some(({ type }) => type === 'options');
		return hasMenu ? withToolVariant(property, { options: options.map(asText) }) : [property];
	});
	return { ...filters, properties };
}

function asText(property: INodeProperties): INodeProperties {
	if (property.type !== 'options') return property;
	const { options = [], description, ...others } = property;
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	return {
		...others,
		type: 'string',
		placeholder: `e.g. ${values[0]}`,
		description: `${description}: ${oneOf(values)}; any stands for all`,
	};
}

function nameContains({ plural }: Resource): Field<string> {
	const property: INodeProperties = {
		displayName: 'Name Contains',
		name: 'nameContains',
		type: 'string',
		default: '',
		placeholder: 'e.g. safety',
		description: `Only list the ${plural} whose name contains this text, whatever its case and accents. The service cannot search, so the whole list is read.`,
	};
	const read: Field<string>['read'] = (parameter, node) => {
		const entered = parameter(property.name, property.default);
		refuseNothing(entered, property.displayName, node);
		// A person who enters "any" looks for the word.
		if (isTool(node.getNode()) && isEverything(entered)) return '';
		const text = filterText(entered)?.trim();
		if (text !== undefined) return text;
		throw new UserFacingError(
			'Name Contains must be text',
			'Enter a part of the name, or remove the filter. If it is an expression, check what it returns.',
		);
	};
	return { properties: [property], read };
}
