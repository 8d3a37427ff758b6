import type { INodeProperties } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { listOfId } from '../catalog/labels';
import { choosable } from '../catalog/resources';
import type { CatalogFilter } from '../catalog/catalogList';
import { invalidEntry } from '../failures/userFacingError';
import { isTool } from '../n8n/toolAnswer';
import type { Filter } from '../values/filter';
import { titleOf } from '../values/words';
import { field, type Field, type FormNode } from './field';
import { locatorIn, readRecordId, recordProperty } from './record';
import { boolean, readChoice, dateText, entriesOf, filterText, text, textsOf } from './values';

/** The most common values, preselected in the form. */
const PRESETS = ['published', 'active', 'native', 'late'];

/** Creates the filters that have their own fields, e.g. Status and Created After. Field Filters offers them as well. */
export function knownFiltersOf(path: string, plural: string): Field<Filter[]>[] {
	return listAt(path).filters.flatMap((filter) =>
		filter.valueType === 'date' ? dateFilters(filter, plural) : [otherFilter(filter, plural)],
	);
}

/** Creates a pair of filters for a date, e.g. Created After and Created Before for `createdAt`. */
function dateFilters(filter: CatalogFilter, plural: string): Field<Filter[]>[] {
	const { name, caveat } = filter;
	const stem = name.replace(/(At|Date)$/, '');
	const isDone = stem.endsWith('ed');
	const label = filter.title ?? `${titleOf(stem)}${isDone ? '' : 's'}`;
	const which = filter.description ?? `List only the ${plural} ${isDone ? stem : `that ${stem}`}`;
	const zone = "Times without a time zone use the workflow's time zone.";
	const bounds = [
		['After', 'gte', 'at this time or later'],
		['Before', 'lt', 'before this time'],
	] as const;
	return bounds.map(([side, operator, when]) => {
		const displayName = `${label} ${side}`;
		const description = [`${which} ${when}`, caveat, zone].filter(Boolean).join('. ');
		const property = { displayName, name: `${stem}${side}`, default: '', description };
		// The service ignores milliseconds (docs/engineers/service.md, Filters). For 9:00, After and Before send the same
		// time, so two ranges that meet at 9:00 neither skip a record nor list one twice.
		const read = (entered: unknown, _property: INodeProperties, node: FormNode): Filter[] => {
			if (asksForAll(entered, displayName, node)) return [];
			const { text, ...others } = dateText(displayName, entered, node.getTimezone(), 1_000);
			return [{ field: name, operator, values: [text], ...others }];
		};
		return field({ ...property, type: 'dateTime' }, read, null);
	});
}

/** Creates a filter for any other value. For some IDs, the form offers a list of records. */
function otherFilter(filter: CatalogFilter, plural: string): Field<Filter[]> {
	const { idName } = choosable.find(({ list }) => list === listOfId(filter.name)) ?? {};
	if (filter.valueType === 'boolean') return booleanFilter(filter, plural);
	if (filter.values) return menuFilter(filter, filter.values, plural);
	return idName === undefined ? textFilter(filter, plural) : recordFilter(filter, idName, plural);
}

const labelOf = ({ title, name }: CatalogFilter) => title ?? titleOf(name);

const nounOf = (label: string) => label.replace(/ IDs?$/, '').toLowerCase();

const descriptionOf = ({ description }: CatalogFilter, plural: string, which: string) =>
	description ?? `List only the ${plural} ${which}`;

function booleanFilter(filter: CatalogFilter, plural: string): Field<Filter[]> {
	const label = labelOf(filter);
	const description =
		filter.description ??
		`Whether to list only the ${plural} with ${nounOf(label)}. If this is off, only the other ${plural} are listed.`;
	return filterField(filter, label, { type: 'boolean', default: true, description }, (entered) => [
		boolean(entered, { displayName: label, default: '' }),
	]);
}

