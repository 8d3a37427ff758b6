import type { INodeProperties } from 'n8n-workflow';

import { allFiltersOf, type KnownFilter } from '../catalog/knownLists';
import { listOfId } from '../catalog/names';
import { choosable } from '../catalog/resources';
import { invalidEntry } from '../errors';
import type { Filter } from '../list';
import { isTool } from '../n8n/toolAnswer';
import { foldText, titleOf } from '../values/words';
import { field, type Field, type FormNode } from './field';
import { locatorIn, readRecordId, recordProperty } from './record';
import { boolean, chosen, dateText, entriesOf, filterText, text, textsOf } from './values';

/** The most common filters. */
const PRESETS = ['published', 'active', 'native', 'late'];

/**
 * The filters with their own field, such as Status and Created After. Field Filters offers them as well.
 *
 * @param path of the list, '' if the user chooses it
 */
export function typedFiltersOf(path: string, plural: string): Field<Filter[]>[] {
	return allFiltersOf(path).flatMap((filter) =>
		filter.kind === 'date' ? dates(filter, plural) : [typed(filter, plural)],
	);
}

/** `createdAt` as Created After and Created Before, `startDate` as Starts After and Starts Before. */
function dates(filter: KnownFilter, plural: string): Field<Filter[]>[] {
	const { name, note } = filter;
	const stem = name.replace(/(At|Date)$/, '');
	const isDone = stem.endsWith('ed');
	const label = filter.label ?? `${titleOf(stem)}${isDone ? '' : 's'}`;
	const which = filter.description ?? `Only list the ${plural} ${isDone ? stem : `that ${stem}`}`;
	const zone = 'A time without a zone is in the time zone of the workflow.';
	const bounds = [
		['After', 'gte', 'at this time or later'],
		['Before', 'lt', 'before this time'],
	] as const;
	return bounds.map(([side, operator, when]) => {
		const displayName = `${label} ${side}`;
		const description = [`${which} ${when}`, note, zone].filter(Boolean).join('. ');
		const property = { displayName, name: `${stem}${side}`, default: '', description };
		// After 9:00 and Before 9:00 send the same second, so two ranges that meet there neither lose a record nor list one
		// twice: the service ignores milliseconds (docs/engineers/service.md, Filters).
		return typedFilter({ ...property, type: 'dateTime' }, name, operator, (entered, timeZone) => [
			dateText(displayName, entered, timeZone, 1_000),
		]);
	});
}

function typed(filter: KnownFilter, plural: string): Field<Filter[]> {
	const { kind, name, operators, values, example } = filter;
	const takesOne = operators.includes('eq');
	const takesSeveral = operators.includes('in');
	// Some IDs are chosen from a list of their records.
	const { idName } = choosable.find(({ list }) => list === listOfId(name)) ?? {};
	const label = filter.label ?? titleOf(idName === undefined ? name : name.replace(/Id$/, ''));
	const words = label.replace(/ IDs?$/, '').toLowerCase();
	const describe = (which: string) => filter.description ?? `Only list the ${plural} ${which}`;
	const make = (property: Partial<INodeProperties>, toValues: (entered: unknown) => unknown[]) =>
		typedFilter(
			{ type: 'string', default: '', ...property, displayName: label, name },
			name,
			takesOne ? 'eq' : 'in',
			toValues,
		);

	if (kind === 'boolean') {
		const description = `Whether to only list the ${plural} with ${words}, or those without`;
		return make({ type: 'boolean', default: true, description }, (entered) => [
			boolean(entered, { displayName: label, default: '' }),
		]);
	}
	if (values) {
		const options = values.map((value) => ({ name: titleOf(value), value }));
		const preset = PRESETS.find((value) => values.includes(value)) ?? values[0];
		const description = describe(`${name === 'type' ? 'of' : 'with'} this ${words}`);
		const menu: Partial<INodeProperties> = takesSeveral
			? { type: 'multiOptions', default: [preset] }
			: { type: 'options', default: preset };
		const advice = 'Enter one of them, or "any" for all. Field Filters can ask for other values.';
		return make({ ...menu, options, description }, (entered) =>
			(takesSeveral ? wantedIn(entered) : [entered]).map((one) =>
				chosen(one, label, options, advice),
			),
		);
	}
	if (idName !== undefined) {
		const description = describe(
			takesOne
				? `of this ${words}`
				: `that have one of these ${words}s: choose one, or enter several IDs, separated by commas`,
		);
		const record = { displayName: label, name: idName };
		return make(recordProperty(idName, { name, description }), (entered) => {
			if (!takesSeveral) return [readRecordId(entered, record)];
			const { mode, value } = locatorIn(entered);
			return wantedIn(value).map((one) => readRecordId({ mode, value: one }, record));
		});
	}
	const description = `${describe(`with one of these ${words}s`)}, separated by commas`;
	const placeholder = example === undefined ? '' : `e.g. ${example}`;
	return make({ placeholder, description }, wantedIn);
}

/** @param name of the records' field @param operator for one value; several are sent with `in` */
function typedFilter(
	property: INodeProperties,
	name: string,
	operator: 'eq' | 'gte' | 'in' | 'lt',
	toValues: (entered: unknown, timeZone: string) => unknown[],
): Field<Filter[]> {
	return field(
		property,
		(entered, { displayName }, node) => {
			if (asksForAll(entered, displayName, node)) return [];
			const values = textsOf(name, [...new Set(toValues(entered, node.getTimezone()))]);
			return [{ field: name, operator: values.length > 1 ? 'in' : operator, values }];
		},
		// An expression that returns `undefined` finds nothing: its filter does not get the default.
		null,
	);
}

/** The filter on a part of the name, which the service does not have. */
export const nameContains = (plural: string) =>
	field(
		{
			displayName: 'Name Contains',
			name: 'nameContains',
			type: 'string',
			default: '',
			placeholder: 'e.g. safety',
			description: `Only list the ${plural} whose name contains this text, ignoring case and accents. The service cannot search, so the whole list is read.`,
		},
		(entered, { displayName }, node) => {
			const text = filterText(entered ?? '')?.trim();
			if (text === undefined) {
				throw invalidEntry(
					`${displayName} must be text`,
					'Enter a part of the name, or remove the filter.',
				);
			}
			// Every name contains an invisible character.
			const visible = foldText(text).trim() === '' ? '' : text;
			const isAll = asksForAll(visible, displayName, node);
			// A person who enters "any" searches for the word.
			return isAll && isTool(node.getNode()) ? '' : visible;
		},
	);

/**
 * Returns whether a filter asks for all records: with "any", or if a model leaves it empty, because a model cannot leave
 * out a field.
 *
 * @throws UserFacingError for any other empty filter: an expression that finds nothing must not list all records
 */
function asksForAll(entered: unknown, label: string, node: FormNode): boolean {
	const entries = [locatorIn(entered).value].flat();
	if (!entries.every(isAny)) return false;
	if (isTool(node.getNode()) || entries.some((entry) => text(entry) !== '')) return true;
	throw invalidEntry(
		`The filter ${label} is empty`,
		'Fill it in, or remove it to list all records.',
	);
}

/** True for an empty entry and for "any". */
function isAny(entry: unknown): boolean {
	const text = filterText(entry ?? '');
	return text !== undefined && /^(any)?$/i.test(text.trim());
}

/** Returns the entries of a list, or of comma-separated text, without empty ones and "any". */
function wantedIn(entered: unknown): unknown[] {
	return entriesOf(entered).filter((entry) => !isAny(entry));
}
