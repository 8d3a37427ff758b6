import type { INodeProperties } from 'n8n-workflow';

import type { CatalogFilter } from '../catalog/catalogList';
import { UserFacingError } from '../failures/userFacingError';
import { isBlank } from '../values/cells';
import { operatorOf, operators, type Filter } from '../values/filter';
import { field } from './field';
import { locatorIn } from './record';
import { readChoice, dateText, entriesOf, filterText, notValid, textsOf } from './values';

/** The names and synonyms of all operators. */
const WORDS = operators.flatMap(({ name, value, words }) =>
	[name, ...words].map((word) => ({ name: word, value })),
);

/** The title of a collapsed filter in n8n 2, e.g. "status Equals published"; n8n 1 does not show titles. */
const TITLE =
	'={{ (({ field, operator, value }, properties) => (field?.value ?? field) ? [field.value ?? field, properties[1].options.find((option) => option.value === operator)?.name, value].join(" ") : "")($collection.item.value, $collection.item.properties) }}';

/**
 * Creates Field Filters, whose value is a function of the list's documented filters.
 *
 * @param unfiltered the plural name of the records if 360Learning cannot filter them
 */
export const fieldFilters = (example: { field: string; value: string }, unfiltered?: string) =>
	field(
		propertyOf(example, unfiltered),
		(entered, _property, node) => (catalogFilters: readonly CatalogFilter[]) =>
			readFilters(entered, catalogFilters, node.getTimezone()),
	);

function propertyOf(
	example: { field: string; value: string },
	unfiltered: string | undefined,
): INodeProperties {
	const general =
		'Filters on any field that the service can filter by. A record must match all filters.';
	const none = `360Learning cannot filter ${unfiltered}. If a different platform returns a record that does not match, the run fails.`;
	return {
		displayName: 'Field Filters',
		name: 'fieldFilters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle: TITLE } },
		placeholder: 'Add Field Filter',
		default: {},
		description: unfiltered === undefined ? general : `${general} ${none}`,
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					{
						displayName: 'Field',
						name: 'field',
						type: 'resourceLocator',
						default: { mode: 'list', value: '' },
						description:
							"Field to filter by. If the list is empty, enter the field's name as the service spells it.",
						modes: [
							// n8n uses the first mode for stored text that has no mode.
							{
								displayName: 'By Name',
								name: 'name',
								type: 'string',
								placeholder: `e.g. ${example.field}`,
							},
							{
								displayName: 'From List',
								name: 'list',
								type: 'list',
								placeholder: 'Choose a field...',
								typeOptions: { searchListMethod: 'searchFilterFields', searchable: true },
							},
						],
					},
					{
						displayName: 'Operator',
						name: 'operator',
						type: 'options',
						default: 'eq',
						description:
							'Comparison operator. The service determines which operators a field supports.',
						options: operators.map(({ name, value }) => ({ name, value })),
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: `e.g. ${example.value}`,
						description:
							'Value to compare the field with. Enter dates in ISO 8601 format. For "In" and "Not In", separate values with commas.',
					},
				],
			},
		],
	};
}

/**
 * @param timeZone the workflow's time zone, used for dates that have none
 * @throws UserFacingError if a filter is incomplete or its value cannot be sent
 */
function readFilters(
	entered: unknown,
	catalogFilters: readonly CatalogFilter[],
	timeZone: string,
): Filter[] {
	const { filter } = (entered ?? {}) as { filter?: unknown };
	const filters = Array.isArray(filter) ? (filter as Record<string, unknown>[]) : [];
	return filters.map((entry, index) => {
		const label = `Field filter ${index + 1}`;
		const name = filterText(locatorIn(entry.field).value)?.trim() ?? '';
		if (name === '') {
			throw new UserFacingError(
				`${label} has no field`,
				'Enter a field name under Filters, e.g. "groupId", or remove the filter.',
			);
		}
		const operator = readOperator(entry.operator, label);
		const { takesSeveral = false, isRange = false } = operatorOf(operator) ?? {};
		const texts = textsOf(name, takesSeveral ? entriesOf(entry.value) : [entry.value]);
		const { valueType } = catalogFilters.find((filter) => filter.name === name) ?? {};
		if (valueType === 'id' && !takesSeveral && texts.some((text) => text.includes(','))) {
			throw notValid(
				`The filter on "${name}" takes only one ID`,
				entry.value,
				'Enter one ID, or choose the "In" or "Not In" operator.',
			);
		}
		// Four digits alone may be an ordinary number.
		const isDate = valueType === 'date' || texts.some((text) => /^\s*\d{4}-\d/.test(text));
		if (!isDate || !isRange) return { field: name, operator, values: texts };
		const { text, ...others } = dateText(`${label} on "${name}"`, texts[0], timeZone);
		return { field: name, operator, values: [text], ...others };
	});
}

function readOperator(entered: unknown, label: string): string {
	if (isBlank(entered)) return 'eq';
	const names = operators.map(({ name }) => name).join(', ');
	return readChoice(
		entered,
		`The operator of ${label}`,
		WORDS,
		`The form calls these operators ${names}.`,
	);
}
