import type { IDataObject } from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { InstalledPackage, type PollOptions, type PollRun } from '../harness';
import { n8nGlobal, startService } from '../service';
import { Poller, stateIn } from './poller';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

let sandbox: Sandbox;
let workflows = 0;
let workflowId: string;

/** The time since the process started. */
let uptimeMs: number;

beforeEach(async () => {
	uptimeMs = 0;
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => uptimeMs);
	sandbox = await startService({ courses: 5 });
	workflowId = `nodeIds ${(workflows += 1)}`;
});

const entry = (nodeId = 'trigger') => `learningPlatform:${workflowId}:${nodeId}`;

/** A workflow whose trigger is published under a name, or under an ID, again and again. */
class Published {
	private readonly poller: Poller;

	/** What n8n has stored for the workflow and in its durable cursors, by the node's ID. */
	stored: IDataObject = {};

	readonly cursors: Record<string, IDataObject> = {};

	private process: InstalledPackage | undefined;

	constructor(triggerOn = ['added', 'removed']) {
		this.poller = new Poller(sandbox, { triggerOn });
	}

	/** Publishes and polls, as n8n does. n8n stores what an activation leaves. */
	async publish(node: Partial<PollOptions> = {}): Promise<PollRun> {
		this.poller.publish();
		this.poller.staticData = this.stored;
		const run = await this.poll(node);
		if (!run.error) this.stored = run.staticData;
		return run;
	}

	/** Polls on schedule. n8n stores what the poll leaves only if it returns items. */
	async poll(node: Partial<PollOptions> = {}): Promise<PollRun> {
		const { process } = this;
		uptimeMs += MINUTE_MS;
		const run = await this.poller.run({ workflowId, ...(process && { process }), ...node });
		if (run.items) this.stored = run.staticData;
		return run;
	}

	/** Polls in n8n 2's scheduler, which stores the cursor. */
	async pollOnSchedule({ nodeId = 'trigger', ...node }: Partial<PollOptions> = {}) {
		this.poller.staticData = this.stored;
		const cursor = this.cursors[nodeId] ?? {};
		const { process } = this;
		const own = { cursor, getPollBudgetMs: () => 36_000, ...(process && { process }) };
		uptimeMs += 15 * MINUTE_MS;
		const run = await this.poller.run({ workflowId, nodeId, ...own, ...node });
		if (run.cursor) this.cursors[nodeId] = run.cursor;
		expect(run.staticData.global).toEqual(this.stored.global ?? {});
		return run;
	}

	async restart(): Promise<void> {
		this.process = await InstalledPackage.loadAnew('LearningPlatformTrigger');
	}
}

const idsOf = ({ items, error }: PollRun) => {
	if (error) throw error;
	return (items ?? []).map(({ json }) => `${json.triggerEvent as string} ${json._id as string}`);
};

const add = () => `added ${sandbox.catalogue.add('courses')._id}`;

const named = (nodeName: string) => ({ nodeName });

type Step = (workflow: Published) => Promise<PollRun | undefined>;

const renamed =
	(...names: string[]): Step =>
	async (workflow) => {
		for (const name of names) expect(idsOf(await workflow.publish(named(name)))).toEqual([]);
		return undefined;
	};

it.each<[what: string, change: Step, last: string]>([
	['a new name', renamed('New'), 'New'],
	['its old name again, after two publications', renamed('New', 'Trigger'), 'Trigger'],
	['a name that it never had, after two others', renamed('New', 'Newer', 'Newest'), 'Newest'],
	['a name with other letter case', renamed('TRIGGER'), 'TRIGGER'],
	['a name that looks like an ID', renamed('trigger'), 'trigger'],
	['a name that objects have', renamed('toString'), 'toString'],
	[
		'a new name after n8n was restarted',
		async (workflow) => {
			await workflow.restart();
			return await renamed('New')(workflow);
		},
		'New',
	],
	[
		'a new name before n8n is restarted',
		async (workflow) => {
			await renamed('New')(workflow);
			await workflow.restart();
			return await workflow.publish(named('New'));
		},
		'New',
	],
])('a trigger that gets %s neither loses nor repeats an event', async (_, change, last) => {
	const workflow = new Published();
	await workflow.publish();
	const first = add();
	expect(idsOf(await workflow.poll())).toEqual([first]);
	await change(workflow);
	const second = add();
	expect(idsOf(await workflow.poll(named(last)))).toEqual([second]);
	expect(idsOf(await workflow.publish(named(last)))).toEqual([]);
});

