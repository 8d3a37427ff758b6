import fc from 'fast-check';

import { campaign, SEED } from '../../campaign';
import { startSandbox, type Fault, type Sandbox } from '../../sandbox';
import { setClock } from '../service';
import { Poller } from './poller';
import { contentOf } from './model/model';

const LIVES = campaign(8, 40);

const MINUTE_MS = 60_000;

/** What happens to a record: with the date of change moved on, late, or left where it is. */
interface Edit {
	kind: 'add' | 'update' | 'add late' | 'archive' | 'publish' | 'remove';
	pick: number;
}

/** What goes wrong with a poll; `edit` happens while it reads. */
type Trouble =
	| 'none'
	| 'refused'
	| 'dropped'
	| 'revoked token'
	| 'filter ignored'
	| 'empty list'
	| 'restart'
	| 'edit';

interface Plan {
	courses: number;
	pageSize: number;
	maxPerPoll: number;
	onlyPublished: boolean;
	rounds: {
		edits: Edit[];
		trouble: Trouble;
		during: Edit;
		minutes: number;
		clockMinutes: number;
	}[];
}

const anyEdit: fc.Arbitrary<Edit> = fc.record({
	kind: fc.constantFrom('add', 'update', 'update', 'add late', 'archive', 'publish', 'remove'),
	pick: fc.nat({ max: 1_000 }),
});

const anyPlan: fc.Arbitrary<Plan> = fc.record({
	courses: fc.integer({ min: 1, max: 12 }),
	pageSize: fc.integer({ min: 1, max: 4 }),
	maxPerPoll: fc.constantFrom(0, 0, 2, 5),
	onlyPublished: fc.boolean(),
	rounds: fc.array(
		fc.record({
			edits: fc.array(anyEdit, { maxLength: 4 }),
			trouble: fc.constantFrom<Trouble[]>(
				...(['none', 'none', 'none', 'refused', 'dropped', 'revoked token'] as const),
				...(['filter ignored', 'empty list', 'restart', 'edit'] as const),
			),
			during: anyEdit,
			minutes: fc.constantFrom(1, 5, 30, 70),
			clockMinutes: fc.constantFrom(0, 0, 0, -90, 90),
		}),
		{ minLength: 1, maxLength: 8 },
	),
});

/** A catalogue that is edited, a trigger that asks for changes, and what its user has been told. */
class Life {
	/** The time of the service; n8n's clock is apart from it by as much as it was set. */
	private now = Date.parse('2026-01-28T12:00:00Z');

	private clockApart = 0;

	private changes = 0;

	private readonly poller: Poller;

	private readonly told = new Map<string, string>();

	/** What n8n has stored of the trigger: it does so when items are told, and when it stops in order. */
	private stored: Poller['staticData'] = {};

	/** The records whose last edit has moved their date, and that have to be told by the next good poll. */
	private readonly dated = new Set<string>();

	constructor(
		private readonly sandbox: Sandbox,
		private readonly plan: Plan,
	) {
		setClock(() => this.now + this.clockApart);
		this.poller = new Poller(sandbox, {
			triggerOn: ['added', 'updated', 'removed'],
			...(plan.onlyPublished && { filters: { status: 'published' } }),
			options: {
				readWholeList: 'hour',
				removalLimit: 100,
				emitOnFirstRun: true,
				maxPerPoll: plan.maxPerPoll,
				maxRetries: 0,
			},
		});
	}

	async live(): Promise<void> {
		for (const { _id } of this.catalogue.list('courses')) {
			this.catalogue.update('courses', _id, { modifiedAt: this.time(-60 * 24) });
		}
		await this.untilQuiet();
		this.expectAllTold();
		for (const { edits, trouble, during, minutes, clockMinutes } of this.plan.rounds) {
			this.now += minutes * MINUTE_MS;
			this.clockApart += clockMinutes * MINUTE_MS;
			for (const edit of edits) this.apply(edit);
			await this.pollIn(trouble, during);
		}
		// Two whole readings: one lacks a record, the next agrees.
		this.now += 24 * 60 * MINUTE_MS;
		await this.untilQuiet();
		this.now += 24 * 60 * MINUTE_MS;
		await this.untilQuiet();
		this.expectAllTold();
	}

	private get catalogue() {
		return this.sandbox.catalogue;
	}

	private time(minutes = 0): string {
		return new Date(this.now + minutes * MINUTE_MS).toISOString();
	}

