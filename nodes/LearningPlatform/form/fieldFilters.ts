import type { INodeProperties } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { operatorOf, operators } from '../values/filter';
import type { KnownFilter } from '../catalog/knownLists';
import { dateText, entriesOf, filterText, textsOf, type EnteredFilter } from './filterValues';
import { locatorIn } from './record';
import { chosen, oneOf } from './values';

const OPERATOR_WORDS = operators.flatMap(({ name, value, words }) =>
	[name, ...words].map((word) => ({ name: word, value })),
);

/** The title of a collapsed filter in n8n 2, such as "status Equals published"; n8n 1 has no titles. */
const TITLE =
	'={{ (({ field, operator, value }, properties) => (field?.value ?? field) ? [field.value ?? field, properties[1].options.find((option) => option.value === operator)?.name, value].join(" ") : "")($collection.item.value, $collection.item.properties) }}';

/** Makes Field Filters. @param unfiltered the plural of the records, for a list without published filters */
export function fieldFilters(
	example: { field: string; value: string },
	unfiltered?: string,
): INodeProperties {
	const general = 'Filters on any field that the service can filter by. All of them have to match.';
	const description =
		unfiltered === undefined
			? general
			: `${general} 360Learning has no filters for ${unfiltered}. Another platform may have some: if it sends a record that does not match, the run fails.`;
	return {
		displayName: 'Field Filters',
		name: 'fieldFilters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle: TITLE } },
		placeholder: 'Add Field Filter',
		default: {},
		description,
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
							'Field to filter by. The list is empty if the fields are unknown: enter the name of the field as the service spells it.',
						modes: [
							// n8n uses the first mode for a stored text without a mode.
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
						description: 'How to compare. The service determines which operators a field supports.',
						options: operators.map(({ name, value }) => ({ name, value })),
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: `e.g. ${example.value}`,
						description:
							'Value to compare with. Dates in ISO 8601. For "In" and "Not In" several values, separated by commas.',
					},
				],
			},
		],
	};
}

/**
 * Reads Field Filters.
 *
 * @param known the list's published filters
 * @param timeZone of the workflow, for dates without one
 * @throws UserFacingError for a filter that is not complete or cannot be sent
 */
export function readFieldFilters(
	entered: unknown,
	known: readonly KnownFilter[],
	timeZone: string,
): EnteredFilter[] {
	const { filter } = (entered ?? {}) as { filter?: unknown };
	const filters = Array.isArray(filter) ? (filter as Record<string, unknown>[]) : [];
	return filters.map((one, index) => {
		const label = `Field filter ${index + 1}`;
		const field = fieldOf(locatorIn(one.field).value, label);
		const operator = enteredOperator(one.operator, label);
		const { takesSeveral = false, isRange = false } = operatorOf(operator) ?? {};
		const texts = textsOf(field, takesSeveral ? entriesOf(one.value) : [one.value]);
		const { kind } = known.find(({ name }) => name === field) ?? {};
		if (kind === 'id' && !takesSeveral) refuseSeveral(texts, field);
		const isDate = kind === 'date' || texts.some(looksLikeDate);
		const values =
			isDate && isRange
				? texts.map((text) => dateText(`${label} on "${field}"`, text, timeZone))
				: texts;
		return { label, field, operator, values };
	});
}

function fieldOf(entered: unknown, label: string): string {
	const name = filterText(entered)?.trim() ?? '';
	if (name !== '') return name;
	throw new UserFacingError(
		`${label} has no field`,
		'Enter the name of a field under Filters, e.g. "groupId", or remove the filter.',
	);
}

function refuseSeveral(texts: readonly string[], field: string): void {
	if (!texts.some((text) => text.includes(','))) return;
	throw new UserFacingError(
		`The filter on "${field}" has several IDs for one`,
		'Enter one of them, or choose the operator "In" or "Not In". If it is an expression, check what it returns.',
	);
}

function enteredOperator(entered: unknown, label: string): string {
	const refusal = () =>
		new UserFacingError(
			`The operator of ${label} must be ${oneOf(operators.map(({ value }) => value))}`,
			'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
		);
	const isDefault = filterText(entered ?? '')?.trim() === '';
	return isDefault ? 'eq' : chosen(entered, OPERATOR_WORDS, refusal);
}

/** Only digits may be a number. */
function looksLikeDate(text: string): boolean {
	return /^\s*\d{4}-\d/.test(text);
}
