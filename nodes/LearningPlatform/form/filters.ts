import type { INodeProperties } from 'n8n-workflow';

import { allFiltersOf } from '../catalog/knownLists';
import type { Resource } from '../catalog/resources';
import { UserFacingError } from '../errors';
import type { Listing } from '../list';
import { isTool } from '../n8n/toolAnswer';
import { foldText } from '../values/words';
import { byLabel, field, within, withToolVariant, type Field } from './field';
import { fieldFilters, readFieldFilters } from './fieldFilters';
import { filterText, type EnteredFilter } from './filterValues';
import { pathInForm } from './target';
import { isEverything, refuseNothing, typedFiltersOf } from './typedFilters';
import { oneOf } from './values';

/** The field Filters. Ignores values left from another resource: the form no longer shows them. */
export function filtersOf(
	resource: Resource,
): Field<Required<Pick<Listing, 'filters' | 'nameContains'>>> {
	const { filterExample, isNamed, joined, list = '' } = resource;
	const plural = joined === undefined ? resource.plural : 'people';
	const typed = typedFiltersOf(list, plural);
	const name = nameContains(plural);
	const unfiltered = list !== '' && typed.length === 0 ? plural : undefined;
	const fields = [...typed, ...(isNamed ? [name] : [])];
	const property: INodeProperties = {
		displayName: 'Filters',
		name: 'filters',
		type: 'collection',
		placeholder: 'Add Filter',
		default: {},
		options: [
			...fields.flatMap(({ properties }) => properties),
			...(filterExample ? [fieldFilters(filterExample, unfiltered)] : []),
		].sort(byLabel),
	};
	return {
		properties: [property],
		read: (parameter, node) => {
			const entered = (parameter('filters', {}) ?? {}) as Record<string, unknown>;
			const isAdded = ({ properties }: Field<unknown>) =>
				properties.some((property) => Object.hasOwn(entered, property.name));
			const value = within(entered);
			const known = allFiltersOf(pathInForm(parameter, resource));
			const all = typed.filter(isAdded).flatMap(({ read }) => read(value, node));
			if (filterExample) {
				all.push(...readFieldFilters(entered.fieldFilters, known, node.getTimezone()));
			}
			refuseTwins(all);
			return {
				filters: all.map(({ field, operator, values }) => ({ field, operator, values })),
				nameContains: isNamed && isAdded(name) ? name.read(value, node) : '',
			};
		},
	};
}

/** The service would drop one of two filters with the same field and operator, or refuse both. */
function refuseTwins(filters: readonly EnteredFilter[]): void {
	const labels = new Map<string, string>();
	for (const { label, field, operator } of filters) {
		const other = labels.get(`${field} ${operator}`);
		if (other !== undefined) {
			throw new UserFacingError(
				`${other} and ${label} have the same field and operator`,
				'Remove one of them. For several values of a field use a single filter with the operator "In" or "Not In".',
			);
		}
		labels.set(`${field} ${operator}`, label);
	}
}

/** The field Filters of a tool: menus are texts there, because n8n does not let a model fill in a menu. */
export function filtersOfTool(resource: Resource): ReturnType<typeof filtersOf> {
	const filters = filtersOf(resource);
	const properties = filters.properties.flatMap((property) => {
		const options = property.options as INodeProperties[];
		const hasMenu = options.some(isMenu);
		return hasMenu ? withToolVariant(property, { options: options.map(asText) }) : [property];
	});
	return { ...filters, properties };
}

const isMenu = ({ type }: INodeProperties) => type === 'options' || type === 'multiOptions';

function asText(property: INodeProperties): INodeProperties {
	if (!isMenu(property)) return property;
	const { options = [], description = '', ...others } = property;
	// A model does not need the details of the service's filters.
	const [what] = description.split('. ');
	const values = options.flatMap((option) => ('value' in option ? [String(option.value)] : []));
	const several = property.type === 'multiOptions' ? ', or several with commas between' : '';
	return {
		...others,
		type: 'string',
		default: [others.default as string | string[]].flat().join(', '),
		placeholder: `e.g. ${values[0]}`,
		description: `${what}: ${oneOf(values)}${several}; any stands for all`,
	};
}

const nameContains = (plural: string) =>
	field(
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. safety',
			description: `Only list the ${plural} whose name contains this text, ignoring case and accents. The service cannot search, so the whole list is read.`,
		},
		(entered, { displayName: label }, node) => {
			const text = filterText(entered)?.trim();
			// Every name contains an invisible character.
			const visible = text !== undefined && foldText(text).trim() === '' ? '' : text;
			refuseNothing(visible ?? entered, label, node);
			// A person who enters "any" searches for the word.
			if (isTool(node.getNode()) && isEverything(entered)) return '';
			if (visible !== undefined) return visible;
			throw new UserFacingError(
				'Name Contains must be text',
				'Enter a part of the name, or remove the filter. If it is an expression, check what it returns.',
			);
		},
	);
