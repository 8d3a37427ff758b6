const INITIAL_BYTES = 64 * 1024;

/**
 * Collects text as UTF-8. Joining a sheet's text and encoding it afterwards takes a fifth more CPU time than writing its
 * short pieces into one buffer.
 */
export class Utf8Buffer {
	/** The number of bytes collected. */
	length = 0;

	private bytes = Buffer.alloc(INITIAL_BYTES);

	/** Adds text that contains only ASCII characters. */
	ascii(text: string): this {
		const { length } = text;
		this.reserve(length);
		const { bytes, length: from } = this;
		for (let at = 0; at < length; at += 1) bytes[from + at] = text.charCodeAt(at);
		this.length = from + length;
		return this;
	}

	text(text: string): this {
		this.reserve(3 * text.length);
		this.length += this.bytes.write(text, this.length);
		return this;
	}

	/** Returns the collected text and starts over. */
	take(): Buffer {
		const taken = Buffer.from(this.bytes.subarray(0, this.length));
		this.length = 0;
		return taken;
	}

	private reserve(bytes: number): void {
		const needed = this.length + bytes;
		if (needed > this.bytes.length) this.bytes = Buffer.concat([this.bytes], 2 * needed);
	}
}
