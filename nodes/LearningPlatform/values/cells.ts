const SHEET_ERROR =
	/^#(?:[\p{L}\d/_¡¿]+[!?.]|\p{L}{1,2}\/\p{L}{1,2}|NV|YOK|HIÁNYZIK|GETTING_DATA|[A-Z]+_[A-Z]+)$/u;

/** Returns true for an error value of a spreadsheet in any language, e.g. `#N/A`, `#REF!`, `#NAME?`, or `#BEZUG!`. */
export const isSheetError = (text: string) => SHEET_ERROR.test(text);

/** What a broken formula or expression leaves behind. Not `Null`, which is a last name. */
const BROKEN = new Set(['undefined', 'null', 'NaN']);

/** Returns true for text that stands for a missing or failed value, e.g. `#N/A` or `undefined undefined`. */
export function isBrokenCell(text: string): boolean {
	const words = text.split(/[\s.,_-]+/);
	const isTemplate = text.startsWith('{{') && text.endsWith('}}');
	return (
		isSheetError(text) ||
		isTemplate ||
		/\[object [A-Z]\w*\]|^Invalid Date(?:Time)?$/.test(text) ||
		words.every((word) => BROKEN.has(word))
	);
}

/** Removes the apostrophe that exports put before text that a spreadsheet would run as a formula. */
export function withoutEscape(text: string): string {
	return text.replace(/^'(?=[=+\-@\t\r])/, '');
}

export function isBlank(cell: unknown): boolean {
	return typeof cell === 'string' ? cell.trim() === '' : cell === null || cell === undefined;
}

/** Normalizes text for comparisons: the platform may trim blanks or merge several into one. */
export function foldBlanks(text: string): string {
	return text.normalize().replace(/\s+/g, ' ').trim();
}
