import { hash, randomBytes } from 'node:crypto';

import { zipFile, type ZipEntry } from '../../../nodes/LearningPlatform/file/compress';
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
	maxBytes?: number,
): Promise<Buffer> {
	const chunks: Buffer[] = [];
	for await (const chunk of zipFile(entries(files), maxBytes)) chunks.push(chunk);
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

it('an archive comes back, its entries in order', async () => {
	const zip = await archive(files);
	expect(digests(await unzip(zip))).toEqual(contents);
});

it('has the version and the sizes that Excel wants: 2.0, and 32 bits after the content', async () => {
	const zip = await archive({ 'one.txt': [Buffer.from('1')] });
	expect(zip.readUInt16LE(4)).toBe(20);
	const descriptor = zip.indexOf(Buffer.from([0x50, 0x4b, 7, 8]));
	expect(zip.readUInt32LE(descriptor + 12)).toBe(1);
	expect(zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))).toBe(descriptor + 16);
});

it('an archive that is too large for its offsets is an error', async () => {
	await expect(archive(files, 1_000_000)).rejects.toThrow('larger than 4 GiB');
});

it('the same files make the same archive', async () => {
	expect((await archive(files)).equals(await archive(files))).toBe(true);
});

it('a file that fails is an error', async () => {
	const failing = { 'a.txt': [Buffer.from('a')], 'b.txt': [randomBytes(100), new Error('broken')] };
	await expect(archive(failing)).rejects.toThrow('broken');
});
