import type { INodeProperties } from 'n8n-workflow';

import { booleanOf } from '../values/boolean';
import { lettersOf } from '../values/words';
import { UserFacingError } from '../errors';

/**
 * On or off. Nothing, which an expression may give, stands for the default.
 *
 * @throws UserFacingError for what is neither
 */
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

/**
 * A number within the bounds that the editor keeps.
 *
 * @throws UserFacingError when it is neither a whole number in that range nor a text with one
 */
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

/** Text without spaces around it; '' for everything else but a number. */
export function text(entered: unknown): string {
	return typeof entered === 'string' || typeof entered === 'number' ? String(entered).trim() : '';
}

/** A name in quotation marks, which are doubled within, or one without commas. */
const NAME = /\s*"((?:[^"]|"")*)"\s*(?=[,\r\n]|$)|[^,\r\n]+/g;

/**
 * Names of fields: text with commas or line ends between, or what an expression gave, a list of texts. Each name
 * comes once.
 *
 * @throws UserFacingError for anything else
 */
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

/** The value of an entry of a menu, given as such or, as agents often do, by the entry's name, in any case. */
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

/** What can be chosen from, as in `archived, deleted, or published`. */
export function oneOf(words: readonly string[]): string {
	return new Intl.ListFormat('en-US', { type: 'disjunction' }).format(words);
}
