/** Beginnings that make a spreadsheet take a text for a formula, or look behind them for one. */
const FORMULA_START = /^[=+\-@\t\r]/;

/**
 * Puts an apostrophe before a text that a spreadsheet would run as a formula (CSV injection). Numbers are
 * left alone, so that -5 stays a number.
 */
export function withoutFormula<T>(value: T): T | string {
	return typeof value === 'string' && FORMULA_START.test(value) ? `'${value}` : value;
}
