import { randomBytes } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';
import { gunzipSync } from 'node:zlib';

import { gzip } from '../../../nodes/LearningPlatform/file/compress';

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
	['a few bytes', [Buffer.from('a'), Buffer.from('é')]],
	['what compresses to nearly nothing', Array<Buffer>(200).fill(Buffer.alloc(65_536, 'ab'))],
	[
		'what cannot be compressed, in large chunks',
		Array.from({ length: 20 }, () => randomBytes(300_000)),
	],
	['many small chunks', Array.from({ length: 2_000 }, () => randomBytes(50))],
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
