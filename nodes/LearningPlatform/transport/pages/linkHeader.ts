/** A parameter of a link; its name in lower case. */
export type LinkParameter = [name: string, value: string];

/** A link of a `Link` header (RFC 8288): its target as written, its parameters in their order. */
export interface Link {
	target: string;
	parameters: LinkParameter[];
}

/**
 * Parses a `Link` header field (RFC 8288, section 3) in one pass over the text, whatever the text is.
 * A link that breaks the grammar is left out, together with everything behind it.
 *
 * @param header the field value; several fields are joined with commas, as HTTP does
 */
export function parseLinkHeader(header: string): Link[] {
	const links: Link[] = [];
	let at = 0;
	while (at < header.length) {
		at = skipAny(header, at, ', \t');
		if (header[at] !== '<') break;
		const targetEnd = header.indexOf('>', at);
		if (targetEnd === -1) break;
		const link: Link = { target: header.slice(at + 1, targetEnd).trim(), parameters: [] };
		at = readParameters(header, targetEnd + 1, link.parameters);
		links.push(link);
	}
	return links;
}

/**
 * The target of the first link whose relation types include `relation`, compared without case
 * (RFC 8288, section 3.3).
 *
 * @returns the target as written, possibly relative, or `undefined`
 */
export function findLinkTarget(header: string, relation: string): string | undefined {
	const wanted = relation.toLowerCase();
	return parseLinkHeader(header).find((link) => relationsOf(link).includes(wanted))?.target;
}

/** Of several `rel` the first one counts (RFC 8288, section 3.3). */
function relationsOf({ parameters }: Link): string[] {
	const rel = parameters.find(([name]) => name === 'rel');
	return rel ? rel[1].toLowerCase().split(/[ \t]+/) : [];
}

/** Reads `;name=value` pairs from `at` on; returns where they end. */
function readParameters(header: string, start: number, parameters: LinkParameter[]): number {
	let at = skipAny(header, start, ' \t');
	while (header[at] === ';') {
		at = skipAny(header, at + 1, '; \t');
		const nameEnd = skipUntil(header, at, '=;, \t');
		const name = header.slice(at, nameEnd).toLowerCase();
		at = skipAny(header, nameEnd, ' \t');
		let value = '';
		if (header[at] === '=') {
			at = skipAny(header, at + 1, ' \t');
			({ value, end: at } = header[at] === '"' ? readQuoted(header, at) : readToken(header, at));
		}
		if (name !== '') parameters.push([name, value]);
		at = skipAny(header, at, ' \t');
	}
	return at;
}

function readToken(header: string, start: number): { value: string; end: number } {
	const end = skipUntil(header, start, ';, \t');
	return { value: header.slice(start, end), end };
}

/** A quoted string (RFC 9110, section 5.6.4); one that is never closed runs to the end of the field. */
function readQuoted(header: string, start: number): { value: string; end: number } {
	const pieces: string[] = [];
	let at = start + 1;
	while (at < header.length && header[at] !== '"') {
		if (header[at] === '\\') at += 1;
		const pieceStart = at;
		at = skipUntil(header, at + 1, '"\\');
		pieces.push(header.slice(pieceStart, at));
	}
	return { value: pieces.join(''), end: Math.min(at + 1, header.length) };
}

function skipAny(text: string, start: number, characters: string): number {
	let at = start;
	while (at < text.length && characters.includes(text.charAt(at))) at += 1;
	return at;
}

function skipUntil(text: string, start: number, characters: string): number {
	let at = start;
	while (at < text.length && !characters.includes(text.charAt(at))) at += 1;
	return at;
}
