/** How much a cell can hold, in UTF-16 code units. */
export const MAX_CELL_LENGTH = 32_767;

/** What XML 1.0 cannot carry (section 2.2), lone surrogates among it. */
const NOT_XML = /[^\t\n\x20-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu;

/** In a workbook `_x0041_` stands for the letter A (ECMA-376 part 1, section 22.9.2.19); `_x005F_` is `_`. */
const ESCAPE_SEQUENCE = /_(?=x[\da-f]{4}_)/gi;

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Texts of other characters only, which is nearly all, are left as they are: no `&<>_`, no surrogates. */
const SPECIAL = /[^\t\n\x20-%'-;=?-^`-\uD7FF\uE000-\uFFFD]/;

/** A text with the one end of line that cells have, a line feed. */
export function cellLines(text: string): string {
	return text.includes('\r') ? text.replace(/\r\n?/g, '\n') : text;
}

/** The beginning of a text that is too long for a cell. No character is cut in half. */
export function cutToCell(text: string): string {
	const endsInPair = /[\uD800-\uDBFF]/.test(text.charAt(MAX_CELL_LENGTH - 1));
	return text.slice(0, endsInPair ? MAX_CELL_LENGTH - 1 : MAX_CELL_LENGTH);
}

/** A text as the content of an XML element that a spreadsheet reads as it is written. */
export function xmlText(text: string): string {
	if (!SPECIAL.test(text)) return text;
	return text
		.replace(NOT_XML, '\uFFFD')
		.replace(ESCAPE_SEQUENCE, '_x005F_')
		.replace(/[&<>]/g, (character) => ENTITIES[character] ?? '');
}
