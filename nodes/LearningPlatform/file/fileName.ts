import { DateTime } from 'luxon';

import type { Resource } from '../catalog/resources';
import { knownTimeZone } from '../values/dates';

/** Returns the first part of a default file name. */
export function stemOf({ joined, list, plural }: Resource): string {
	return joined === undefined || list === undefined ? plural.replaceAll(' ', '-') : list;
}

/** Returns the user's file name, made valid for every file system, or a default such as `courses-2026-01-31.csv`. */
export function fileNameOf(
	chosen: { fileName: string; format: string; compress: boolean },
	list: { listName: string; startedAt: Date; timeZone: string },
): string {
	const day = DateTime.fromJSDate(list.startedAt, { zone: knownTimeZone(list.timeZone) });
	const listName = list.listName.replace(/[^\w-]+/g, '-');
	const entered = storable(chosen.fileName || `${listName}-${day.toISODate()}.${chosen.format}`);
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
function storable(name: string): string {
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
