import type { IDataObject, INodeParameters } from 'n8n-workflow';
import fc from 'fast-check';

import { repeats, SEED } from '../../repeats';
import type { RoutePath } from '../../contract';
import {
	startSandbox,
	type Fault,
	type ListRecord,
	type Sandbox,
	type SandboxOptions,
} from '../../sandbox';
import { InstalledPackage } from '../harness';
import { n8nGlobal, setClock } from '../service';
import { anyEdit, applyEdit, type Edit } from './model/edits';
import { Listener } from './model/listener';
import { Poller, stateIn } from './poller';

const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;

const troubles = [
	...(['none', 'empty list', 'no link', 'filter ignored'] as const),
	...(['refused', 'dropped', 'revoked token'] as const),
	...(['edit', 'restart', 'published', 'renamed', 'replaced', 'discarded'] as const),
];

/**
 * The problem that occurs during a poll. `edit` changes the list while the poll reads it. With `published`, n8n passes
 * in the stored state and polls at once; with `renamed`, the node also has another name; with `replaced`, the node was
 * deleted and added again. With `discarded`, n8n drops the poll's result because the workflow was published meanwhile.
 */
type Trouble = (typeof troubles)[number];

interface Round {
	edits: Edit[];
	trouble: Trouble;
	during: Edit;
	minutes: number;
	/** Shifts n8n's clock. */
	clockMinutes: number;
	name: string;
}

const CHANGES = ['added', 'removed', 'updated'];

/** A list to watch, its modification date field, and the events for its records. */
interface Watched {
	resource: string;
	list: RoutePath;
	date: 'completedAt' | 'modifiedAt';
	events: string[];
}

const watched = {
	courses: { resource: 'course', list: 'courses', date: 'modifiedAt', events: CHANGES },
	attempts: {
		resource: 'courseCompletion',
		list: 'courses/stats',
		date: 'completedAt',
		events: ['completed', ...CHANGES],
	},
	enrollments: {
		resource: 'pathCompletion',
		list: 'paths/stats',
		date: 'completedAt',
		events: ['completed', 'failed', 'late', ...CHANGES],
	},
} satisfies Record<string, Watched>;

const STATUSES = [
	'awaitingCorrection',
	'late',
	'notYetStarted',
	'onTime',
	'sessionNotOpened',
	'successful',
	'toRetake',
	'unsuccessful',
];

/** The only kind of edit that every poll for changes finds. */
const update = fc.record({ kind: fc.constant('update' as const), pick: fc.nat({ max: 1_000 }) });

const anyRound: fc.Arbitrary<Round> = fc.record({
	edits: fc.oneof(
		fc.array(anyEdit, { maxLength: 3 }),
		fc.array(update, { minLength: 1, maxLength: 2 }),
	),
	trouble: fc.oneof(fc.constant('none' as const), fc.constantFrom(...troubles)),
	during: anyEdit,
	minutes: fc.constantFrom(1, 1, 5, 5, 15, 15, 70, 1_440),
	clockMinutes: fc.constantFrom(0, 0, 0, 0, 0, 0, -90, 90, -2 * 1_440, 2 * 1_440),
	name: fc.constantFrom('Trigger', 'Renamed', 'Courses'),
});

/** Each list with each set of events. */
const combinations = Object.entries(watched).flatMap(([use, { events }]) =>
	Array.from({ length: 2 ** events.length - 1 }, (_, at) => ({
		use: use as keyof typeof watched,
		triggerOn: events.filter((_event, bit) => (at + 1) & (1 << bit)),
	})),
);

const anyPlan = fc.record({
	/** True for n8n 2 with its scheduler and durable cursors. */
	isDurable: fc.boolean(),
	/** Filters courses. */
	onlyPublished: fc.boolean(),
	onlyFirst: fc.boolean(),
	passingScore: fc.constantFrom(0, 0, 80),
	records: fc.nat({ max: 14 }),
	pageSize: fc.integer({ min: 2, max: 4 }),
	emitOnFirstRun: fc.boolean(),
	readWholeList: fc.constantFrom('poll', 'hour', 'hour'),
	cursors: fc.constantFrom('count' as const, 'stand' as const),
	ignoresFilter: fc.constantFrom(false, false, false, true),
	rounds: fc.array(anyRound, { minLength: 5, maxLength: 9 }),
});

