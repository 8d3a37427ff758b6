import { gzip } from './compress';

/** A file in an archive. */
export interface ZipEntry {
	/** ASCII, with slashes. */
	name: string;
	/** Less than 4 GiB. */
	content: AsyncIterable<Buffer> | Iterable<Buffer>;
}

/** What the directory of an archive says of an entry. Sizes and offset in bytes. */
interface StoredEntry {
	name: string;
	/** Where its local header begins. */
	offset: number;
	crc: number;
	compressedSize: number;
	size: number;
}

/** In a field of 32 bits: the value is in a ZIP64 field. */
const MAX_32_BITS = 0xffff_ffff;

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
	content: ZipEntry['content'],
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

const VERSION = 20;
const VERSION_WITH_ZIP64 = 45;

/** Sizes and checksum come after the content (APPNOTE.TXT, section 4.4.4, bit 3). */
const DESCRIPTOR_FOLLOWS = 8;

const DEFLATED = 8;

/** The first day that the format knows, 1980-01-01, at midnight: time, then date. */
const NO_TIME = u32(0x0021_0000);

/** What comes before an entry's content (APPNOTE.TXT, section 4.3.7). */
function localHeader(name: string): Buffer {
	return Buffer.concat([
		...[u32(0x04034b50), u16(VERSION), u16(DESCRIPTOR_FOLLOWS), u16(DEFLATED), NO_TIME],
		// Checksum and sizes are not known yet.
		...[u32(0), u32(0), u32(0)],
		...[u16(name.length), u16(0), Buffer.from(name)],
	]);
}

/** What comes after an entry's content (APPNOTE.TXT, section 4.3.9). */
function dataDescriptor({ crc, compressedSize, size }: StoredEntry): Buffer {
	return Buffer.concat([u32(0x08074b50), u32(crc), u32(compressedSize), u32(size)]);
}

/**
 * What ends an archive: its central directory, with records of ZIP64 if offsets need them (APPNOTE.TXT, sections
 * 4.3.12 to 4.3.16).
 *
 * @param start where the directory begins
 * @param zip64From the first offset that is too large for 32 bits
 */
function directory(entries: StoredEntry[], start: number, zip64From: number): Buffer {
	const headers = Buffer.concat(entries.map((entry) => centralHeader(entry, zip64From)));
	const [size, count] = [headers.length, entries.length];
	const isLarge = start >= zip64From;
	const zip64 = [
		...[u32(0x06064b50), u64(44), u16(VERSION_WITH_ZIP64), u16(VERSION_WITH_ZIP64)],
		...[u32(0), u32(0), u64(count), u64(count), u64(size), u64(start)],
		// The locator of the record above.
		...[u32(0x07064b50), u32(0), u64(start + size), u32(1)],
	];
	return Buffer.concat([
		headers,
		...(isLarge ? zip64 : []),
		...[u32(0x06054b50), u16(0), u16(0), u16(count), u16(count), u32(size)],
		...[u32(isLarge ? MAX_32_BITS : start), u16(0)],
	]);
}

function centralHeader(entry: StoredEntry, zip64From: number): Buffer {
	const { name, offset, crc, compressedSize, size } = entry;
	const isFar = offset >= zip64From;
	const version = isFar ? VERSION_WITH_ZIP64 : VERSION;
	const extra = isFar ? [u16(1), u16(8), u64(offset)] : [];
	return Buffer.concat([
		...[u32(0x02014b50), u16(version), u16(version), u16(DESCRIPTOR_FOLLOWS), u16(DEFLATED)],
		...[NO_TIME, u32(crc), u32(compressedSize), u32(size)],
		...[u16(name.length), u16(isFar ? 12 : 0), u16(0), u16(0), u16(0), u32(0)],
		...[u32(isFar ? MAX_32_BITS : offset), Buffer.from(name), ...extra],
	]);
}

function u16(value: number): Buffer {
	const bytes = Buffer.alloc(2);
	bytes.writeUInt16LE(value);
	return bytes;
}

function u32(value: number): Buffer {
	const bytes = Buffer.alloc(4);
	bytes.writeUInt32LE(value);
	return bytes;
}

function u64(value: number): Buffer {
	const bytes = Buffer.alloc(8);
	bytes.writeBigUInt64LE(BigInt(value));
	return bytes;
}
