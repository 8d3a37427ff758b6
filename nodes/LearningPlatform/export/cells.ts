/** Beginnings that make a spreadsheet take a text for a formula, or look behind them for one. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * A field's value as the text of a cell: texts, numbers and dates as they came, lists and objects as JSON,
 * nothing for `null` and for a field that a record does not have.
 */
export function cellText(value: unknown): string {
	switch (typeof value) {
		case 'string':
			return value;
		case 'number':
		case 'boolean':
			return String(value);
		default:
			return value === null || value === undefined ? '' : JSON.stringify(value);
	}
}

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula (CSV injection). Numbers are
 * left alone, so that -5 stays a number.
 */
export function withoutFormula(value: unknown): unknown {
	return typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : value;
}
