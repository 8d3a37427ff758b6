/** Returns true for a JSON object, but not for an array. */
export function isObject(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Reads a boolean, or text such as "yes" from an expression or an AI model. Returns `undefined` for anything else. */
export function readBoolean(value: unknown): boolean | undefined {
	const isPlain = ['boolean', 'number', 'string'].includes(typeof value);
	const word = isPlain ? String(value).trim().toLowerCase() : '';
	if (/^(true|yes|on|1)$/.test(word)) return true;
	return /^(false|no|off|0)$/.test(word) ? false : undefined;
}

/** Reads a number, or text such as `85.00` or `85 %`. Returns `undefined` for anything else. */
export function readNumber(value: unknown): number | undefined {
	const isText = typeof value === 'string' && /^[+-]?\d+(?:[.,]\d+)?\s*%?$/.test(value.trim());
	const number = isText ? Number.parseFloat(value.replace(',', '.')) : value;
	return typeof number === 'number' ? number : undefined;
}
