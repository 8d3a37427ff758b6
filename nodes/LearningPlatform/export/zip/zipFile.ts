import { gzip } from '../compress';
import { directory, dataDescriptor, localHeader, MAX_32_BITS, type StoredEntry } from './records';

/** A file in an archive. */
export interface ZipEntry {
	/** ASCII, with slashes. */
	name: string;
	/** Less than 4 GiB. */
	content: AsyncIterable<Buffer>;
}

/** A gzip file is a deflated stream between these (RFC 1952, section 2.3). The trailer is CRC-32 and length. */
const GZIP_HEADER_BYTES = 10;
const GZIP_TRAILER_BYTES = 8;

/**
 * An archive that is written from its first byte to its last, one entry after the other: sizes and checksums
 * come after an entry's content (APPNOTE.TXT, section 4.3.9), so nothing is kept but the list of entries.
 * Without times, so that the same entries make the same archive.
 *
 * @param zip64From the first offset that is too large for 32 bits; another one is for tests
 * @throws what the content of an entry throws
 */
export async function* zipFile(
	entries: AsyncIterable<ZipEntry>,
	zip64From = MAX_32_BITS,
): AsyncGenerator<Buffer, void> {
	const stored: StoredEntry[] = [];
	let offset = 0;
	for await (const { name, content } of entries) {
		const entry: StoredEntry = { name, offset, crc: 0, compressedSize: 0, size: 0 };
		yield localHeader(name);
		yield* deflate(content, entry);
		const descriptor = dataDescriptor(entry);
		yield descriptor;
		offset += localHeader(name).length + entry.compressedSize + descriptor.length;
		stored.push(entry);
	}
	yield directory(stored, offset, zip64From);
}

/**
 * Takes the deflated stream out of a gzip file: so the checksum comes from Node and need not be calculated here.
 *
 * @param entry gets sizes and checksum
 */
async function* deflate(
	content: AsyncIterable<Buffer>,
	entry: StoredEntry,
): AsyncGenerator<Buffer, void> {
	let held = Buffer.alloc(0);
	let skip = GZIP_HEADER_BYTES;
	for await (const chunk of gzip(content)) {
		held = Buffer.concat([held, chunk.subarray(skip)]);
		skip -= Math.min(skip, chunk.length);
		// What may be the trailer stays until more has come.
		const end = held.length - GZIP_TRAILER_BYTES;
		if (end <= 0) continue;
		yield held.subarray(0, end);
		entry.compressedSize += end;
		held = held.subarray(end);
	}
	entry.crc = held.readUInt32LE(0);
	entry.size = held.readUInt32LE(4);
}
