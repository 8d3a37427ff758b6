import type { Fault, Sandbox } from '../../../sandbox';
import { Poller } from '../poller';
import { applyEdit } from './edits';
import { contentOf, difference, only, type Told, type View, viewOf, without } from './model';
import type { Edit, Plan, Round, Trouble } from './plan';

/** Lives through a plan and holds every poll against what the trigger should have told by then. */
export class Life {
	private readonly poller: Poller;

	/** The list as the trigger knows it. */
	private known: View = new Map();

	/** Whether the last answer was empty although records were known. */
	private wasEmpty = false;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly plan: Plan,
	) {
		this.poller = new Poller(sandbox, {
			triggerOn: plan.triggerOn,
			...(plan.onlyPublished && { filters: { status: 'published' } }),
		});
	}

	async live(): Promise<void> {
		expect(await this.tell()).toEqual([]);
		this.known = this.listed();
		for (const round of this.plan.rounds) await this.playRound(round);
		await this.pollQuietly();
		await this.pollQuietly();
	}

	private async playRound({ edits, trouble }: Round): Promise<void> {
		for (const edit of edits) applyEdit(this.sandbox.catalogue, edit);
		if (trouble.kind === 'edit') {
			await this.pollWhileEditing(trouble.page, trouble.edit);
		} else if (trouble.kind === 'empty list') {
			this.sandbox.faults.add({ on: { kind: 'courses' }, status: 200, body: [] });
			await this.expectPoll(new Map());
		} else {
			await this.pollInTrouble(trouble);
		}
	}

	private async pollInTrouble(trouble: Exclude<Trouble, { kind: 'edit' | 'empty list' }>) {
		const fault = faultFor(trouble, this.sandbox);
		if (fault) this.sandbox.faults.add(fault);
		const before = this.poller.staticData;
		this.poller.parameters.options = trouble.kind === 'dropped' ? { maxRetries: 0 } : {};
		const isFatal = ['refused', 'web page', 'elsewhere', 'dropped'].includes(trouble.kind);
		if (!isFatal || !this.pageExists(trouble)) {
			await this.expectPoll(this.listed());
			this.sandbox.faults.clear();
			return;
		}
		const { items, error, staticData } = await this.poller.run();
		expect(this.sandbox.faults.pending()).toEqual([]);
		expect(error?.message).toMatch(/\(courses, page \d\)$/);
		expect(items).toBeNull();
		expect(staticData).toEqual(before);
	}

	private async pollQuietly(): Promise<void> {
		await this.expectPoll(this.listed());
	}

	/** A poll that gets through: with `answer` as the list that it reads. */
	private async expectPoll(answer: View): Promise<void> {
		const isDoubtful = answer.size === 0 && this.known.size > 0 && !this.wasEmpty;
		this.wasEmpty = isDoubtful;
		if (isDoubtful) {
			const before = this.poller.staticData;
			const { items, error, staticData } = await this.poller.run();
			expect(items).toBeNull();
			expect(error?.message).toEqual(
				this.plan.triggerOn.includes('removed')
					? 'The list of courses is empty, although it had records at the last poll'
					: undefined,
			);
			expect(staticData).toEqual(before);
			return;
		}
		expect(await this.tell()).toEqual(difference(this.known, answer, this.plan.triggerOn));
		this.known = answer;
	}

	/**
	 * Which of its two contents the edited record is read with depends on where it is. Of all other records the
	 * poll has to tell what a quiet one would; of this one, either both steps or the whole, by the next poll.
	 */
	private async pollWhileEditing(page: number, edit: Edit): Promise<void> {
		const { known } = this;
		const { triggerOn } = this.plan;
		const before = this.listed();
		if (before.size === 0) {
			await this.pollQuietly();
			return;
		}
		const edits: (string | undefined)[] = [];
		this.sandbox.faults.add({
			on: { kind: 'courses', page },
			before: () => {
				edits.push(applyEdit(this.sandbox.catalogue, edit));
			},
		});
		const { items, error } = await this.poller.run();
		this.sandbox.faults.clear();
		const after = this.listed();
		if (error || after.size === 0) {
			// The edit took the last record away: a case of its own, which the quiet polls at the end settle.
			expect(after.size).toBe(0);
			await this.settle(items?.map(({ json }) => toldBy(json)) ?? []);
			return;
		}
		const told = [...(items ?? []).map(({ json }) => toldBy(json)), ...(await this.tell())];
		const [edited] = edits;
		expect(told.filter(([, id]) => id !== edited).sort()).toEqual(
			difference(without(edited, known), without(edited, before), triggerOn).sort(),
		);
		if (edited !== undefined) {
			const [k, b, a] = [only(edited, known), only(edited, before), only(edited, after)];
			expect([
				[...difference(k, b, triggerOn), ...difference(b, a, triggerOn)],
				difference(k, a, triggerOn),
			]).toContainEqual(told.filter(([, id]) => id === edited));
		}
		this.known = after;
		this.wasEmpty = false;
	}

	/** Two more polls of the empty list, after which nothing is known any more. */
	private async settle(told: Told[]): Promise<void> {
		for (const run of [await this.poller.run(), await this.poller.run()]) {
			told.push(...(run.items ?? []).map(({ json }) => toldBy(json)));
		}
		expect(this.listed().size).toBe(0);
		const removed = told.filter(([event]) => event === 'removed').map(([, id]) => id);
		if (this.plan.triggerOn.includes('removed')) {
			expect(removed).toEqual(expect.arrayContaining([...this.known.keys()]));
		}
		this.known = new Map();
		this.wasEmpty = false;
	}

	private async tell(): Promise<Told[]> {
		return (await this.poller.emitted()).map(toldBy);
	}

	private listed(): View {
		const records = this.sandbox.catalogue.list('courses');
		return viewOf(
			this.plan.onlyPublished ? records.filter(({ status }) => status === 'published') : records,
		);
	}

	private pageExists(trouble: Trouble): boolean {
		const pages = Math.max(1, Math.ceil(this.listed().size / this.plan.pageSize));
		return 'page' in trouble && trouble.page <= pages;
	}
}

function toldBy({ triggerEvent, triggerTime, ...record }: Record<string, unknown>): Told {
	expect(triggerTime).toEqual(expect.any(String));
	const id = record._id as string;
	if (triggerEvent !== 'removed') return [triggerEvent as string, id, contentOf(record)];
	expect(record).toEqual({ _id: id });
	return ['removed', id];
}

function faultFor(
	trouble: Exclude<Trouble, { kind: 'edit' | 'empty list' }>,
	sandbox: Sandbox,
): Fault | undefined {
	if (trouble.kind === 'none') return undefined;
	const on = { kind: 'courses', page: trouble.page } as const;
	const faults: Record<typeof trouble.kind, Fault> = {
		refused: { on, status: 403 },
		'web page': { on, status: 200, body: '<html></html>' },
		elsewhere: { on, linkHeader: '<https://elsewhere.example/api/v2/courses>; rel="next"' },
		dropped: { on, drop: 'beforeHeaders' },
		busy: { on, status: 503, headers: { 'retry-after': '0' } },
		'empty page': { on, emptyPage: true },
		'revoked token': {
			on,
			before: () => {
				sandbox.tokens.revokeAll();
			},
		},
	};
	return faults[trouble.kind];
}
