/** What the service says about an error. */
export interface ServiceSaid {
	code?: string;
	text?: string;
	kind: 'empty' | 'html' | 'json' | 'text';
}

/**
 * Reads what the service says about an error, in the shapes seen in the wild: `{"error":"code"}`,
 * `{"error":{"code","message"}}`, `{"code","message"}`, `{"error","error_description"}` (RFC 6749), text, HTML.
 */
export function readServiceError(body: string): ServiceSaid {
	const text = body.trim();
	if (text === '') return { kind: 'empty' };
	if (text.startsWith('<')) return { kind: 'html' };
	let parsed: unknown;
	try {
		parsed = JSON.parse(text);
	} catch {
		return { kind: 'text', text: excerpt(text) };
	}
	return typeof parsed === 'string'
		? { kind: 'text', text: excerpt(parsed) }
		: { kind: 'json', ...saidIn(parsed) };
}

/** The same, of an error that is parsed already. */
export function saidIn(parsed: unknown): Pick<ServiceSaid, 'code' | 'text'> {
	const outer = asObject(parsed);
	const inner = asObject(outer.error);
	const code = firstText(inner.code, outer.error, outer.code);
	const message = firstText(inner.message, outer.message, outer.error_description);
	return {
		...(code === undefined ? {} : { code: isWord(code) ? code : excerpt(code) }),
		...(message === undefined ? {} : { text: excerpt(message) }),
	};
}

/** Code and message in one line; `''` when the service said neither. */
export function wordsOf({ code, text }: Pick<ServiceSaid, 'code' | 'text'>): string {
	return [code, text].filter((part) => part !== undefined).join(': ');
}

function asObject(value: unknown): Record<string, unknown> {
	return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};
}

function firstText(...candidates: unknown[]): string | undefined {
	return candidates.find((value): value is string => typeof value === 'string' && value !== '');
}

const EXCERPT_LENGTH = 200;

/** Codes such as `attendanceSheetNotBelongToClassroomSlot` are as long as tokens, but have no digits. */
function isWord(code: string): boolean {
	return code.length <= EXCERPT_LENGTH && /^[A-Za-z]+$/.test(code);
}

/** One line of the service's words, with anything that could be a token or a secret taken out. */
export function excerpt(text: string): string {
	const line = text
		.slice(0, 10 * EXCERPT_LENGTH)
		.replace(/<[^>]*>/g, ' ')
		.replace(/[\s\p{Cc}]+/gu, ' ')
		.replace(/[\w+/=~.-]{32,}/g, '[removed]')
		.trim();
	return line.length > EXCERPT_LENGTH ? `${line.slice(0, EXCERPT_LENGTH)}...` : line;
}
