import type { INodeProperties } from 'n8n-workflow';

import { UserFacingError } from '../errors';
import { LIST_OPERATORS } from '../service';
import { dateText, entriesOf, filterText, textsOf, type EnteredFilter } from './filterValues';
import { locatorIn } from './record';
import { chosen, oneOf } from './values';

/** The operators of the service (docs/service.md, Filters), and other words that people and AI models use for them. */
const OPERATORS = [
	{ name: 'Equals', value: 'eq', words: ['equal', 'equal to', 'is', '=', '=='] },
	{ name: 'Greater Than or Equal', value: 'gte', words: ['greater than or equal to', '>='] },
	{ name: 'In', value: 'in', words: ['one of', 'is one of'] },
	{ name: 'Less Than', value: 'lt', words: ['<'] },
	{ name: 'Not Equal', value: 'ne', words: ['not equals', 'not equal to', 'is not', '!=', '<>'] },
	{ name: 'Not In', value: 'nin', words: ['is not one of', 'not one of'] },
];

export const operatorMenu = OPERATORS.map(({ name, value }) => ({ name, value }));

const OPERATOR_WORDS = OPERATORS.flatMap(({ name, value, words }) =>
	[name, ...words].map((word) => ({ name: word, value })),
);

/** What n8n 2 shows of a filter that is folded up, such as "status Equals published"; n8n 1 shows no titles. */
const TITLE =
	'={{ (({ field, operator, value }, properties) => (field?.value ?? field) ? [field.value ?? field, properties[1].options.find((option) => option.value === operator)?.name, value].join(" ") : "")($collection.item.value, $collection.item.properties) }}';

/** Field Filters: any field that the service can filter by, an operator and a value, as often as one likes. */
export function fieldFilters(example: { field: string; value: string }): INodeProperties {
	return {
		displayName: 'Field Filters',
		name: 'fieldFilters',
		type: 'fixedCollection',
		typeOptions: { multipleValues: true, fixedCollection: { itemTitle: TITLE } },
		placeholder: 'Add Field Filter',
		default: {},
		description: 'Filters on any field that the service can filter by. All of them have to match.',
		options: [
			{
				displayName: 'Filter',
				name: 'filter',
				values: [
					filterFieldProperty(example.field),
					{
						displayName: 'Operator',
						name: 'operator',
						type: 'options',
						default: 'eq',
						description: 'How to compare. The service determines which operators a field supports.',
						options: operatorMenu,
					},
					{
						displayName: 'Value',
						name: 'value',
						type: 'string',
						default: '',
						placeholder: `e.g. ${example.value}`,
						description:
							'What to compare with. Dates in ISO 8601. For "In" and "Not In" several values, separated by commas.',
					},
				],
			},
		],
	};
}

/**
 * A field that the list can be filtered by. The mode for names comes first, because in that n8n shows a text which was
 * stored when there were no modes.
 */
function filterFieldProperty(example: string): INodeProperties {
	return {
		displayName: 'Field',
		name: 'field',
		type: 'resourceLocator',
		default: { mode: 'list', value: '' },
		description:
			'What to filter by. The list is empty where that is not known: enter the name of the field as the service spells it.',
		modes: [
			{
				displayName: 'By Name',
				name: 'name',
				type: 'string',
				placeholder: `e.g. ${example}`,
			},
			{
				displayName: 'From List',
				name: 'list',
				type: 'list',
				placeholder: 'Choose a field...',
				typeOptions: { searchListMethod: 'searchFilterFields', searchable: true },
			},
		],
	};
}

/**
 * Reads Field Filters.
 *
 * @param dates the fields that are known to be dates
 * @param timeZone of the workflow, for dates without one
 * @throws UserFacingError for a filter without a field or a value, for an unknown operator, and for a date that is none
 */
export function readFieldFilters(
	entered: unknown,
	dates: readonly string[],
	timeZone: string,
): EnteredFilter[] {
	const { filter } = (entered ?? {}) as { filter?: unknown };
	const filters = Array.isArray(filter) ? (filter as Record<string, unknown>[]) : [];
	return filters.map((one, index) => {
		const label = `Field filter ${index + 1}`;
		const field = fieldOf(locatorIn(one.field).value, label);
		const operator = operatorOf(one.operator, label);
		const isList = LIST_OPERATORS.includes(operator);
		const texts = textsOf(field, isList ? entriesOf(one.value) : [one.value]);
		const isDate = dates.includes(field) || texts.some(looksLikeDate);
		const values =
			isDate && /^(gte|lt)$/.test(operator)
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

function operatorOf(entered: unknown, label: string): string {
	const refusal = () =>
		new UserFacingError(
			`The operator of ${label} must be ${oneOf(operatorMenu.map(({ value }) => value))}`,
			'They stand for Equals, Greater Than or Equal, In, Less Than, Not Equal and Not In. If it is an expression, check what it returns.',
		);
	const isDefault = filterText(entered ?? '')?.trim() === '';
	return isDefault ? 'eq' : chosen(entered, OPERATOR_WORDS, refusal);
}

/** Digits alone may be a number. */
function looksLikeDate(text: string): boolean {
	return /^\s*\d{4}-\d/.test(text);
}
