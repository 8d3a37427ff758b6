import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { type PollOptions, type PollRun, runPoll, type StoredCredential } from '../harness';
import { storedFor } from '../service';

export const allEvents = { triggerOn: ['added', 'updated', 'removed'] };

/** The ID of the course at a position in the list, counted from 0. */
export const courseIdAt = (sandbox: Sandbox, position: number) =>
	sandbox.catalogue.list('courses')[position]?._id ?? '';

/** A trigger after its first poll, which remembers the list and emits nothing. */
export async function polledOnce(
	sandbox: Sandbox,
	parameters: INodeParameters = {},
): Promise<Poller> {
	const poller = new Poller(sandbox, parameters);
	expect(await poller.emitted()).toEqual([]);
	return poller;
}

type Event = [event: unknown, id: unknown];

/** A trigger in an active workflow, polled by the test. Its state is stored as JSON after every poll. */
export class Poller {
	readonly credential: StoredCredential;

	staticData: IDataObject = {};

	constructor(
		readonly sandbox: Sandbox,
		public parameters: INodeParameters = {},
	) {
		this.credential = storedFor(sandbox);
	}

	/** Polls. A failed poll is returned, not thrown. */
	async run(options: Partial<PollOptions> = {}): Promise<PollRun> {
		const { parameters, credential, staticData } = this;
		const run = await runPoll({ parameters, credential, staticData, ...options });
		this.staticData = run.staticData;
		return run;
	}

	/**
	 * Polls and returns the emitted items, in order.
	 *
	 * @throws Error if the poll failed
	 */
	async emitted(): Promise<IDataObject[]> {
		const { items, error } = await this.run();
		if (error) throw error;
		return (items ?? []).map(({ json }) => json);
	}

	/** Polls and returns pairs of event and ID. */
	async events(): Promise<Event[]> {
		return (await this.emitted()).map(({ triggerEvent, _id }) => [triggerEvent, _id]);
	}
}
