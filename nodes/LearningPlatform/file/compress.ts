import { markAsHandled } from '../values/promises';

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;

/**
 * Creates a gzip file (RFC 1952). The same chunks always produce the same bytes. Chunks of 64 kB to 256 kB are fastest;
 * chunks of a single record take ten times as long.
 *
 * @throws errors from `chunks`
 */
export async function* gzip(chunks: Chunks): AsyncGenerator<Buffer, void> {
	const { readable, writable } = new CompressionStream('gzip');
	const reader = readable.getReader();
	const writer = writable.getWriter();
	let read = reader.read();
	async function* outputUntil(step: Promise<void>): AsyncGenerator<Buffer, void> {
		const done = step.then(() => undefined);
		for (;;) {
			// Check the output first: unread output can block the writer forever.
			const result = await Promise.race([read, done]);
			if (result?.value === undefined) return;
			read = reader.read();
			yield Buffer.from(result.value as Uint8Array);
		}
	}
	try {
		// In Node 20, `pipeThrough` buffers hundreds of megabytes before applying backpressure.
		for await (const chunk of chunks) yield* outputUntil(writer.write(chunk));
		yield* outputUntil(writer.close());
		for (let rest = await read; !rest.done; rest = await reader.read()) {
			yield Buffer.from(rest.value as Uint8Array);
		}
	} finally {
		markAsHandled(read);
		markAsHandled(writer.abort());
	}
}

/** An entry's CRC-32, compressed size, and uncompressed size. */
type Sizes = readonly [crc: number, compressed: number, size: number];

/**
 * Writes a ZIP archive in one pass: each entry's checksum and sizes follow its content (APPNOTE.TXT, section 4.3.9). The
 * archive has no timestamps, so the same entries always produce the same bytes.
 *
 * @param entries the `name` is an ASCII path with slashes; all contents together must be smaller than 4 GiB
 * @throws errors from an entry's content
 */
export async function* zipFile(
	entries: Iterable<{ name: string; content: Chunks }>,
): AsyncGenerator<Buffer, void> {
	const directory: Buffer[] = [];
	let offset = 0;
	for (const { name, content } of entries) {
		const header = Buffer.concat([
			u32(0x04034b50),
			commonHeader(name, [0, 0, 0]),
			Buffer.from(name),
		]);
		yield header;
		const sizes = yield* deflate(content);
		const descriptor = Buffer.concat([0x08074b50, ...sizes].map(u32));
		yield descriptor;
		directory.push(directoryHeader(name, sizes, offset));
		offset += header.length + sizes[1] + descriptor.length;
	}
	const count = u16(directory.length);
	const size = Buffer.concat(directory).length;
	const end = [u32(0x06054b50), NONE, NONE, count, count, u32(size), u32(offset), NONE];
	yield Buffer.concat([...directory, ...end]);
}

/** A gzip file is a DEFLATE stream between a header and a trailer that holds the CRC-32 and length (RFC 1952, 2.3). */
const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

/** Extracts the DEFLATE stream from a gzip file. */
async function* deflate(content: Chunks): AsyncGenerator<Buffer, Sizes> {
	let held = Buffer.alloc(0);
	let skip = GZIP_HEADER_BYTES;
	let compressed = 0;
	for await (const chunk of gzip(content)) {
		held = Buffer.concat([held, chunk.subarray(skip)]);
		skip -= Math.min(skip, chunk.length);
		// The last bytes may be the trailer.
		const end = held.length - GZIP_TRAILER_BYTES;
		if (end <= 0) continue;
		yield held.subarray(0, end);
		compressed += end;
		held = held.subarray(end);
	}
	return [held.readUInt32LE(0), compressed, held.readUInt32LE(4)];
}

const u16 = (value: number) => u32(value).subarray(0, 2);

const VERSION = u16(20);
/** The sizes and the checksum follow the content (APPNOTE.TXT, section 4.4.4, bit 3). */
const DESCRIPTOR_FOLLOWS = u16(8);
const DEFLATED = u16(8);
/** Midnight on January 1, 1980, the earliest time that the format allows. */
const NO_TIME = u32(0x0021_0000);
const NONE = u16(0);

/** The part that an entry's two headers share (APPNOTE.TXT, sections 4.3.7 and 4.3.12). */
function commonHeader(name: string, sizes: Sizes): Buffer {
	const start = [VERSION, DESCRIPTOR_FOLLOWS, DEFLATED, NO_TIME];
	return Buffer.concat([...start, ...sizes.map(u32), u16(name.length), NONE]);
}

/** An entry in the directory at the end of the archive (APPNOTE.TXT, sections 4.3.12 and 4.3.16). */
function directoryHeader(name: string, sizes: Sizes, offset: number): Buffer {
	const start = [u32(0x02014b50), VERSION, commonHeader(name, sizes)];
	return Buffer.concat([...start, NONE, NONE, NONE, u32(0), u32(offset), Buffer.from(name)]);
}

function u32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}
