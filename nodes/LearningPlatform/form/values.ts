import type { INodeProperties } from 'n8n-workflow';

import { booleanOf } from '../values/boolean';
import { lettersOf } from '../values/words';
import { UserFacingError } from '../errors';

/** Reads on or off. An empty entry, which an expression may return, stands for the default. @throws UserFacingError */
export function boolean(
	entered: unknown,
	{ displayName, default: ifEmpty }: Pick<INodeProperties, 'displayName' | 'default'>,
): boolean {
	const isEmpty = typeof entered === 'string' && entered.trim() === '';
	const found = booleanOf(isEmpty ? ifEmpty : (entered ?? ifEmpty));
	if (found !== undefined) return found;
	throw new UserFacingError(
		`${displayName} must be true or false`,
		'Turn it on or off. If it is an expression, check what it returns.',
	);
}

/** Reads a whole number, also from a text, within the bounds of the editor. @throws UserFacingError */
export function wholeNumber(
	entered: unknown,
	{ displayName, default: preset, typeOptions = {} }: INodeProperties,
): number {
	const { minValue: min = 0, maxValue: max } = typeOptions;
	const number = typeof entered === 'string' && entered.trim() !== '' ? Number(entered) : entered;
	const highest = max ?? Number.MAX_SAFE_INTEGER;
	if (Number.isInteger(number) && Number(number) >= min && Number(number) <= highest) {
		return Number(number);
	}
	const range = max === undefined ? `of at least ${min}` : `from ${min} to ${max}`;
	// Only percentages end at 100. Somebody who enters 0.8 means 80, and "a number such as 1" would make it 1 percent.
	const example =
		max === 100 ? `a percentage, e.g. ${Number(preset)}` : `a number such as ${min + 1}`;
	throw new UserFacingError(
		`${displayName} must be a whole number ${range}`,
		`Enter ${example} for ${displayName}. If it is an expression, check what it returns.`,
	);
}

/** Reads a text or number, and trims it; '' for any other value. */
export function text(entered: unknown): string {
	return typeof entered === 'string' || typeof entered === 'number' ? String(entered).trim() : '';
}

/** A name in quotation marks (doubled within the name), or a name without commas. */
const NAME = /\s*"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g;

/** Reads field names, each once, from a text with commas or line ends, or a list of texts. @throws UserFacingError */
export function fieldNames(
	entered: unknown,
	{ displayName }: Pick<INodeProperties, 'displayName'>,
): string[] {
	const entries =
		typeof entered === 'string'
			? Array.from(
					entered.matchAll(NAME),
					([whole, quoted]) => quoted?.replaceAll('""', '"') ?? whole,
				)
			: [entered ?? ''].flat();
	if (!entries.every((entry) => typeof entry === 'string')) {
		throw new UserFacingError(
			`${displayName} is not a list of field names`,
			'Enter names separated by commas, e.g. "_id, name, status". If it is an expression, check what it returns.',
		);
	}
	return [...new Set(entries.map((entry) => entry.trim()).filter((entry) => entry !== ''))];
}

/** Returns the value of a menu's entry by that value or, as agents often write, by the entry's name, in any case. */
export function chosen<Value extends string>(
	entered: unknown,
	menu: readonly { name: string; value: Value }[],
	refusal: (values: Value[]) => UserFacingError,
): Value {
	const letters = typeof entered === 'string' ? lettersOf(entered) : '';
	const found = menu.find(({ name, value }) => [value, name].map(lettersOf).includes(letters));
	if (found) return found.value;
	throw refusal(menu.map(({ value }) => value));
}

/** Joins choices, e.g. `archived, deleted, or published`. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);
}
