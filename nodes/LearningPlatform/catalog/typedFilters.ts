import { knownFiltersOf, type KnownFilter } from './knownLists';

/** A filter with a field of its own in the form, for `field[operator]=value` (docs/service.md, Filters). */
export interface TypedFilter {
	/** Name of the parameter under Filters. */
	name: string;
	/** Names the filter in the form and in errors. */
	label: string;
	field: string;
	operator: 'eq' | 'gte' | 'in' | 'lt';
	/** Whether several values can be entered, which are sent with `in`. */
	several: boolean;
	/** What can be entered and how it is sent (form/typedFilter.ts), and how it is checked (list/filters.ts). */
	encoding: 'boolean' | 'date' | 'id' | 'ids' | 'menu' | 'record' | 'texts';
	/** Which records are listed, as a sentence; the form adds how dates and several values are entered. */
	description: string;
	/** With `menu`: what there is to choose from. */
	choices?: readonly { name: string; value: string }[];
	/** With `menu`: the value that is offered first. */
	preset?: string;
	/** With `record`: the ID that the record of a resource is chosen by. */
	idName?: string;
	placeholder?: string;
}

/** What the record that the ID in a field stands for is chosen by; `undefined` where it cannot be chosen. */
type FindIdName = (field: string) => string | undefined;

/**
 * The filters of a list that get a field of their own, as they follow from its row; all are Field Filters, too.
 *
 * @param plural what people call its records
 */
export function typedFiltersOf(path: string, plural: string, idNameOf: FindIdName): TypedFilter[] {
	return knownFiltersOf(path).flatMap((filter) =>
		filter.kind === 'date' ? dates(filter, plural) : [typed(filter, plural, idNameOf)],
	);
}

function typed(filter: KnownFilter, plural: string, idNameOf: FindIdName): TypedFilter {
	const { kind, name: field, operators, values = [], example } = filter;
	const several = operators.includes('in');
	const idName = kind === 'id' ? idNameOf(field) : undefined;
	const label = filter.label ?? titleOf(idName === undefined ? field : field.replace(/Id$/, ''));
	const isList = kind === 'text' || values.length > LONGEST_MENU;
	const row = (encoding: TypedFilter['encoding'], which: string): TypedFilter => ({
		name: field,
		label,
		field,
		operator: operators.includes('eq') ? 'eq' : 'in',
		several,
		encoding,
		description: filter.description ?? which,
		...(example !== undefined && { placeholder: `e.g. ${example}` }),
	});
	const words = label.replace(/ IDs?$/, '').toLowerCase();
	const of = `Only list the ${plural} of this ${words}`;
	if (kind === 'boolean') {
		return row('boolean', `Whether to only list the ${plural} with ${words}, or those without`);
	}
	if (isList) return row('texts', `Only list the ${plural} with one of these ${words}s`);
	if (kind === 'value') {
		const which = field === 'type' ? of : `Only list the ${plural} with this ${words}`;
		const choices = values.map((value) => ({ name: titleOf(value), value }));
		const preset = PRESETS.find((value) => values.includes(value)) ?? values[0];
		return { ...row('menu', which), choices, ...(preset !== undefined && { preset }) };
	}
	const ofSeveral = `Only list the ${plural} that have one of these ${words}s`;
	if (idName !== undefined) {
		const which = operators.includes('eq')
			? of
			: `${ofSeveral}: one from the list, or several by their IDs, separated by commas`;
		return { ...row('record', which), idName };
	}
	return several ? row('ids', ofSeveral) : row('id', of);
}

/** Longer lists of values are entered as text. */
const LONGEST_MENU = 40;

/** What people look for most. */
const PRESETS = ['published', 'active', 'native'];

/** `createdAt` as Created After and Created Before, `startDate` as Starts After and Starts Before. */
function dates({ name: field, note }: KnownFilter, plural: string): TypedFilter[] {
	const stem = field.replace(/(At|Date)$/, '');
	const isDone = stem.endsWith('ed');
	const which = `Only list the ${plural} ${isDone ? stem : `that ${stem}`}`;
	const label = isDone ? titleOf(stem) : `${titleOf(stem)}s`;
	const bounds = [
		['After', 'gte', 'at this time or later'],
		['Before', 'lt', 'before this time'],
	] as const;
	return bounds.map(([side, operator, when]) => ({
		name: `${stem}${side}`,
		label: `${label} ${side}`,
		field,
		operator,
		several: false,
		encoding: 'date',
		description: [`${which} ${when}`, note].filter(Boolean).join('. '),
	}));
}

/** `classroomSlotId` as "Classroom Slot ID", and "elearning standard" as "E-Learning Standard". */
export function titleOf(name: string): string {
	const words = name
		.replace(/[A-Z]/g, ' $&')
		.replace(/ Id(s?)$/, ' ID$1')
		.split(' ');
	return words
		.map((word) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
		.join(' ')
		.replace('Elearning', 'E-Learning');
}
