import { markAsHandled } from '../values/promises';

/**
 * Compresses what comes in, one chunk after the other. Chunks of some 64 kB are fastest; with single records it
 * takes ten times as long.
 *
 * @returns a gzip file (RFC 1952), in chunks of a few kB; the same bytes for the same chunks, whenever it is made
 * @throws what `chunks` throws
 */
export async function* gzip(
	chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
): AsyncGenerator<Buffer, void> {
	const { readable, writable } = new CompressionStream('gzip');
	const reader = readable.getReader();
	const writer = writable.getWriter();
	let read = reader.read();
	/** What has been compressed until `step` is done. */
	async function* outputUntil(step: Promise<void>): AsyncGenerator<Buffer, void> {
		const done = step.then(() => undefined);
		for (;;) {
			// Output first: while nobody reads it, the step may never be done.
			const result = await Promise.race([read, done]);
			if (result?.value === undefined) return;
			read = reader.read();
			yield bufferOf(result.value as Uint8Array);
		}
	}
	try {
		// A pipe of Node 20 would take in hundreds of megabytes before it waits for its reader.
		for await (const chunk of chunks) yield* outputUntil(writer.write(chunk));
		yield* outputUntil(writer.close());
		for (let rest = await read; !rest.done; rest = await reader.read()) {
			yield bufferOf(rest.value as Uint8Array);
		}
	} finally {
		markAsHandled(read);
		markAsHandled(writer.abort());
	}
}

function bufferOf({ buffer, byteOffset, byteLength }: Uint8Array): Buffer {
	return Buffer.from(buffer, byteOffset, byteLength);
}