type Plan = (typeof combinations)[number] &
	(typeof anyPlan extends fc.Arbitrary<infer Drawn> ? Drawn : never);

const LIVES = repeats(4, combinations.length);

/** The troubles after which n8n activates the workflow. */
const PUBLISHING: readonly Trouble[] = ['restart', 'published', 'renamed', 'replaced'];

let lives = 0;

/** The time that has really passed, in ms. */
const passed = n8nGlobal.performance.now.bind(n8nGlobal.performance);

/** A list under random edits, and a trigger that encounters every kind of problem. */
class Life {
	/** The current time according to the service. */
	now = Date.parse('2026-01-28T12:00:00Z');

	/** The offset of n8n's clock, in ms. */
	private apart = 0;

	private readonly listener: Listener;

	/** Records whose last edit changed their date; the next successful poll must report them. */
	private readonly dated = new Set<string>();

	private readonly poller: Poller;

	/** The static data and the durable cursor that n8n has stored. */
	private stored: IDataObject;

	private cursor: IDataObject = {};

	/** True if a record was missing from the last whole list. */
	private isMissing = false;

	private process: InstalledPackage | undefined;

	private readonly workflowId = `life ${(lives += 1)}`;

	private nodeId = 'node 0';

	private nodeName = 'Trigger';

	constructor(
		private readonly sandbox: Sandbox,
		private readonly plan: Plan,
	) {
		setClock(() => this.now + this.apart);
		const began = this.now;
		const { performance } = n8nGlobal;
		jest.spyOn(performance, 'now').mockImplementation(() => passed() + this.now - began);
		const { use, triggerOn, emitOnFirstRun, readWholeList, onlyFirst, passingScore } = plan;
		const ofCompletions = this.isOfCompletions ? { onlyFirst, passingScore } : {};
		this.listener = new Listener({
			triggerOn,
			onlyFirst: false,
			passingScore: 0,
			...ofCompletions,
		});
		for (const { _id } of this.records()) this.fill(_id, _id.charCodeAt(9));
		this.listener.see(this.listed());
		this.poller = new Poller(sandbox, {
			resource: watched[use].resource,
			triggerOn,
			...(this.isOfPublished && { filters: { status: 'published' } }),
			options: { readWholeList, emitOnFirstRun, maxRetries: 0, ...ofCompletions },
		});
		this.stored = this.poller.staticData;
	}

	async live(): Promise<void> {
		for (const round of this.plan.rounds) await this.playRound(round);
		Object.assign(this.poller.parameters.options as INodeParameters, { removalLimit: 100 });
		await this.untilQuiet(70 * MINUTE_MS);
		this.listener.expectReported(this.listed());
		this.listener.expectNoOthers(this.listed());
	}

	private get list() {
		return watched[this.plan.use].list;
	}

	private get isOfCompletions(): boolean {
		return watched[this.plan.use].date === 'completedAt';
	}

	private get isOfPublished(): boolean {
		return this.plan.use === 'courses' && this.plan.onlyPublished;
	}

	private records(): ListRecord[] {
		return this.sandbox.catalogue.list(this.list);
	}

	private listed(): ListRecord[] {
		const isListed = ({ status }: ListRecord) => !this.isOfPublished || status === 'published';
		return this.records().filter(isListed);
	}

