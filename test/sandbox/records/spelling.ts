import type { Settings } from '../options';

type Fields = Readonly<Record<string, unknown>>;

/** The longest text that a platform with `cut` stores. */
const LONGEST = 12;

const FREE_TEXTS = new Set(['firstName', 'lastName', 'job', 'organization', 'custom']);

/** Returns how a platform stores a text, by setting. */
const SPELLINGS: Readonly<Record<Settings['spelling'], (name: string, text: string) => string>> = {
	kept: (_, text) => text,
	phone: (name, text) => (name === 'phone' ? text.replaceAll(/[^+\d]/g, '') : text),
	blanks: (_, text) => text.trim().replaceAll(/\s+/g, ' '),
	cut: (name, text) => (FREE_TEXTS.has(name) ? text.slice(0, LONGEST) : text),
	lowercase: (name, text) => (['mail', 'username'].includes(name) ? text.toLowerCase() : text),
	protected: (_, text) => text,
};

/** Returns a field's text as a platform stores it. */
export const spelledText = (spelling: Settings['spelling'], name: string, text: string): string =>
	SPELLINGS[spelling](name, text);

/**
 * Returns the fields as a platform stores them. A cleared field is `undefined`.
 *
 * @param before the stored user; with `protected`, a single sign-on keeps this user's name and job
 */
export function spelled(spelling: Settings['spelling'], fields: object, before?: Fields): Fields {
	const isKept = (name: string) => spelling === 'protected' && before && FREE_TEXTS.has(name);
	return Object.fromEntries(
		Object.entries(fields as Fields).map(([name, value]) => {
			if (isKept(name)) return [name, before?.[name]];
			return [name, typeof value === 'string' ? spelledText(spelling, name, value) : undefined];
		}),
	);
}
