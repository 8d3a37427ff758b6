import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { setClock, startService } from '../service';
import { allEvents, courseIdAt, Poller } from './poller';

const HOUR_MS = 3_600_000;
const EDITED = '2026-01-28T12:00:00.000Z';
const LATER = '2026-01-28T12:30:00.000Z';

/** A poll's query, which asks for changes from ten minutes before the last edit. */
const sinceEdited = 'modifiedAt[gte]=2026-01-28T11:50:00.000Z';

let sandbox: Sandbox;
let now: number;

/** Returns the service's time, which is the same as n8n's unless a test changes it. */
let serviceNow: () => number;

beforeEach(async () => {
	now = Date.parse(LATER);
	serviceNow = () => now;
	setClock(() => now);
	sandbox = await startService({ courses: 25, coursePageSize: 10, clock: () => serviceNow() });
	for (const { _id } of sandbox.catalogue.list('courses')) {
		sandbox.catalogue.update('courses', _id, { modifiedAt: '2026-01-20T08:00:00.000Z' });
	}
	edit(12, { modifiedAt: EDITED });
});

function edit(position: number, fields: IDataObject = {}): string {
	const edited = { name: 'Edited', modifiedAt: LATER, ...fields };
	return sandbox.catalogue.update('courses', courseIdAt(sandbox, position), edited)._id;
}

/** A trigger that has read the whole list and will read it again in an hour. */
async function readOnce(parameters: INodeParameters = {}): Promise<Poller> {
	const options = { readWholeList: 'hour', maxRetries: 0 };
	const poller = new Poller(sandbox, { ...allEvents, ...parameters, options });
	expect(await poller.emitted()).toEqual([]);
	sandbox.journal.clear();
	return poller;
}

/** The queries of the pages requested since the last call, without cursors. */
function asked(): string[] {
	const urls = sandbox.journal.of('courses').map(({ url }) => url);
	sandbox.journal.clear();
	return urls.map((url) => decodeURIComponent(new URL(url, 'http://service').search.slice(1)));
}

it('a poll asks for changes with one request and stores nothing if nothing has changed', async () => {
	const poller = await readOnce();
	for (let polls = 0; polls < 3; polls += 1) {
		expect(await poller.run()).toMatchObject({ items: null, isToBeStored: false });
		expect(asked()).toEqual([sinceEdited]);
	}
});

it("a poll uses the service's date, even if n8n's clock is years off", async () => {
	serviceNow = () => Date.parse(LATER);
	now = Date.parse('1999-01-01T00:00:00Z');
	const poller = await readOnce();
	for (let position = 0; position < 25; position += 1) edit(position);
	expect(await poller.emitted()).toHaveLength(25);
	expect(asked()[0]).toBe(sinceEdited);
});

it('a new name is reported immediately if it matches the filter, otherwise after the next full read', async () => {
	const left = edit(12, { name: 'Am Straßenrand', modifiedAt: EDITED });
	const poller = await readOnce({ filters: { nameContains: 'strasse' } });
	const added = edit(3, { name: 'STRASSE' });
	edit(12, { name: 'Am Weg' });
	expect(await poller.events()).toEqual([['added', added]]);
	expect(asked()).toEqual([sinceEdited]);
	now += HOUR_MS;
	expect(await poller.emitted()).toEqual([]);
	expect(await poller.events()).toEqual([['removed', left]]);
});

it('rows have the columns of the whole list, including columns that only filtered-out records have', async () => {
	edit(7, { onlyHere: 'x', modifiedAt: EDITED });
	const poller = await readOnce({ filters: { nameContains: 'strasse' }, output: 'row' });
	edit(3, { name: 'Straße' });
	expect(await poller.emitted()).toMatchObject([{ name: 'Straße', onlyHere: '' }]);
	expect(asked()).toEqual([sinceEdited]);
});

it('every other poll still reports changes while the whole list cannot be read', async () => {
	const poller = await readOnce();
	now += HOUR_MS;
	const edited = edit(3);
	sandbox.faults.add({ on: { kind: 'courses', page: 2 }, times: Infinity, status: 503 });
	expect((await poller.run()).error).toBeDefined();
	expect(await poller.events()).toEqual([['updated', edited]]);
	expect((await poller.run()).error).toBeDefined();
});

it('if the service rejects the date filter, the error names the option to change', async () => {
	const poller = await readOnce();
	sandbox.faults.add({ on: { kind: 'courses' }, status: 400 });
	expect((await poller.run()).error).toMatchObject({
		message: expect.stringMatching(/^The service cannot list changes by "modifiedAt"/) as string,
		description: expect.stringMatching(
			/^Under Options, set Read the Whole List to Every Poll\./,
		) as string,
	});
});