	private async playRound(round: Round): Promise<void> {
		const { edits, trouble, minutes, clockMinutes } = round;
		this.now += minutes * MINUTE_MS;
		this.apart += clockMinutes * MINUTE_MS;
		for (const edit of edits) this.edit(edit);
		if (trouble === 'restart')
			this.process = await InstalledPackage.loadAnew('LearningPlatformTrigger');
		if (trouble === 'renamed') this.nodeName = round.name;
		if (trouble === 'replaced') this.nodeId = `node ${Number(this.nodeId.slice(5)) + 1}`;
		const fault = this.faultFor(round);
		if (fault) this.sandbox.faults.add(fault);
		const before = this.state();
		const error = await this.poll(trouble);
		if (trouble === 'refused' || trouble === 'dropped') {
			expect(error?.message).toContain(`(${this.list}, page 1)`);
			expect(this.state()).toEqual(before);
		}
		// After a lost link, changes wait until the whole list is read; a new node reports none.
		if (trouble === 'no link' || trouble === 'replaced') this.dated.clear();
		// These faults do not hide any records.
		const isGood = ['none', 'revoked token', 'filter ignored', ...PUBLISHING].includes(trouble);
		if (!isGood || error) return;
		this.listener.expectReported(this.listed().filter(({ _id }) => this.dated.has(_id)));
		this.dated.clear();
	}

	/** Archiving and publishing barely change the modification date. */
	private edit({ kind, pick }: Edit): void {
		const { catalogue } = this.sandbox;
		const isOfCourse = kind === 'archive' || kind === 'publish';
		const does = this.isOfCompletions && isOfCourse ? 'update' : kind;
		const id = applyEdit(catalogue, this.list, { kind: does, pick });
		if (id !== undefined && (does === 'add' || does === 'update')) {
			// Some dates are in the future, and some records appear late.
			const lateMs = does === 'add' && pick % 9 === 1 ? 9 * MINUTE_MS : 0;
			const aheadMs = pick % 9 === 0 ? DAY_MS : 0;
			const date = new Date(this.now + aheadMs - lateMs).toISOString();
			catalogue.update(this.list, id, { [watched[this.plan.use].date]: date });
			if (this.fill(id, pick)) this.dated.add(id);
			else this.dated.delete(id);
		}
		this.listener.see(this.listed());
	}

	/** Fills in a learner, course, score, and status. There are few learners and courses, so pairs repeat often. */
	private fill(id: string, pick: number): boolean {
		if (!this.isOfCompletions) return true;
		const isOpen = pick % 4 === 0;
		const about = this.plan.use === 'attempts' ? 'courseId' : 'pathId';
		this.sandbox.catalogue.update(this.list, id, {
			userId: `learner ${id.charCodeAt(23) % 2}`,
			[about]: `one ${id.charCodeAt(22) % 3}`,
			...(isOpen && { completedAt: null }),
			score: [20, 80, 95, null][pick % 4],
			...(about === 'pathId' && { status: pick % 7 === 0 ? null : { type: STATUSES[pick % 8] } }),
		});
		return !isOpen;
	}

	private faultFor({ trouble, during }: Round): Fault | undefined {
		const on = { kind: this.list, page: 1 } as const;
		const faults: Partial<Record<Trouble, Fault>> = {
			refused: { on, status: 403 },
			dropped: { on, drop: 'beforeHeaders' },
			'revoked token': {
				on,
				before: () => {
					this.sandbox.tokens.revokeAll();
				},
			},
			'filter ignored': { on, body: this.listed(), linkHeader: null },
			// A record that is missing twice in a row is treated as removed, so a second fault of this kind would look like a
			// removal.
			...(!this.isMissing && {
				edit: {
					on: { ...on, page: 2 },
					before: () => {
						this.edit(during);
					},
				},
				'empty list': { on, status: 200, body: [], linkHeader: null },
				'no link': { on, linkHeader: null },
			}),
		};
		return faults[trouble];
	}

	/** What n8n passes in to the next poll. */
	private state(): Record<string, unknown> | undefined {
		const kept = stateIn(this.poller.staticData, this.nodeId, this.workflowId);
		const cursor = this.cursor[this.nodeId] as { state?: Record<string, unknown> } | undefined;
		const isNewer = Number(cursor?.state?.polledAt ?? 0) > Number(kept?.polledAt ?? 0);
		return isNewer ? cursor?.state : kept;
	}

