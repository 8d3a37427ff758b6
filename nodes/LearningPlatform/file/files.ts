import { DateTime } from 'luxon';

import type { Resource } from '../catalog/resources';
import type { Page } from '../service';
import { knownTimeZone } from '../values/dates';

/**
 * Cuts a list into files, each with as many records as one may have. An empty list is one file without records.
 *
 * @param recordsPerFile Infinity for one file with the whole list
 * @returns the files, each to be read to its end before the next one is asked for; then it has counted its records, and
 * the pages of the service from which they came
 * @throws what `list` throws
 */
export async function* cutIntoFiles(list: AsyncGenerator<Page, void>, recordsPerFile: number) {
	let page: Page = { number: 0, records: [] };
	let used = 0;

	/** Moves on to the next page with records once this one is used up. */
	async function hasMore(): Promise<boolean> {
		while (used === page.records.length) {
			const turned = await list.next();
			if (turned.done) return false;
			page = turned.value;
			used = 0;
		}
		return true;
	}

	async function* recordsOfFile(counts: { records: number; pages: number }) {
		const before = used < page.records.length ? page.number - 1 : page.number;
		while (counts.records < recordsPerFile && (await hasMore())) {
			const records = page.records.slice(used, used + recordsPerFile - counts.records);
			used += records.length;
			counts.records += records.length;
			yield { records };
		}
		counts.pages = page.number - before;
	}

	do {
		const counts = { records: 0, pages: 0 };
		yield { pages: recordsOfFile(counts), counts };
	} while (await hasMore());
}

/** What the files of a resource are named after. */
export function stemOf({ joined, list, plural }: Resource): string {
	return joined === undefined || list === undefined ? plural.replaceAll(' ', '-') : list;
}

/**
 * The name of a file: what the user chose, cleaned, or e.g. `courses-2026-01-31.csv`. That of a compressed file says so, and
 * those of several files are numbered, e.g. `courses-2026-01-31-001.csv.gz`.
 *
 * @param list what the default name is made of; the day is that of the workflow's time zone
 * @param number from 1
 */
export function fileNameOf(
	chosen: { fileName: string; format: string; compress: boolean; recordsPerFile: number },
	list: { listName: string; startedAt: Date; timeZone: string },
	number: number,
): string {
	const { fileName, format, compress, recordsPerFile } = chosen;
	const day = DateTime.fromJSDate(list.startedAt, { zone: knownTimeZone(list.timeZone) });
	const listName = list.listName.replace(/[^\w-]+/g, '-');
	const name =
		fileName === '' ? `${listName}-${day.toISODate()}.${format}` : storableName(fileName);
	const gz = /(?<=.)\.gz$/i;
	const compressed = gz.test(name) ? name : `${name}.gz`;
	const whole = compress ? compressed : name.replace(gz, '');
	if (recordsPerFile === Infinity) return whole;
	// Before the endings, if there are any.
	return whole.replace(/(\.[a-z]\w*)?(\.gz)?$/i, `-${String(number).padStart(3, '0')}$&`);
}

/** Names that Windows keeps for devices. */
const DEVICE = /^(con|prn|aux|nul|com\d|lpt\d)(?=\.|$)/i;

/** A name that every system can store: without a folder, and without what Windows refuses. */
function storableName(name: string): string {
	const cleaned = name
		.replace(/^[a-z]:(?=[\\/])/i, '')
		.replace(/[\p{Cc}\p{Surrogate}<>:"/\\|?*]+/gu, '-')
		.replace(/^-+|[-. ]+$/g, '');
	return cleaned.replace(DEVICE, '$&_') || 'list';
}
