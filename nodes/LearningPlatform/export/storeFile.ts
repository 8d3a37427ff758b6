import { Hash } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserFacingError } from '../transport/errors';

/**
 * Stores a file in n8n's binary data while it is being made: the next chunk is asked for when the last one
 * is written.
 *
 * @returns what an item holds of the file
 * @throws what `chunks` throws, and then no item ever has the file; UserFacingError when the storage fails
 */
export async function storeFile(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer, void>,
	{ fileName, mimeType }: { fileName: string; mimeType: string },
): Promise<IBinaryData> {
	const failures: unknown[] = [];
	const stream = streamFrom(noteFailure(chunks, failures));
	// A storage that has failed listens no more, and n8n would end with an error that nobody listens to.
	stream.on('error', () => undefined);
	try {
		const stored = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
		// A storage may take a stream that broke off for one that has ended.
		if (failures.length === 0) return stored;
	} catch (error) {
		// The error of the list goes before the storage's own, which may be words about an upload.
		if (failures.length === 0) throw storageError(error as NodeJS.ErrnoException);
	}
	throw failures[0];
}

/** A true stream of Node, since n8n's storages in memory, database and S3 read nothing else (docs/design.md). */
function streamFrom(chunks: AsyncIterable<Buffer>) {
	// This is `stream.Duplex.from`, which all of Node's streams inherit. Community nodes may not import
	// node:stream, and of what they may import only node:crypto has streams.
	return Hash.from(chunks);
}

const ADVICE: Partial<Record<string, string>> = {
	ENOSPC: 'The disk is full: make room on it, or narrow the list with Filters.',
	EDQUOT: 'The disk quota is used up: raise it, or narrow the list with Filters.',
	EACCES: 'Let n8n write to the folder of its binary data.',
	EROFS: 'Let n8n write to the folder of its binary data.',
	ERR_STRING_TOO_LONG:
		'The file is too large for memory: set N8N_DEFAULT_BINARY_DATA_MODE to "filesystem".',
};

function storageError({ code = '', message }: NodeJS.ErrnoException): UserFacingError {
	const advice =
		ADVICE[code] ??
		'If the file is large, check the size that n8n\'s binary data mode (N8N_DEFAULT_BINARY_DATA_MODE) allows; "filesystem" allows as much as the disk.';
	return new UserFacingError('n8n could not store the file', `${advice} n8n said: "${message}".`);
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