	/** n8n's scheduler stores every state; otherwise, n8n stores it if the poll is part of publishing or emits items. */
	private async poll(trouble: Trouble = 'none'): Promise<Error | undefined> {
		const { isDurable, emitOnFirstRun } = this.plan;
		// n8n's scheduler does not poll when n8n starts.
		const isPublishing = PUBLISHING.includes(trouble) && !(isDurable && trouble === 'restart');
		if (isPublishing) this.poller.publish();
		if (isPublishing || isDurable || trouble === 'restart') this.poller.staticData = this.stored;
		const isFirst = this.state() === undefined;
		const { nodeId, nodeName, workflowId, process } = this;
		const run = await this.poller.run({
			nodeId,
			nodeName,
			workflowId,
			...(process && { process }),
			...(isDurable && { cursor: (this.cursor[nodeId] ?? {}) as IDataObject }),
			...(isDurable && !isPublishing && { getPollBudgetMs: () => 36_000 }),
		});
		const { items, error, staticData, cursor } = run;
		this.sandbox.faults.clear();
		if (isFirst && !error) this.listener.know(emitOnFirstRun ? [] : this.listed());
		if (error || trouble === 'discarded') {
			if (trouble === 'discarded') this.poller.staticData = this.stored;
			return error;
		}
		if (isPublishing || (!isDurable && items) || isFirst) this.stored = staticData;
		if (isDurable && (items || !isPublishing)) this.cursor[nodeId] = cursor;
		this.isMissing = String(this.state()?.records).includes('!');
		this.listener.hear((items ?? []).map(({ json }) => json));
		return undefined;
	}

	/** Polls until three polls in a row find nothing new. */
	private async untilQuiet(everyMs: number): Promise<void> {
		const remembered = () =>
			JSON.stringify({
				...this.state(),
				wholeAt: '',
				latest: 0,
				seen: 0,
				polledAt: 0,
			});
		let left = 200;
		for (let polls = 0; polls < 3; left -= 1) {
			if (left === 0) throw new Error(`200 polls still find something new (SEED=${SEED})`);
			const before = remembered();
			expect(await this.poll()).toBeUndefined();
			polls = before === remembered() ? polls + 1 : 0;
			this.now += everyMs;
		}
	}
}

/** Runs a plan against its own service. */
async function live(plan: Plan): Promise<void> {
	const { records, pageSize, cursors, ignoresFilter, use, onlyPublished } = plan;
	const isIgnored = ignoresFilter && !(use === 'courses' && onlyPublished);
	const filters = isIgnored ? 'ignored' : 'documented';
	let life: Life | undefined;
	const clock = () => life?.now ?? 0;
	const options: SandboxOptions = {
		courses: records,
		courseStatistics: records,
		cursors,
		filters,
		clock,
		coursePageSize: pageSize,
		pageSizes: { 'courses/stats': pageSize, 'paths/stats': pageSize },
	};
	const sandbox = await startSandbox(options);
	try {
		const enrollments = sandbox.catalogue.list('paths/stats');
		for (const { _id } of enrollments.slice(0, enrollments.length - records)) {
			sandbox.catalogue.remove('paths/stats', _id);
		}
		life = new Life(sandbox, plan);
		await life.live();
	} finally {
		await sandbox.stop();
	}
}

it(`each change is reported once, according to Trigger On, in ${LIVES} random runs (SEED=${SEED})`, async () => {
	const drawn = fc.sample(anyPlan, { numRuns: LIVES, seed: SEED });
	for (const [at, others] of drawn.entries()) {
		// Even a few runs cover different lists and events.
		const combination = combinations[(at * 37) % combinations.length];
		if (!combination) throw new Error('There are more runs than combinations');
		const plan = { ...combination, ...others };
		await live(plan).catch((cause: unknown) => {
			throw new Error(`${(cause as Error).message}\n${JSON.stringify(plan)}`, { cause });
		});
	}
}, 3_600_000);