	private apply({ kind, pick }: Edit): void {
		const { catalogue } = this;
		if (kind === 'add' || kind === 'add late') {
			const status = pick % 3 > 0 ? 'published' : 'archived';
			const modifiedAt = this.time(kind === 'add' ? 0 : -9);
			const { _id } = catalogue.add('courses', { status, modifiedAt });
			this.dated.add(_id);
			return;
		}
		const records = catalogue.list('courses');
		const record = records[pick % Math.max(1, records.length)];
		if (!record) return;
		const { _id } = record;
		this.changes += 1;
		if (kind === 'update') {
			catalogue.update('courses', _id, { name: `Change ${this.changes}`, modifiedAt: this.time() });
			this.dated.add(_id);
			return;
		}
		// The date stays. What was told of a record before is not its contents any more.
		if (kind === 'archive') catalogue.archive('courses', _id);
		if (kind === 'publish') {
			const { modifiedAt } = record;
			catalogue.update('courses', _id, { status: 'published', modifiedAt });
		}
		if (kind === 'remove') catalogue.remove('courses', _id);
	}

	private async pollIn(trouble: Trouble, during: Edit): Promise<void> {
		const { faults, tokens } = this.sandbox;
		const on = { kind: 'courses', page: 1 } as const;
		const before = this.poller.staticData;
		const all = this.listed();
		const scripts: Partial<Record<Trouble, Fault>> = {
			refused: { on, status: 403 },
			dropped: { on, drop: 'beforeHeaders' },
			'revoked token': {
				on,
				before: () => {
					tokens.revokeAll();
				},
			},
			'filter ignored': { on, body: all, linkHeader: null },
			'empty list': { on, body: [], linkHeader: null },
			edit: {
				on,
				before: () => {
					this.apply(during);
				},
			},
		};
		const fault = scripts[trouble];
		if (fault) faults.add(fault);
		if (trouble === 'restart') this.poller.staticData = this.stored;
		const error = await this.poll();
		faults.clear();
		if (trouble === 'refused' || trouble === 'dropped') {
			expect(error).toBeDefined();
			expect(this.poller.staticData).toEqual(before);
			return;
		}
		// A list of which nothing came is believed when the next one agrees; one without a fault shows all.
		if (error || trouble === 'empty list' || trouble === 'edit') return;
		if (this.plan.maxPerPoll > 0) return;
		this.expectDatedTold();
	}

	/** Polls, and has what is told written down. Nothing is told twice, and nothing that is not so. */
	private async poll(): Promise<Error | undefined> {
		const { items, error, staticData } = await this.poller.run();
		if (items) this.stored = staticData;
		for (const { json } of items ?? []) {
			const { triggerEvent, triggerTime, ...record } = json;
			expect(triggerTime).toEqual(expect.any(String));
			const id = record._id as string;
			const content = contentOf(record);
			if (triggerEvent === 'removed') expect(this.told.delete(id)).toBe(true);
			else {
				expect([id, this.told.get(id)]).not.toEqual([id, content]);
				expect(this.told.has(id)).toBe(triggerEvent === 'updated');
				this.told.set(id, content);
			}
		}
		return error;
	}

	private async untilQuiet(): Promise<void> {
		for (let quiet = 0; quiet < 3;) {
			const before = JSON.stringify(this.poller.staticData);
			expect(await this.poll()).toBeUndefined();
			quiet = JSON.stringify(this.poller.staticData) === before ? quiet + 1 : 0;
		}
	}

	private listed() {
		return this.catalogue
			.list('courses')
			.filter(({ status }) => !this.plan.onlyPublished || status === 'published');
	}

	private expectDatedTold(): void {
		const listed = new Map(this.listed().map((record) => [record._id, contentOf(record)]));
		for (const id of this.dated) {
			if (listed.has(id)) expect([id, this.told.get(id)]).toEqual([id, listed.get(id)]);
		}
		this.dated.clear();
	}

	private expectAllTold(): void {
		expect(this.told).toEqual(
			new Map(this.listed().map((record) => [record._id, contentOf(record)])),
		);
		this.dated.clear();
	}
}

it(`every edit that moves the date is told by the next good poll, all others by the second reading of the whole list, and nothing twice, in ${LIVES} random lives (SEED=${SEED})`, async () => {
	const lived = fc.asyncProperty(anyPlan, async (plan) => {
		const { courses, pageSize: coursePageSize } = plan;
		const sandbox = await startSandbox({ courses, coursePageSize });
		try {
			await new Life(sandbox, plan).live();
		} finally {
			await sandbox.stop();
		}
	});
	await fc.assert(lived, { numRuns: LIVES, seed: SEED });
}, 3_600_000);
