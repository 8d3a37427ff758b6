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

/** Returns the state that a workflow's static data has for a node. */
export const stateIn = (
	{ global = {} }: IDataObject,
	nodeId = 'trigger',
	workflowId = 'workflow',
): Record<string, unknown> | undefined =>
	(global as Record<string, Record<string, unknown>>)[`learningPlatform:${workflowId}:${nodeId}`];

/**
 * A trigger in an active workflow, polled by the test. Its state is stored as JSON after every poll. Its polls share an
 * activation until it is published again or n8n passes in other data.
 */
export class Poller {
	readonly credential: StoredCredential;

	staticData: IDataObject = {};

	private activation = { activated: {}, of: '', lines: 0 };

	constructor(
		readonly sandbox: Sandbox,
		public parameters: INodeParameters = {},
	) {
		this.credential = storedFor(sandbox);
	}

	/** Publishes the workflow: the next poll is part of it. */
	publish(): void {
		this.activation = { activated: {}, of: '', lines: 0 };
	}

	/** Polls. A failed poll is returned, not thrown. */
	async run(options: Partial<PollOptions> = {}): Promise<PollRun> {
		const { parameters, credential, staticData } = this;
		const of = (now: IDataObject) =>
			JSON.stringify([parameters, { ...options, process: undefined }, now]);
		// A manual run and a poll of n8n 2's scheduler have contexts of their own.
		const isOwn = options.mode === 'manual' || options.getPollBudgetMs !== undefined;
		if (!isOwn && this.activation.of !== of(options.staticData ?? staticData)) this.publish();
		const { activation } = this;
		const shared = isOwn ? {} : { activated: activation.activated };
		const all = { parameters, credential, staticData, ...shared, ...options };
		const run = await runPoll(all);
		this.staticData = run.staticData;
		if (isOwn || options.activated) return run;
		const log = run.log.slice(activation.lines);
		Object.assign(activation, { of: of(run.staticData), lines: run.log.length });
		return { ...run, log };
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
