/** A link of a `Link` header (RFC 8288): its target as written, and its parameters in their order, with names in lower case. */
export interface Link {
	target: string;
	parameters: [name: string, value: string][];
}

/**
 * The target of the first link whose relation types include `relation`, compared without case
 * (RFC 8288, section 3.3). What follows that link is not read.
 *
 * @param header the field value; several fields are joined with commas, as HTTP does
 * @returns the target as written, possibly relative, or `undefined` when no link has the relation
 * @throws SyntaxError when there is no such link in what can be read of the field, and something in it cannot
 * be read, or is no relation type: it may be that link
 */
export function findLinkTarget(header: string, relation: string): string | undefined {
	const wanted = relation.toLowerCase();
	let allAreRelations = true;
	for (const link of readLinks(header)) {
		const relations = relationsOf(link);
		allAreRelations &&= relations.length > 0 && relations.every(isRelation);
		if (!relations.includes(wanted)) continue;
		if (isOfAnother(link)) {
			// Unless its anchor is another name of this page, which no other link may tell.
			allAreRelations = false;
			continue;
		}
		if (link.target === '') throw new SyntaxError('The link has no target');
		return link.target;
	}
	if (!allAreRelations) throw new SyntaxError('A link has no relation type');
	return undefined;
}

/** Whether it is, as far as can be told, a link of another document (RFC 8288, section 3.2). */
function isOfAnother({ parameters }: Link): boolean {
	const [, anchor = ''] = parameters.find(([name]) => name === 'anchor') ?? [];
	return anchor !== '' && !anchor.startsWith('#');
}

/** A registered name or an address (RFC 8288, section 3.3), in small letters. */
function isRelation(relation: string): boolean {
	return /^[a-z][a-z\d.-]*(:.+)?$/.test(relation);
}

/**
 * Reads the links of a field (RFC 8288, section 3) in one pass over the text, whatever the text is.
 *
 * @throws SyntaxError where the grammar is broken, and for a field without any link
 */
export function* readLinks(header: string): Generator<Link, void> {
	let at = skipAny(header, 0, ', \t');
	do {
		if (header[at] !== '<') throw new SyntaxError('A link does not start with "<"');
		const targetEnd = header.indexOf('>', at);
		if (targetEnd === -1) throw new SyntaxError('A link is not closed with ">"');
		const link: Link = { target: header.slice(at + 1, targetEnd).trim(), parameters: [] };
		at = readParameters(header, targetEnd + 1, link.parameters);
		yield link;
		at = skipAny(header, at, ', \t');
	} while (at < header.length);
}

/** Of several `rel` the first one counts (RFC 8288, section 3.3). */
function relationsOf({ parameters }: Link): string[] {
	const [, rel = ''] = parameters.find(([name]) => name === 'rel') ?? [];
	return rel.toLowerCase().match(/[^ \t]+/g) ?? [];
}

/** Reads `;name=value` pairs from `at` on; returns where they end. */
function readParameters(header: string, start: number, parameters: Link['parameters']): number {
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

/** A quoted string (RFC 9110, section 5.6.4). */
function readQuoted(header: string, start: number): { value: string; end: number } {
	const pieces: string[] = [];
	let at = start + 1;
	while (at < header.length && header[at] !== '"') {
		if (header[at] === '\\') at += 1;
		const pieceStart = at;
		at = skipUntil(header, at + 1, '"\\');
		pieces.push(header.slice(pieceStart, at));
	}
	if (at >= header.length) throw new SyntaxError('A quoted value is not closed');
	return { value: pieces.join(''), end: at + 1 };
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
