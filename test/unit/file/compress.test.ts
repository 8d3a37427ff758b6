import { hash, randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { gzip, zipFile } from '../../../nodes/LearningPlatform/file/compress';
import { unzip } from '../../workbook';

async function* from(...chunks: (Buffer | Error)[]): AsyncGenerator<Buffer, void> {
	for (const chunk of chunks) {
		if (chunk instanceof Error) throw chunk;
		yield await Promise.resolve(chunk);
	}
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

it.each<[what: string, chunks: Buffer[]]>([
	['nothing', []],
	['an empty chunk', [Buffer.alloc(0)]],
	['what compresses to nearly nothing', Array<Buffer>(50).fill(Buffer.alloc(65_536, 'ab'))],
	['what cannot be compressed', Array.from({ length: 4 }, () => randomBytes(300_000))],
	['many small chunks', Array.from({ length: 300 }, () => randomBytes(50))],
])('%s comes back', async (_what, chunks) => {
	const file = await collect(gzip(from(...chunks)));
	expect(gunzipSync(file).equals(Buffer.concat(chunks))).toBe(true);
});

it.each([0, 1, 30])('an error after %i chunks goes through', async (count) => {
	const chunks = Array.from({ length: count }, () => randomBytes(65_536));
	const failing = from(...chunks, new Error('page 3 failed'));
	await expect(collect(gzip(failing))).rejects.toThrow('page 3 failed');
});

it('takes in no more than it has given out, but for a few chunks', async () => {
	let taken = 0;
	let ended = false;
	async function* endless(): AsyncGenerator<Buffer, void> {
		try {
			for (;;) {
				taken += 1;
				yield await Promise.resolve(randomBytes(65_536));
			}
		} finally {
			ended = true;
		}
	}
	const file = gzip(endless());
	let given = 0;
	for (let chunks = 0; chunks < 100; chunks += 1) {
		given += (await file.next()).value?.length ?? 0;
		for (let turns = 0; turns < 20; turns += 1) await turn();
		expect(taken - given / 65_536).toBeLessThan(4);
	}
	await file.return();
	expect(ended).toBe(true);
});

const archive = async (files: Record<string, Buffer[]>) =>
	await collect(
		zipFile(Object.entries(files).map(([name, chunks]) => ({ name, content: from(...chunks) }))),
	);

const files = {
	'_rels/.rels': [Buffer.from('<a/>')],
	'empty.txt': [],
	'large/one.bin': Array.from({ length: 30 }, () => randomBytes(40_000)),
	'repeated.txt': Array<Buffer>(50).fill(Buffer.from('é'.repeat(20_000))),
};

/** As digests, since jest takes long to compare large buffers. */
const digests = (contents: Iterable<[name: string, content: Buffer]>) =>
	[...contents].map(([name, content]) => [name, hash('sha256', content)]);

it('an archive comes back, its entries in order', async () => {
	const contents = Object.entries(files).map(([name, chunks]): [string, Buffer] => [
		name,
		Buffer.concat(chunks),
	]);
	expect(digests(await unzip(await archive(files)))).toEqual(digests(contents));
});

it('has the version and the sizes that Excel wants: 2.0, and 32 bits after the content', async () => {
	const zip = await archive({ 'one.txt': [Buffer.from('1')] });
	expect(zip.readUInt16LE(4)).toBe(20);
	const descriptor = zip.indexOf(Buffer.from([0x50, 0x4b, 7, 8]));
	expect(zip.readUInt32LE(descriptor + 12)).toBe(1);
	expect(zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))).toBe(descriptor + 16);
});
