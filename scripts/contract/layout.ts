const WIDTH = 100;

/** Formats a file of facts, with one line per field and filter. */
export const textOf = (facts: object): string => `${laidOut(facts, '')}\n`;

/** @param indent the indentation of the lines; if omitted, the result is one line */
function laidOut(value: unknown, indent?: string, name?: string): string {
	if (typeof value !== 'object' || value === null) return JSON.stringify(value);
	const isList = Array.isArray(value);
	const around = (inside: string) => (isList ? `[${inside}]` : `{${inside}}`);
	const entries = (inner?: string) =>
		Object.entries(value).map(([key, part]: [string, unknown]) => {
			const text = laidOut(part, inner, key);
			return isList ? text : `${JSON.stringify(key)}: ${text}`;
		});
	const line = around(entries().join(', '));
	if (indent === undefined || line.length <= WIDTH || name === 'required') return line;
	const inner = `${indent}\t`;
	const isTable = name === 'fields' || name === 'filters';
	const lines = entries(isTable ? undefined : inner).map((entry) => inner + entry);
	return around(`\n${lines.join(',\n')}\n${indent}`);
}
