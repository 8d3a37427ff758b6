/** What a list is filtered by, as data until its first address is made. */
export interface Filter {
	/** As the service spells it. */
	field: string;
	operator: string;
	/** Several for LIST_OPERATORS only. */
	values: readonly string[];
}

/** The operators that take several values, sent as `field[in][0]=a&field[in][1]=b`. */
export const LIST_OPERATORS: readonly string[] = ['in', 'nin'];

/**
 * Writes filters as a query string, without the question mark (docs/service.md, Filters). The brackets stay as they are,
 * because services of this kind refuse encoded ones; names and values are percent-encoded (RFC 3986).
 */
export function queryOf(filters: readonly Filter[]): string {
	return filters
		.flatMap(({ field, operator, values }) => {
			const name = `${encode(field)}[${operator}]`;
			const isList = LIST_OPERATORS.includes(operator);
			return values.map((value, at) => `${name}${isList ? `[${at}]` : ''}=${encode(value)}`);
		})
		.join('&');
}

/** A lone surrogate, which a text cut in the middle of an emoji ends with, cannot be encoded. */
function encode(text: string): string {
	return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\uFFFD'));
}
