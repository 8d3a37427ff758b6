import { Hash } from 'node:crypto';

import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserFacingError } from '../errors';

/**
 * Stores a file in n8n's binary data while it is being made. The next chunk is asked for when the last one is written.
 *
 * @returns what an item holds of the file, and its size
 * @throws what `chunks` throws, and then no item ever has the file; UserFacingError when the storage fails
 */
export async function storeFile(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer, void>,
	{ fileName, mimeType }: { fileName: string; mimeType: string },
): Promise<{ binaryData: IBinaryData; bytes: number }> {
	const { watched, progress } = watch(chunks);
	const stream = streamFrom(watched);
	// A storage that has failed no longer listens, and an error without a listener would end n8n.
	stream.on('error', () => undefined);
	try {
		const binaryData = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
		// A storage may take a stream that broke off for one that has ended.
		if (progress.isWhole) return { binaryData, bytes: progress.bytes };
	} catch (error) {
		// The error of the list goes before the storage's own, which may be words about an upload.
		if (progress.failures.length === 0) throw storageError(error as NodeJS.ErrnoException);
	}
	if (progress.failures.length === 0)
		throw storageError(new Error('The file was not read to its end'));
	throw progress.failures[0];
}

/** A true stream of Node, since n8n's storages in memory, database and S3 read nothing else (docs/n8n.md). */
function streamFrom(chunks: AsyncIterable<Buffer>) {
	// This is `stream.Duplex.from`, which all of Node's streams inherit. Community nodes may not import
	// node:stream, and of what they may import only node:crypto has streams.
	return Hash.from(chunks);
}

/** Several smaller files take no less room, because whole files stay in n8n's storage for a time. */
const WRITE_LESS =
	'To write less, turn on Compress, under Options, or narrow the list with Filters. When old executions are deleted, so are their files.';

const SMALLER_FILES =
	'Set Records per File, or Compress, under Options, or narrow the list with Filters.';

const ADVICE: Partial<Record<string, string>> = {
	ENOSPC: `The disk is full, and your administrator can make room on it. ${WRITE_LESS}`,
	EDQUOT: `The disk quota is used up, and your administrator can raise it. ${WRITE_LESS}`,
	EACCES: 'Your administrator has to let n8n write to the folder of its binary data.',
	EROFS: 'Your administrator has to let n8n write to the folder of its binary data.',
	ERR_STRING_TOO_LONG: `The file is too large for the place where n8n keeps files. ${SMALLER_FILES} Your administrator can also have n8n keep them on its disk (N8N_DEFAULT_BINARY_DATA_MODE "filesystem"); in queue mode all processes have to share that folder.`,
};

const OTHER_ADVICE = `If the file is large, it may be too large for the place where n8n keeps files. ${SMALLER_FILES}`;

function storageError({ code = '', message }: NodeJS.ErrnoException): UserFacingError {
	const advice = ADVICE[code] ?? OTHER_ADVICE;
	return new UserFacingError(
		'n8n could not store the file',
		`${advice} n8n said: "${withoutPaths(message)}".`,
	);
}

/** The first line, without the paths that Node.js quotes: n8n's folders are no business of its users. */
function withoutPaths(message: string): string {
	const [line = ''] = message.split('\n');
	return line.replaceAll(/,?[^',]*'[^']*[\\/][^']*'/g, '');
}

/** Chunks as they come, and how far the file has been made: `failures` has what ended it too soon. */
function watch(chunks: AsyncGenerator<Buffer, void>) {
	const progress = { bytes: 0, isWhole: false, failures: new Array<unknown>() };
	const noteFailure = (error: unknown) => {
		progress.failures.push(error);
		throw error;
	};
	const next = async () => {
		const result = await chunks.next().catch(noteFailure);
		if (result.done) progress.isWhole = true;
		else progress.bytes += result.value.length;
		return result;
	};
	const iterator: AsyncIterator<Buffer, void> = {
		next,
		return: async () => await chunks.return(),
	};
	return { watched: { [Symbol.asyncIterator]: () => iterator }, progress };
}
