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
