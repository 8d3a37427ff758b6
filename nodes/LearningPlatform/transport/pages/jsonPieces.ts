const SPACE = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const LIST_BEGIN = 0x5b;
const BACKSLASH = 0x5c;
const LIST_END = 0x5d;
const OBJECT_BEGIN = 0x7b;
const OBJECT_END = 0x7d;

/**
 * Parses JSON that came in pieces, a list part by part. Made into one text, every page would be long enough
 * for V8 to move it straight into its old generation, and thousands of pages pile up there.
 *
 * @param pieces UTF-8, cut anywhere
 * @returns what JSON.parse makes of the whole
 * @throws SyntaxError where JSON.parse would
 */
export function parseJsonPieces(pieces: Buffer[]): unknown {
	if (!isList(pieces)) return JSON.parse(textOf(pieces));
	const entries: unknown[] = [];
	const commas = new EntryCommas();
	let pending: Buffer[] = [];
	let isWhole = true;
	for (const piece of pieces) {
		const comma = commas.lastIn(piece);
		if (comma === undefined) {
			pending.push(piece);
			continue;
		}
		addEntries(entries, [...pending, piece.subarray(0, comma), Buffer.of(LIST_END)]);
		pending = [Buffer.of(LIST_BEGIN), piece.subarray(comma + 1)];
		isWhole = false;
	}
	if (isWhole) return JSON.parse(textOf(pending));
	addEntries(entries, pending);
	return entries;
}

/** The whole as one text. */
export function textOf(pieces: Buffer[]): string {
	return Buffer.concat(pieces).toString('utf8');
}

function addEntries(entries: unknown[], list: Buffer[]): void {
	const part = JSON.parse(textOf(list)) as unknown[];
	if (part.length === 0) throw new SyntaxError('A comma in the list has no entry beside it');
	for (const entry of part) entries.push(entry);
}

function isList(pieces: Buffer[]): boolean {
	for (const piece of pieces) {
		const start = piece.find((byte) => byte > SPACE);
		if (start !== undefined) return start === LIST_BEGIN;
	}
	return false;
}

/** Finds the commas between the entries of a list. No byte of a character beyond ASCII looks like one. */
class EntryCommas {
	private depth = 0;

	private isInText = false;

	/** Whether the last piece ended behind a backslash. */
	private isEscaped = false;

	/** The last one in the next piece. */
	lastIn(piece: Buffer): number | undefined {
		let last: number | undefined;
		let at = this.isInText ? this.afterText(piece, this.isEscaped ? 1 : 0) : 0;
		while (at < piece.length) {
			const byte = piece[at];
			at += 1;
			if (byte === QUOTE) at = this.afterText(piece, at);
			else if (byte === COMMA && this.depth === 1) last = at - 1;
			else if (byte === LIST_BEGIN || byte === OBJECT_BEGIN) this.depth += 1;
			else if (byte === LIST_END || byte === OBJECT_END) this.depth -= 1;
		}
		return last;
	}

	/** Where a text has ended that goes on at `from`, or the end of the piece. */
	private afterText(piece: Buffer, from: number): number {
		let at = from;
		while (at < piece.length) {
			const byte = piece[at];
			at += byte === BACKSLASH ? 2 : 1;
			if (byte !== QUOTE) continue;
			this.isInText = false;
			return at;
		}
		this.isInText = true;
		this.isEscaped = at > piece.length;
		return at;
	}
}
