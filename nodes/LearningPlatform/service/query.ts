import { operatorOf, type Filter } from '../values/filter';

/**
 * Writes filters as a query string, without the question mark (docs/service.md, Filters). The brackets stay as they are,
 * because services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 */
export function queryOf(filters: readonly Filter[]): string {
	return filters
		.flatMap(({ field, operator, values }) => {
			const name = `${encode(field)}[${operator}]`;
			const takesSeveral = operatorOf(operator)?.takesSeveral;
			return values.map((value, at) => `${name}${takesSeveral ? `[${at}]` : ''}=${encode(value)}`);
		})
		.join('&');
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
