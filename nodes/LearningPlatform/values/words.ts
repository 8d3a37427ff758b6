/** A word without case, spaces, hyphens and underscores, in which people, expressions and AI models differ. */
export function lettersOf(text: string): string {
	return text.toLowerCase().replace(/[\s_-]/g, '');
}

/**
 * What expressions and AI models write for a field that is on or off: often text, and not always "true".
 *
 * @returns `undefined` for what is neither
 */
export function booleanOf(value: unknown): boolean | undefined {
	const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
	const word = isPlain ? String(value).trim().toLowerCase() : '';
	if (/^(true|yes|on|1)$/.test(word)) return true;
	return /^(false|no|off|0)$/.test(word) ? false : undefined;
}

/** A text as the content of an XML or HTML element. */
export function escapeMarkup(text: string): string {
	return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

/** Whether a text contains another one, whatever the case and the accents of both. */
export function isMatch(text: string, part: string): boolean {
	return foldText(text).includes(foldText(part.trim()));
}

/** Letters with a stroke, and ligatures, which Unicode does not decompose. */
const PLAIN: Record<string, string> = {
	Æ: 'AE',
	Đ: 'D',
	Ð: 'D',
	Ħ: 'H',
	Ł: 'L',
	Œ: 'OE',
	Ø: 'O',
	Þ: 'TH',
};

/** Removes case and accents for a search, so that `STRASSE` is in `Am Straßenrand` and `malmo` is `Malmö`. */
export function foldText(text: string): string {
	return text
		.normalize('NFKD')
		.replace(/(?=\p{M})\p{Diacritic}/gu, '')
		.toLowerCase()
		.toUpperCase()
		.replace(/[ÆĐÐĦŁŒØÞ]/g, (letter) => PLAIN[letter] ?? letter);
}
