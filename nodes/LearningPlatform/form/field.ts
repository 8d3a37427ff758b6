import {
	updateDisplayOptions,
	type IDisplayOptions,
	type IExecuteFunctions,
	type INodeProperties,
} from 'n8n-workflow';

import { isBlank } from '../values/cells';
import { titleOf } from '../values/words';
import { boolean, readChoice, wholeNumber } from './values';

/** Reads a node parameter and resolves its expressions for the current item. */
export type ReadParameter = (name: string, ifLeftOut: unknown) => unknown;

/** Returns a reader for an input item's parameters. */
export const parameterOf =
	(context: Pick<IExecuteFunctions, 'getNodeParameter'>, itemIndex: number): ReadParameter =>
	(name, ifLeftOut) =>
		context.getNodeParameter(name, itemIndex, ifLeftOut);

export type FormNode = Pick<IExecuteFunctions, 'getNode' | 'getTimezone'>;

/** A form field: its n8n properties and a function that reads its value. */
export interface Field<Value> {
	/** Usually one property, or none if the resource does not have the field. */
	properties: INodeProperties[];
	/** @throws UserFacingError that names the field */
	read: (parameter: ReadParameter, node: FormNode) => Value;
}

/** A form's fields in display order, keyed by value name. */
export type Form = Record<string, Field<unknown>>;

/** The values of a form. */
export type Values<F extends Form> = { [Name in keyof F]: ReturnType<F[Name]['read']> };

/** Creates a field with one property. @param ifLeftOut the default if the entry is missing */
export function field<Value>(
	property: INodeProperties,
	toValue: (entered: unknown, property: INodeProperties, node: FormNode) => Value,
	ifLeftOut: unknown = property.default,
): Field<Value> {
	return {
		properties: [property],
		read: (parameter, node) => toValue(parameter(property.name, ifLeftOut), property, node),
	};
}

/** Creates a menu. @param entries the labels, keyed by value, with or without a description @param ifEmpty replaces an empty entry, which is otherwise rejected */
export function menu<Value extends string>(
	name: string,
	preset: NoInfer<Value>,
	description: string,
	entries: Readonly<Record<Value, string | { name: string; description: string }>>,
	more: Partial<INodeProperties> = {},
	ifEmpty?: NoInfer<Value>,
): Field<Value> {
	const options = (Object.keys(entries) as Value[]).map((value) => {
		const entry: string | { name: string; description: string } = entries[value];
		if (typeof entry === 'string') return { name: entry, value };
		return { name: entry.name, value, description: entry.description };
	});
	const property = { displayName: titleOf(name), name, default: preset, description, ...more };
	return field({ ...property, type: 'options', options }, (entered) =>
		readChoice(isBlank(entered) ? ifEmpty : entered, property.displayName, options),
	);
}

/** The n8n property of a field, and what to read if there is no entry. */
type FieldEntry<Value> = Omit<Partial<INodeProperties>, 'default' | 'type'> & {
	name: string;
	description: string;
	/** The value that the form shows. */
	default: Value;
	/** The value of an option that was not added; otherwise, `default`. */
	ifLeftOut?: Value;
	/** The value if an expression returns `null` or `undefined`, which is otherwise rejected. */
	ifNull?: Value;
};

/** Creates an on/off field. */
export function toggle({
	ifLeftOut,
	...property
}: Omit<FieldEntry<boolean>, 'ifNull'>): Field<boolean> {
	const displayName = titleOf(property.name);
	return field({ displayName, ...property, type: 'boolean' }, boolean, ifLeftOut);
}

/** Creates a field for a whole number. */
export function integer({ ifLeftOut, ifNull, ...property }: FieldEntry<number>): Field<number> {
	const displayName = titleOf(property.name);
	return field(
		{ displayName, ...property, type: 'number' },
		(entered, own) => wholeNumber(entered ?? ifNull, own),
		ifLeftOut,
	);
}

/** Creates a collection of fields that users add one by one. @param label replaces the name and label of Options */
export function optionsOf<F extends Form>(
	form: F,
	label: Partial<INodeProperties> = {},
): Field<Values<F>> {
	const property: INodeProperties = {
		displayName: 'Options',
		name: 'options',
		type: 'collection',
		placeholder: 'Add Option',
		default: {},
		...label,
		options: propertiesOf(form).sort((a, b) => a.displayName.localeCompare(b.displayName, 'en-US')),
	};
	return field(property, (entered, _property, node) => {
		const values = (entered ?? {}) as Record<string, unknown>;
		const valueOf: ReadParameter = (name, ifLeftOut) =>
			values[name] === undefined ? ifLeftOut : values[name];
		return readForm(form, valueOf, node);
	});
}

export function propertiesOf(form: Form): INodeProperties[] {
	return Object.values(form).flatMap(({ properties }) => properties);
}

/** Reads a form's fields in display order. @throws UserFacingError for the first invalid field */
export function readForm<F extends Form>(
	form: F,
	parameter: ReadParameter,
	node: FormNode,
): Values<F> {
	const values = Object.entries(form).map(([name, { read }]) => [name, read(parameter, node)]);
	return Object.fromEntries(values) as Values<F>;
}

/**
 * Adds a display condition to properties, which are read even if hidden. It precedes existing conditions: n8n stops
 * checking at the first field whose value is an expression and would otherwise show the properties for every operation.
 */
export function shownFor<Shown extends Pick<Field<unknown>, 'properties'>>(
	condition: NonNullable<IDisplayOptions['show']>,
	shown: Shown,
): Shown {
	const properties = shown.properties.map((property) => {
		const { show, ...others } = property.displayOptions ?? {};
		return { ...property, displayOptions: { ...others, show: { ...condition, ...show } } };
	});
	return { ...shown, properties };
}

/** Stands in for a field that a resource or operation does not have. Always returns the same value. */
export const constantField = <Value>(value: Value): Field<Value> => ({
	properties: [],
	read: () => value,
});

/** Adds a variant of a field for agent tools. n8n shows only one variant and stores that variant's default. */
export function withToolVariant<Value>(
	shown: Field<Value>,
	inTool: Partial<INodeProperties>,
): Field<Value> {
	const variants = shown.properties.map((property) => ({ ...property, ...inTool }));
	const properties = [
		...updateDisplayOptions({ hide: { '@tool': [true] } }, shown.properties),
		...updateDisplayOptions({ show: { '@tool': [true] } }, variants),
	];
	return { ...shown, properties };
}
