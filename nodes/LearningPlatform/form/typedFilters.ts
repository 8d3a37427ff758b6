import type { INodeProperties } from 'n8n-workflow';

import { allFiltersOf, type KnownFilter } from '../catalog/knownLists';
import { listOfId } from '../catalog/names';
import { choosable } from '../catalog/resources';
import { UserFacingError } from '../errors';
import { isTool } from '../n8n/toolAnswer';
import { titleOf } from '../values/words';
import { field, type Field, type FormNode } from './field';
import { dateText, entriesOf, textsOf, type EnteredFilter } from './filterValues';
import { locatorIn, readRecordId, recordProperty } from './record';
import { boolean, chosen, oneOf } from './values';

const CHECK = 'If it is an expression, check what it returns.';

/** The most common filters. */
const PRESETS = ['published', 'active', 'native', 'late'];

/**
 * The filters with their own field, such as Status and Created After. All are Field Filters, too.
 *
 * @param path of the list, '' if the user chooses it
 */
export function typedFiltersOf(path: string, plural: string): Field<EnteredFilter[]>[] {
	return allFiltersOf(path).flatMap((filter) =>
		filter.kind === 'date' ? dates(filter, plural) : [typed(filter, plural)],
	);
}

/** `createdAt` as Created After and Created Before, `startDate` as Starts After and Starts Before. */
function dates(filter: KnownFilter, plural: string): Field<EnteredFilter[]>[] {
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

function typed(filter: KnownFilter, plural: string): Field<EnteredFilter[]> {
	const { kind, name, operators, values, example } = filter;
	const several = operators.includes('in');
	// Some IDs are chosen from a list of their records.
	const { idName } = choosable.find(({ list }) => list === listOfId(name)) ?? {};
	const label = filter.label ?? titleOf(idName === undefined ? name : name.replace(/Id$/, ''));
	const words = label.replace(/ IDs?$/, '').toLowerCase();
	const describe = (which: string) => filter.description ?? `Only list the ${plural} ${which}`;
	const make = (property: Partial<INodeProperties>, toValues: (entered: unknown) => unknown[]) =>
		typedFilter(
			{ type: 'string', default: '', ...property, displayName: label, name },
			name,
			operators.includes('eq') ? 'eq' : 'in',
			toValues,
		);

	if (kind === 'boolean') {
		const description = `Whether to only list the ${plural} with ${words}, or those without`;
		return make({ type: 'boolean', default: true, description }, (entered) => [
			String(boolean(entered, { displayName: label, default: '' })),
		]);
	}
	if (values) {
		const options = values.map((value) => ({ name: titleOf(value), value }));
		const preset = PRESETS.find((value) => values.includes(value)) ?? values[0];
		const description = describe(`${name === 'type' ? 'of' : 'with'} this ${words}`);
		const menu: Partial<INodeProperties> = several
			? { type: 'multiOptions', default: [preset] }
			: { type: 'options', default: preset };
		return make({ ...menu, options, description }, (entered) =>
			(several ? wantedIn(entered) : [entered]).map((one) =>
				chosen(one, options, (words) => notAChoice(label, words)),
			),
		);
	}
	if (idName !== undefined) {
		const description = operators.includes('eq')
			? describe(`of this ${words}`)
			: describe(
					`that have one of these ${words}s: one from the list, or several by their IDs, separated by commas`,
				);
		const record = { displayName: label, name: idName };
		return make(recordProperty(idName, { name, description }), (entered) => {
			if (!several) return [readRecordId(entered, record)];
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
): Field<EnteredFilter[]> {
	return field(
		property,
		(entered, { displayName: label }, node) => {
			refuseNothing(entered, label, node, 'For all records, let an expression return "any".');
			if (isEverything(entered)) return [];
			const values = textsOf(name, [...new Set(toValues(entered, node.getTimezone()))]);
			return [{ label, field: name, operator: values.length > 1 ? 'in' : operator, values }];
		},
		// An expression that returns `undefined` finds nothing: its filter does not get the default.
		null,
	);
}

/**
 * Refuses an empty filter: an expression that finds nothing must not list all records. A model may leave it empty, because
 * it cannot leave out a field.
 *
 * @param forAll how else to list all records @throws UserFacingError
 */
export function refuseNothing(entered: unknown, label: string, node: FormNode, forAll = ''): void {
	if (isTool(node.getNode()) || !isEverything(entered, /^$/)) return;
	throw new UserFacingError(
		`The filter ${label} is empty`,
		`Fill it in, or remove it to list all records. ${CHECK} ${forAll}`.trim(),
	);
}

/** Returns whether a filter asks for all records: an empty text or list, or "any". @param words texts that do so */
export function isEverything(entered: unknown, words = /^(any)?$/i): boolean {
	const { value } = locatorIn(entered);
	if (Array.isArray(value)) return value.every((entry) => isEverything(entry, words));
	return typeof value === 'string' ? words.test(value.trim()) : (value ?? '') === '';
}

function notAChoice(label: string, values: string[]): UserFacingError {
	return new UserFacingError(
		`${label} must be ${oneOf(values)}`,
		`Enter one of them, or "any" for all. ${CHECK} Field Filters can ask for other values.`,
	);
}

/** Returns the entries of a list, or of a text with commas, without blanks and "any". */
function wantedIn(entered: unknown): unknown[] {
	return entriesOf(entered).filter((entry) => !isEverything(entry));
}
