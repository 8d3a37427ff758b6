import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { ListRecord, Sandbox } from '../../../sandbox';
import { startService } from '../../service';
import { allEvents, courseIdAt, Poller } from '../poller';

/** When the catalogue was last edited before a test. */
export const EDITED = '2026-01-28T12:00:00.000Z';

export const LATER = '2026-01-28T12:30:00.000Z';

/** What a poll asks for then: ten minutes before the last edit. */
export const sinceEdited = 'modifiedAt[gte]=2026-01-28T11:50:00.000Z';

/** Starts a service with 25 dated courses. */
export async function startDated(clock: () => number): Promise<Sandbox> {
	const sandbox = await startService({ courses: 25, coursePageSize: 10, clock });
	for (const { _id } of sandbox.catalogue.list('courses')) {
		sandbox.catalogue.update('courses', _id, { modifiedAt: '2026-01-20T08:00:00.000Z' });
	}
	sandbox.catalogue.update('courses', courseIdAt(sandbox, 12), { modifiedAt: EDITED });
	return sandbox;
}

/** A trigger that has read the whole list, and reads it again in an hour. */
export async function readOnce(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
	options: INodeParameters = {},
): Promise<Poller> {
	const poller = new Poller(sandbox, {
		...allEvents,
		...parameters,
		options: { readWholeList: 'hour', ...options },
	});
	expect(await poller.emitted()).toEqual([]);
	sandbox.journal.clear();
	return poller;
}

export function edit(sandbox: Sandbox, position: number, fields: IDataObject = {}): ListRecord {
	const edited = { name: 'Edited', modifiedAt: LATER, ...fields };
	return sandbox.catalogue.update('courses', courseIdAt(sandbox, position), edited);
}

/** What was asked for since the last time: the query of each page, without cursors. */
export function asked(sandbox: Sandbox): string[] {
	const urls = sandbox.journal.of('courses').map(({ url }) => url);
	sandbox.journal.clear();
	return urls.map((url) => decodeURIComponent(new URL(url, 'http://service').search.slice(1)));
}
