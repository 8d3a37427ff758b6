import { randomBytes } from 'node:crypto';
import { gunzipSync } from 'node:zlib';

import { gzip, zipFile } from '../../../nodes/LearningPlatform/file/compress';
import { unzip } from '../../workbook';

async function* from(chunks: Buffer[]): AsyncGenerator<Buffer, void> {
	for (const chunk of chunks) yield await Promise.resolve(chunk);
}

async function collect(chunks: AsyncIterable<Buffer>): Promise<Buffer> {
	const all: Buffer[] = [];
	for await (const chunk of chunks) all.push(chunk);
	return Buffer.concat(all);
}

it.each<[what: string, chunks: Buffer[]]>([
	['empty content', []],
	['an empty chunk', [Buffer.alloc(0)]],
	['content that compresses to nearly nothing', Array(50).fill(Buffer.alloc(65_536, 'ab'))],
	['incompressible content', Array.from({ length: 2 }, () => randomBytes(150_000))],
	['many small chunks', Array.from({ length: 300 }, () => randomBytes(50))],
])('gzip and ZIP preserve %s', async (_what, chunks) => {
	const content = Buffer.concat(chunks);
	const file = await collect(gzip(from(chunks)));
	expect(gunzipSync(file).equals(content)).toBe(true);
	const entries = ['_rels/.rels', 'large/one.bin'];
	const zip = zipFile(entries.map((name) => ({ name, content: from(chunks) })));
	const files = await unzip(await collect(zip));
	expect([...files.keys()]).toEqual(entries);
	for (const one of files.values()) expect(one.equals(content)).toBe(true);
});

it('an archive has what Excel expects: version 2.0 and 32-bit sizes after the content', async () => {
	const zip = await collect(zipFile([{ name: 'one.txt', content: [Buffer.from('1')] }]));
	expect(zip.readUInt16LE(4)).toBe(20);
	const descriptor = zip.indexOf(Buffer.from([0x50, 0x4b, 7, 8]));
	expect(zip.readUInt32LE(descriptor + 12)).toBe(1);
	expect(zip.indexOf(Buffer.from([0x50, 0x4b, 1, 2]))).toBe(descriptor + 16);
});