it('an event that happens while a node is being renamed is reported once', async () => {
	const workflow = new Published();
	await workflow.publish();
	// n8n has not stored this poll, which returned no items.
	sandbox.catalogue.remove('courses', sandbox.catalogue.list('courses')[0]?._id ?? '');
	expect(idsOf(await workflow.poll())).toEqual([]);
	const added = add();
	expect(idsOf(await workflow.publish(named('New')))).toEqual([added]);
	expect(idsOf(await workflow.poll(named('New')))).toEqual([expect.stringMatching(/^removed /)]);
	expect(idsOf(await workflow.publish())).toEqual([]);
});

it('two triggers that exchange their names keep their own states', async () => {
	const workflow = new Published();
	const [a, b] = [
		{ nodeId: 'a', nodeName: 'A' },
		{ nodeId: 'b', nodeName: 'B' },
	];
	await workflow.publish(a);
	const added = add();
	await workflow.publish(b);
	expect(idsOf(await workflow.publish({ ...a, nodeName: 'B' }))).toEqual([added]);
	expect(idsOf(await workflow.publish({ ...b, nodeName: 'A' }))).toEqual([]);
});

describe("with n8n 2's durable cursors", () => {
	it.each<[when: string, change: (workflow: Published) => Promise<unknown>]>([
		['is polled again', () => Promise.resolve()],
		['is renamed', (workflow) => workflow.publish(named('New'))],
		['is polled after a restart', (workflow) => workflow.restart()],
	])('a trigger that %s continues from the cursor', async (_, change) => {
		const workflow = new Published();
		await workflow.publish({ cursor: {} });
		const first = add();
		// The poll that publishing runs has left its state with the workflow.
		expect(idsOf(await workflow.pollOnSchedule())).toEqual([first]);
		await change(workflow);
		const second = add();
		expect(idsOf(await workflow.pollOnSchedule(named('New')))).toEqual([second]);
		expect(idsOf(await workflow.pollOnSchedule(named('New')))).toEqual([]);
	});

	it('a scheduler that is turned on continues from what the workflow has', async () => {
		const workflow = new Published();
		await workflow.publish();
		await workflow.restart();
		const added = add();
		expect(idsOf(await workflow.pollOnSchedule())).toEqual([added]);
	});

	it('a scheduler that is turned off leaves the cursor, from which the trigger continues', async () => {
		const workflow = new Published();
		await workflow.publish();
		const added = add();
		expect(idsOf(await workflow.pollOnSchedule())).toEqual([added]);
		await workflow.restart();
		const { trigger: cursor = {} } = workflow.cursors;
		expect(idsOf(await workflow.publish({ cursor }))).toEqual([]);
	});

	it('what publishing has stored with the workflow counts if it is newer than the cursor', async () => {
		const workflow = new Published(['updated']);
		await workflow.publish();
		expect(idsOf(await workflow.pollOnSchedule())).toEqual([]);
		const { _id } = sandbox.catalogue.add('courses');
		const { trigger: cursor = {} } = workflow.cursors;
		expect(idsOf(await workflow.publish({ cursor }))).toEqual([]);
		await workflow.restart();
		sandbox.catalogue.update('courses', _id, { name: 'Edited' });
		expect(idsOf(await workflow.pollOnSchedule())).toEqual([`updated ${_id}`]);
	});
});

it.each<[what: string, change: (workflow: Published) => void, node: Partial<PollOptions>]>([
	['deleted and added again', () => undefined, { nodeId: 'another' }],
	[
		'added under the name of a trigger that was renamed',
		() => undefined,
		{ nodeId: 'another', nodeName: 'Trigger' },
	],
	['part of a copied workflow', () => undefined, { workflowId: 'copy' }],
	[
		'part of a copied workflow, and renamed',
		() => undefined,
		{ workflowId: 'copy 2', nodeName: 'New' },
	],
	[
		'part of a workflow whose static data was cleared',
		(workflow) => {
			workflow.stored = {};
		},
		{},
	],
])('a trigger starts anew if it is %s, and the log says so', async (_, change, node) => {
	const workflow = new Published();
	await workflow.publish();
	await workflow.publish(named('Renamed'));
	await workflow.restart();
	change(workflow);
	add();
	const run = await workflow.publish(node);
	expect(idsOf(run)).toEqual([]);
	expect(run.log.at(-1)?.message).toContain('(first poll)');
});