function menuFilter(
	filter: CatalogFilter,
	values: readonly string[],
	plural: string,
): Field<Filter[]> {
	const label = labelOf(filter);
	const options = values.map((value) => ({ name: titleOf(value), value }));
	const preset = PRESETS.find((value) => values.includes(value)) ?? values[0];
	const preposition = filter.name === 'type' ? 'of' : 'with';
	const description = descriptionOf(filter, plural, `${preposition} this ${nounOf(label)}`);
	const advice = 'Enter one of these, or "any" for all. Use Field Filters for other values.';
	const takesSeveral = filter.operators.includes('in');
	const property: Partial<INodeProperties> = {
		type: takesSeveral ? 'multiOptions' : 'options',
		default: takesSeveral ? [preset] : preset,
		options,
		description,
	};
	return filterField(filter, label, property, (entered) =>
		(takesSeveral ? wantedIn(entered) : [entered]).map((entry) =>
			readChoice(entry, label, options, advice),
		),
	);
}

function recordFilter(filter: CatalogFilter, idName: string, plural: string): Field<Filter[]> {
	const { name, operators, title } = filter;
	const label = title ?? titleOf(name.replace(/Id$/, ''));
	const noun = nounOf(label);
	const which = operators.includes('eq')
		? `of this ${noun}`
		: `that have one of these ${noun}s. Choose one, or enter several IDs separated by commas.`;
	const description = descriptionOf(filter, plural, which);
	const record = { displayName: label, name: idName };
	return filterField(filter, label, recordProperty(idName, { name, description }), (entered) => {
		if (!operators.includes('in')) return [readRecordId(entered, record)];
		const { mode, value } = locatorIn(entered);
		return wantedIn(value).map((id) => readRecordId({ mode, value: id }, record));
	});
}

function textFilter(filter: CatalogFilter, plural: string): Field<Filter[]> {
	const label = labelOf(filter);
	const which = `with one of these ${nounOf(label)}s`;
	const description = `${descriptionOf(filter, plural, which)}. Separate multiple values with commas.`;
	const placeholder = filter.example === undefined ? '' : `e.g. ${filter.example}`;
	return filterField(filter, label, { placeholder, description }, wantedIn);
}

function filterField(
	{ name, operators }: CatalogFilter,
	displayName: string,
	property: Partial<INodeProperties>,
	toValues: (entered: unknown) => unknown[],
): Field<Filter[]> {
	const operator = operators.includes('eq') ? 'eq' : 'in';
	return field(
		{ type: 'string', default: '', ...property, displayName, name },
		(entered, _property, node) => {
			if (asksForAll(entered, displayName, node)) return [];
			const values = textsOf(name, [...new Set(toValues(entered))]);
			return [{ field: name, operator: values.length > 1 ? 'in' : operator, values }];
		},
		// If an expression returns `undefined`, it found nothing, so do not fall back to the default.
		null,
	);
}

/**
 * Returns true if a filter matches all records: the entry is "any" or empty, since a model cannot omit the field.
 *
 * @throws UserFacingError for any other empty filter: a filter whose expression finds nothing must not list all records
 */
export function asksForAll(entered: unknown, label: string, node: FormNode): boolean {
	const entries = [locatorIn(entered).value].flat();
	if (!entries.every(isAny)) return false;
	if (isTool(node.getNode()) || entries.some((entry) => text(entry) !== '')) return true;
	throw invalidEntry(
		`The ${label} filter is empty`,
		'Fill it in, or remove it to list all records.',
	);
}

/** Returns true if an entry is empty or "any". */
function isAny(entry: unknown): boolean {
	const text = filterText(entry ?? '');
	return text !== undefined && /^(any)?$/i.test(text.trim());
}

/** Returns the entries in a list or in comma-separated text, except empty entries and "any". */
function wantedIn(entered: unknown): unknown[] {
	return entriesOf(entered).filter((entry) => !isAny(entry));
}
