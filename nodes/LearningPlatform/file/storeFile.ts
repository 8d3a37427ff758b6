import { Hash } from 'node:crypto';

import { DateTime } from 'luxon';
import type { IBinaryData, IExecuteFunctions } from 'n8n-workflow';

import { UserFacingError } from '../failures/userFacingError';
import { validTimeZone } from '../values/dates';

/** Streams a file to n8n's binary data storage. @throws errors from `chunks`; UserFacingError if the storage fails */
export async function storeFile(
	context: IExecuteFunctions,
	chunks: AsyncGenerator<Buffer, void>,
	{ fileName, mimeType }: { fileName: string; mimeType: string },
): Promise<{ binaryData: IBinaryData; bytes: number }> {
	const progress = { bytes: 0, isWhole: false, failures: new Array<unknown>() };
	async function* watched(): AsyncGenerator<Buffer, void> {
		for (;;) {
			const next = await chunks.next().catch((error: unknown) => {
				progress.failures.push(error);
				throw error;
			});
			if (next.done) break;
			progress.bytes += next.value.length;
			yield next.value;
		}
		progress.isWhole = true;
	}
	// n8n's storage backends need a Node.js stream (docs/engineers/n8n.md), but community nodes cannot import
	// node:stream. All stream classes inherit `Duplex.from`, and node:crypto exports several stream classes.
	const stream = Hash.from(watched());
	// After a failure, the storage backend stops listening for errors, and an unhandled error would crash n8n.
	stream.on('error', () => undefined);
	try {
		const binaryData = await context.helpers.prepareBinaryData(stream, fileName, mimeType);
		// A storage backend may mistake an interrupted stream for a complete file.
		if (progress.isWhole) return { binaryData, bytes: progress.bytes };
	} catch (error) {
		// An error from the list explains more than a storage error such as "upload aborted".
		if (progress.failures.length === 0) throw storageError(error as NodeJS.ErrnoException);
	}
	if (progress.failures.length > 0) throw progress.failures[0];
	throw storageError(new Error('The file was not read completely'));
}

const SMALLER_FILE =
	'To make the file smaller, narrow the list with Filters or, for CSV and JSON Lines, turn on Compress under Options.';

const ADVICE: Partial<Record<string, string>> = {
	ENOSPC: `The disk is full. Ask your administrator to free up some space. ${SMALLER_FILE} Deleting old executions also deletes their files.`,
	EACCES: 'Ask your administrator to give n8n write access to its binary data folder.',
	ERR_STRING_TOO_LONG: `The file is too large for n8n's file storage. ${SMALLER_FILE} Or ask your administrator to store files on disk (N8N_DEFAULT_BINARY_DATA_MODE=filesystem). In queue mode, all n8n processes must share the folder that contains the files.`,
};

function storageError({ code = '', message }: NodeJS.ErrnoException): UserFacingError {
	const advice =
		ADVICE[code] ?? `A large file may exceed the limit of n8n's file storage. ${SMALLER_FILE}`;
	return new UserFacingError(
		'n8n could not store the file',
		`${advice} n8n said: "${withoutPaths(message)}".`,
	);
}

/** Returns the first line without quoted paths: users must not see n8n's folders. */
function withoutPaths(message: string): string {
	const [line = ''] = message.split('\n');
	// The lookbehind keeps the search linear: it tries the words between two commas only once.
	return line.replaceAll(/(?:,|(?<![^',]))[^',]*'[^'\\/]*[\\/][^']*'/g, '');
}

/** Returns the user's file name, made valid for every file system, or a default such as `courses-2026-01-31.csv`. */
export function fileNameOf(
	chosen: { fileName: string; format: string; compress: boolean },
	list: { listName: string; startedAt: Date; timeZone: string },
): string {
	const day = DateTime.fromJSDate(list.startedAt, { zone: validTimeZone(list.timeZone) });
	const listName = list.listName.replace(/[^\w-]+/g, '-');
	const entered = sanitized(chosen.fileName || `${listName}-${day.toISODate()}.${chosen.format}`);
	const name = entered.replace(ENDINGS, '').replace(DEVICE, '$&_') || 'list';
	const [ending = ''] = /\.[a-z]\w{0,9}$/i.exec(name) ?? [];
	const [gz = '.gz'] = /\.gz$/i.exec(entered) ?? [];
	const endings = chosen.compress ? ending + gz : ending;
	return shortened(name.slice(0, name.length - ending.length), endings) + endings;
}

/** The lookbehind keeps the search linear: it tries a row of dots only once. */
const ENDINGS = /(?<![-. ]|\.gz)(\.gz|[-. ])+$/i;

/** Names that Windows reserves for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** Removes a drive letter and replaces slashes and other characters that Windows does not allow. */
function sanitized(name: string): string {
	return name
		.replace(/^[a-z]:(?=[\\/])/i, '')
		.replace(/[\p{Cc}\p{Surrogate}<>:"/\\|?*]+/gu, '-')
		.replace(/^-+/, '')
		.replace(/(?<![-. ])[-. ]+$/, '');
}

const MAX_NAME_BYTES = 255;

function shortened(stem: string, endings: string): string {
	const room = MAX_NAME_BYTES - Buffer.byteLength(endings);
	if (Buffer.byteLength(stem) <= room) return stem;
	// A character that is cut in half becomes U+FFFD.
	return Buffer.from(stem)
		.subarray(0, room)
		.toString()
		.replace(/\uFFFD$/, '');
}