describe('two nodes with the same ID', () => {
	const [a, b] = [
		{ nodeName: 'A', twins: ['B'] },
		{ nodeName: 'B', twins: ['A'] },
	];

	it.each(['A, B refused', 'B, A refused', 'A, B refused, A, B refused'])(
		'that are published together: the second one is an error (%s)',
		async (polls) => {
			const activated = {};
			for (const poll of polls.split(', ')) {
				const node = poll.startsWith('A') ? a : b;
				const { error } = await new Poller(sandbox).run({ workflowId, activated, ...node });
				if (!poll.includes('refused')) expect(error).toBeUndefined();
				else {
					const description = 'Delete one of these nodes and add it again';
					expect(error).toMatchObject({
						message: expect.stringMatching(
							/^The nodes "[AB]" and "[AB]" have the same ID/,
						) as string,
						description: expect.stringContaining(description) as string,
					});
				}
			}
		},
	);

	it.each<[what: string, node: Partial<PollOptions>]>([
		['has another ID', { nodeId: 'another' }],
		['is in another workflow', { workflowId: 'yet another' }],
		['has the same name, so it is the same node', { nodeName: 'A' }],
		['is run by hand', { mode: 'manual' }],
	])('are no error if the other one %s', async (_, node) => {
		const workflow = new Published();
		expect((await workflow.publish(named('A'))).error).toBeUndefined();
		expect((await workflow.publish({ nodeName: 'B', ...node })).error).toBeUndefined();
	});

	it('are no error after one of them was deleted and added again', async () => {
		const activated = {};
		const poller = new Poller(sandbox);
		await poller.run({ workflowId, activated, ...a });
		expect((await poller.run({ workflowId, activated, ...b })).error).toBeDefined();
		expect((await poller.run({ workflowId, nodeName: 'A' })).error).toBeUndefined();
		expect(
			(await poller.run({ workflowId, nodeName: 'B', nodeId: 'another' })).error,
		).toBeUndefined();
	});
});

it('a node without an ID is remembered by its name', async () => {
	const workflow = new Published();
	const node = { nodeId: '' };
	await workflow.publish(node);
	const added = add();
	expect(idsOf(await workflow.publish(node))).toEqual([added]);
	expect(stateIn(workflow.stored, 'Trigger', workflowId)).toBeDefined();
});

it('the states of nodes that have not polled for 90 days are deleted, but only after a second poll', async () => {
	const workflow = new Published();
	await workflow.publish();
	const now = Date.now();
	const polled = (days: number) => ({
		...stateIn(workflow.stored, 'trigger', workflowId),
		polledAt: now - days * DAY_MS,
	});
	const kept = {
		[entry('89 days')]: polled(89),
		[entry()]: polled(200),
		learningPlatform: polled(200),
		counter: 7,
	};
	const gone = {
		[entry('91 days')]: polled(91),
		[entry('years')]: polled(2_000),
		[entry('no time')]: {},
		'learningPlatform:copied:trigger': polled(91),
	};
	workflow.stored = { global: { ...kept, ...gone } };
	await workflow.restart();
	const keys = () => Object.keys(workflow.stored.global as object).sort();
	await workflow.publish();
	expect(keys()).toEqual(Object.keys({ ...kept, ...gone }).sort());
	add();
	await workflow.poll();
	expect(keys()).toEqual(Object.keys(kept).sort());
});

it('the state of another trigger of this process is kept, however old n8n’s copy of it is', async () => {
	const workflow = new Published();
	await workflow.publish({ nodeId: 'other', nodeName: 'Other' });
	await workflow.publish();
	const later = Date.now() + 100 * DAY_MS;
	jest.spyOn(n8nGlobal.Date, 'now').mockImplementation(() => later);
	add();
	expect(idsOf(await workflow.poll())).toHaveLength(1);
	expect(stateIn(workflow.stored, 'other', workflowId)).toBeDefined();
});
