import type { IDataObject } from 'n8n-workflow';

import { listAt } from '../catalog/knownLists';
import { withFacts } from '../failures/failure';
import { readList, readOne } from '../list';
import type { ListingLog } from '../n8n/log';
import type { Client } from '../service';
import type { Filter } from '../values/filter';
import { idOf } from '../values/identity';
import { segment } from './records';

/** What a run reads with one credential. */
export class RunCache {
	private readonly once = new Map<string, Promise<unknown>>();

	/** True if a list has not shown, even after a wait, what a rejection suggested: later rows do not wait. */
	isWaitFutile = false;

	constructor(private readonly opened: Client<ListingLog>) {}

	/** A client for one request: many wait at once, and with one signal for all, Node would warn about a memory leak. */
	get client(): Client<ListingLog> {
		return this.opened.with({});
	}

	/** Reads something once. After a failure, the next caller tries again. */
	async readOnce<T>(subject: string, read: () => Promise<T>): Promise<T> {
		const reading = (this.once.get(subject) ?? read()) as Promise<T>;
		this.once.set(subject, reading);
		reading.catch(() => this.once.delete(subject));
		return await reading;
	}

	/** Reads a list. A record that somebody edits in the meantime may appear twice; the last version is right. */
	async readList(path: string, filters: Filter[] = []): Promise<IDataObject[]> {
		const records = new Map<string, IDataObject>();
		const { identity } = listAt(path);
		const options = { readsAhead: true, latestWins: true };
		try {
			for await (const page of readList(this.client, { path, filters }, options)) {
				for (const record of page.records) {
					records.set(idOf(record, identity) ?? `${records.size}`, record);
				}
			}
		} catch (error) {
			throw asLookupFailure(error, path);
		}
		return [...records.values()];
	}

	protected async readRecord(path: 'users' | 'groups', id: string): Promise<IDataObject> {
		return await readOne(this.client, { path }, segment(id)).catch((error: unknown) => {
			throw asLookupFailure(error, path);
		});
	}
}

/** Marks the failure of a lookup. @param path e.g. `users` */
function asLookupFailure(error: unknown, path: string): unknown {
	const list = /^(custom-fields|external-ids|groups|paths)/.exec(path)?.[0] ?? 'users';
	return withFacts(error, { purpose: { action: 'lookUp', list } });
}
