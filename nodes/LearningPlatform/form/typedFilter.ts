import type { INodeProperties } from 'n8n-workflow';

import type { TypedFilter } from '../catalog/typedFilters';
import { parseIsoDate, utcText, knownTimeZone } from '../values/dates';
import { UserFacingError } from '../errors';
import { isTool } from '../n8n/toolAnswer';
import type { Field, FormNode } from './field';
import type { Filter } from './filterQuery';
import { isLocator, readRecordId, recordProperty } from './record';
import { boolean, chosen, filterText, oneOf } from './values';

const CHECK = 'If it is an expression, check what it returns.';

const EXAMPLE_ID = '5f0c1a2b3c4d5e6f70819203';

/** How each kind of filter is entered, and the values that are sent for it. */
const kinds: Record<
	TypedFilter['encoding'],
	(row: TypedFilter) => {
		property: Partial<INodeProperties>;
		values: (entered: unknown, timeZone: string) => string[];
	}
> = {
	boolean: ({ label }) => ({
		property: { type: 'boolean', default: true },
		values: (entered) => [String(boolean(entered, { displayName: label, default: '' }))],
	}),
	menu: ({ label, choices = [], preset = '' }) => ({
		property: {
			type: 'options',
			default: preset,
			options: [...choices],
		},
		values: (entered) => [chosen(entered, choices, (values) => notAChoice(label, values))],
	}),
	date: ({ label, description }) => ({
		property: {
			type: 'dateTime',
			description: `${description}. A time without a zone is in the time zone of the workflow.`,
		},
		values: (entered, timeZone) => [dateText(label, entered, timeZone)],
	}),
	record: ({ label, description, name, idName = name, several }) => ({
		property: recordProperty(idName, { name, description }),
		values: (entered) => recordIds({ displayName: label, name: idName }, entered, several),
	}),
	id: ({ label: displayName, name }) => ({
		property: { placeholder: `e.g. ${EXAMPLE_ID}` },
		values: (entered) => [readRecordId(entered, { displayName, name })],
	}),
	ids: (row) => textsWith(`e.g. ${EXAMPLE_ID}, 5f0c1a2b3c4d5e6f70819204`, row),
	texts: (row) => textsWith(row.placeholder ?? '', row),
};

function textsWith(placeholder: string, { label, description }: TypedFilter) {
	return {
		property: { placeholder, description: `${description}, separated by commas` },
		values: (entered: unknown) => texts(label, entered),
	};
}

/** The IDs of one record, or of several: a list, or text with commas, in any of the modes. */
function recordIds(
	field: Parameters<typeof readRecordId>[1],
	entered: unknown,
	several?: boolean,
): string[] {
	if (!several) return [readRecordId(entered, field)];
	const { mode, value } = isLocator(entered) ? entered : { mode: 'id', value: entered };
	const entries = typeof value === 'string' ? value.split(',') : [value].flat();
	const given = entries.filter((entry) => !isEverything(entry));
	return [...new Set(given.map((entry) => readRecordId({ mode, value: entry }, field)))];
}

/** A filter with a field of its own. Several values are sent with the operator `in`. */
export function typedFilter(row: TypedFilter): Field<Filter[]> {
	const { label, name, field, description, encoding } = row;
	const { property, values } = kinds[encoding](row);
	return {
		properties: [
			{ type: 'string', default: '', description, ...property, displayName: label, name },
		],
		read: (parameter, node) => {
			const entered = parameter(name, undefined);
			refuseNothing(entered, label, node, 'For all records, let an expression return "any".');
			if (isEverything(entered)) return [];
			const sent = values(entered, node.getTimezone());
			const operator = sent.length > 1 ? 'in' : row.operator;
			return [{ label, field, operator, value: operator === 'in' ? sent : sent[0] }];
		},
	};
}

/**
 * An expression that finds nothing must not list all records. A model may, because it cannot leave out a field.
 *
 * @param forAll the sentence that says how else to list all records
 * @throws UserFacingError when the filter is empty, unless the node is a tool
 */
export function refuseNothing(entered: unknown, label: string, node: FormNode, forAll = ''): void {
	if (isTool(node.getNode()) || !isEverything(entered, /^$/)) return;
	throw new UserFacingError(
		`The filter ${label} is empty`,
		`Fill it in, or remove it to list all records. ${CHECK} ${forAll}`.trim(),
	);
}

/**
 * Whether a filter asks for everything: nothing, an empty text or list, and "any".
 *
 * @param words what does so as a text
 */
export function isEverything(value: unknown, words = /^(any)?$/i): boolean {
	if (typeof value === 'string') return words.test(value.trim());
	if (Array.isArray(value)) return value.every((entry) => isEverything(entry, words));
	return isLocator(value) ? isEverything(value.value, words) : (value ?? '') === '';
}

function notAChoice(label: string, values: string[]): UserFacingError {
	return new UserFacingError(
		`${label} must be ${oneOf(values)}`,
		`Enter one of them, or "any" for all. ${CHECK} Field Filters can ask for other values.`,
	);
}

/**
 * In whole seconds, because the service ignores milliseconds (docs/service.md, Filters). After 9:00 and Before 9:00 send
 * the same second, so two ranges that meet there neither lose a record nor list one twice.
 */
function dateText(label: string, value: unknown, timeZone: string): string {
	const time = parseIsoDate(filterText(value) ?? '', knownTimeZone(timeZone));
	const text = utcText(Math.floor((time ?? NaN) / 1_000) * 1_000);
	if (text !== undefined) return text;
	throw new UserFacingError(
		`${label} must be a date such as 2026-01-31 or 2026-01-31T08:30:00Z`,
		`Any form of ISO 8601 will do. Enter one, or remove the filter. ${CHECK}`,
	);
}

function texts(label: string, value: unknown): string[] {
	const entries = Array.isArray(value)
		? (value as unknown[])
		: (filterText(value)?.split(',') ?? [value]);
	const found = entries
		.filter((entry) => !isEverything(entry))
		.map((entry) => (typeof entry === 'object' ? undefined : filterText(entry)?.trim()));
	if (found.length > 0 && !found.includes(undefined)) return [...new Set(found as string[])];
	throw new UserFacingError(
		`${label} must be text with commas, or a list of texts`,
		`Enter one or more values, separated by commas, or remove the filter. ${CHECK}`,
	);
}
