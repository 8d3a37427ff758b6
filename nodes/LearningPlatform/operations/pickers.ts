import { DateTime } from 'luxon';
import type { IDataObject, ILoadOptionsFunctions, INodeListSearchResult } from 'n8n-workflow';

import { labelsFor } from '../catalog/labels';
import { locatorIn, text } from '../form';
import { openLabels } from '../labels';
import { browseList } from '../list';
import { ListingLog } from '../n8n/log';
import { toNodeError } from '../nodeErrors';
import { openClient, type Client, type ListedPage } from '../service';
import { readServiceTime, validTimeZone } from '../values/dates';
import { groupedBy } from '../values/grouped';
import { idOf, nameOf } from '../values/identity';
import { isMatch } from '../values/words';

/** Limits on a single search: a user is waiting, and n8n requests more results while the list on screen has room. */
const MAX_PAGES = 4;
const ENOUGH = 20;

/** Creates a search that compares names because the service cannot search (docs/engineers/service.md, Filters). */
export function searchOf(path: string) {
	return async function (
		this: ILoadOptionsFunctions,
		filter = '',
		link = '',
	): Promise<INodeListSearchResult> {
		const matches = new Map<string, PickerEntry>();
		let read = 0;
		let next: ListedPage['next'];
		try {
			const client = await openClient(this, { maxRetries: 1, log: new ListingLog(this, path) });
			for await (const page of browseList(
				client,
				pathIn(this, path),
				link === '' ? undefined : link,
			)) {
				for (const entry of page.records.flatMap(toPickerEntry)) {
					if (entry.id === filter.trim() || isMatch(entry.name, filter)) {
						matches.set(entry.id, entry);
					}
				}
				read += 1;
				({ next } = page);
				// If the next page is unknown, requesting it fails with an error that explains why.
				if (next?.state !== 'unknown' && (read >= MAX_PAGES || matches.size >= ENOUGH)) break;
			}
			return {
				results: await pickerOptions(client, path, [...matches.values()]),
				...(next?.state === 'page' && { paginationToken: next.url }),
			};
		} catch (error) {
			throw toNodeError(this.getNode(), error, path);
		}
	};
}

/** Fills in the chosen path, whose sessions are listed. Without one, as with an expression, all sessions are listed. */
function pathIn(context: ILoadOptionsFunctions, path: string): string {
	const { value } = locatorIn(context.getCurrentNodeParameter('pathId'));
	const id = /[\da-f]{24}/i.exec(String(value))?.[0];
	return path.replace('{pathId}/', id === undefined ? '' : `${id}/`);
}

type PickerEntry = ReturnType<typeof toPickerEntry>[number];

/** Returns the picker entry for a record, with any unusual status and, for users, the email address. */
export function toPickerEntry(record: IDataObject) {
	const { mail } = record;
	const status = statusOf(record);
	const id = idOf(record);
	if (id === undefined) return [];
	const name = nameOf(record) || id;
	const withMail = typeof mail === 'string' && mail !== '' ? `${name} (${mail})` : name;
	const isUnusual = typeof status === 'string' && !['active', 'published'].includes(status);
	return [{ id, record, status, name: isUnusual ? `${withMail} (${status})` : withMail }];
}

/** Returns a record's status; for a session in which the API cannot enroll anybody, why not. */
function statusOf({ status, isAudienceBuilder, endDate }: IDataObject) {
	if (isAudienceBuilder === false) return 'no audience';
	return (readServiceTime(endDate) ?? NaN) <= Date.now() ? 'ended' : status;
}

const UNUSABLE: unknown[] = ['archived', 'deleted', 'ended', 'no audience'];

/** Returns the picker's entries: unusable records come last, and duplicate names get a detail. */
async function pickerOptions(
	client: Client<ListingLog>,
	path: string,
	entries: readonly PickerEntry[],
) {
	const namesakes = groupedBy(entries, ({ name }) => name);
	const twins = [...namesakes.values()].filter(({ length }) => length > 1).flat();
	const details = await detailsOf(client, path, twins);
	const isUnusable = ({ status }: PickerEntry) => UNUSABLE.includes(status);
	return [...entries]
		.sort((one, other) => Number(isUnusable(one)) - Number(isUnusable(other)))
		.map((entry) => {
			const { id: value, name } = entry;
			const isItsOwn = (detail: string, at: number) =>
				detail !== '' &&
				namesakes.get(name)?.every((one) => one === entry || details.get(one)?.[at] !== detail);
			const detail = details.get(entry)?.find(isItsOwn);
			return { name: detail === undefined ? name : `${name} (${detail})`, value };
		});
}

/** Returns what may tell records with the same name apart, best first: the group or parent group, the day, or the ID. */
async function detailsOf(
	client: Client<ListingLog>,
	path: string,
	entries: readonly PickerEntry[],
) {
	const { addTo, close } = openLabels(client, labelsFor(path, ['groups']));
	const records = entries.map(({ record }) => record);
	// Without the scope for groups, the other details remain.
	const named = await addTo(records).catch(() => records);
	close();
	const zone = validTimeZone(client.context.getTimezone());
	return new Map(
		entries.map((entry, at) => {
			const { parentName, groupName, primaryGroupName, startDate, username } = named[at] ?? {};
			const group = parentName ?? groupName ?? primaryGroupName;
			const day = DateTime.fromMillis(readServiceTime(startDate) ?? NaN, { zone }).toISODate();
			return [entry, [group, day, username, entry.id].map(text)];
		}),
	);
}
