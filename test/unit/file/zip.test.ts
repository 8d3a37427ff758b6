import { hash, randomBytes } from 'node:crypto';

import { zipFile, type ZipEntry } from '../../../nodes/LearningPlatform/file/zip';
import { unzip } from '../../workbook';

async function* from(...chunks: (Buffer | Error)[]): AsyncGenerator<Buffer, void> {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield await Promise.resolve(chunk);
	}
}

async function* entries(files: Record<string, (Buffer | Error)[]>): AsyncGenerator<ZipEntry, void> {
	for (const [name, chunks] of Object.entries(files)) {
		yield await Promise.resolve({ name, content: from(...chunks) });
	}
}

async function archive(
	files: Record<string, (Buffer | Error)[]>,
	zip64From?: number,
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of zipFile(entries(files), zip64From)) chunks.push(chunk);
	return Buffer.concat(chunks);
}

const files = {
	'_rels/.rels': [Buffer.from('<a/>')],
	'empty.txt': [],
	'large/one.bin': Array.from({ length: 30 }, () => randomBytes(40_000)),
	'repeated.txt': Array<Buffer>(50).fill(Buffer.from('é'.repeat(20_000))),
};

/** As digests, since jest takes long to compare large buffers. */
const digests = (contents: Iterable<[name: string, content: Buffer]>) =>
	[...contents].map(([name, content]) => [name, hash('sha256', content)]);

const contents = digests(
	Object.entries(files).map(([name, chunks]) => [name, Buffer.concat(chunks)]),
);

/** Where the directory of an archive without ZIP64 begins, as its last record says. */
const startOfDirectory = (zip: Buffer) => zip.readUInt32LE(zip.length - 6);

/** In the end of an archive, how often a record of a kind stands there, by its signature. */
const count = (zip: Buffer, signature: number[]) => {
	const start = Buffer.from([0x50, 0x4b, ...signature]);
	let found = 0;
	for (let at = zip.indexOf(start); at >= 0; at = zip.indexOf(start, at + 1)) found += 1;
	return found;
};
const ZIP64_END = [6, 6];
const ZIP64_LOCATOR = [6, 7];

it('an archive comes back, its entries in order', async () => {
	const zip = await archive(files);
	expect(digests(await unzip(zip))).toEqual(contents);
});

it('small archives have nothing of ZIP64', async () => {
	const zip = await archive({ 'one.txt': [Buffer.from('1')], 'two.txt': [Buffer.from('2')] });
	expect([count(zip, ZIP64_END), count(zip, ZIP64_LOCATOR)]).toEqual([0, 0]);
	// Version 2.0 and sizes of 32 bits after the content, as Excel wants it.
	expect(zip.readUInt16LE(4)).toBe(20);
});

describe.each([
	['every offset', () => 0],
	['the offset of the last entry', (directory: number) => directory - 500],
	['the offset of the directory', (directory: number) => directory],
])('with %s too large for 32 bits', (_what, from32Bits) => {
	let zip: Buffer;

	beforeAll(async () => {
		zip = await archive(files, from32Bits(startOfDirectory(await archive(files))));
	});

	it('the offsets are in records of ZIP64, and nowhere else', () => {
		expect([count(zip, ZIP64_END), count(zip, ZIP64_LOCATOR)]).toEqual([1, 1]);
		const end = zip.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]));
		expect(zip.readUInt32LE(end + 16)).toBe(0xffff_ffff);
		// The locator, just before the end, says where the record is, and that where the directory is.
		const record = Number(zip.readBigUInt64LE(end - 20 + 8));
		expect([...zip.subarray(record, record + 4)]).toEqual([0x50, 0x4b, ...ZIP64_END]);
		const disks = [record + 16, record + 20, end - 20 + 4].map((at) => zip.readUInt32LE(at));
		expect(disks).toEqual([0, 0, 0]);
		const directory = Number(zip.readBigUInt64LE(record + 48));
		expect([...zip.subarray(directory, directory + 4)]).toEqual([0x50, 0x4b, 1, 2]);
		expect(Number(zip.readBigUInt64LE(record + 40))).toBe(record - directory);
	});

	it('it comes back all the same', async () => {
		expect(digests(await unzip(zip))).toEqual(contents);
	});
});

it('the same files make the same archive', async () => {
	expect((await archive(files)).equals(await archive(files))).toBe(true);
});

it('a file that fails is an error', async () => {
	const failing = { 'a.txt': [Buffer.from('a')], 'b.txt': [randomBytes(100), new Error('broken')] };
	await expect(archive(failing)).rejects.toThrow('broken');
});
