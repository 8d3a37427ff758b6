import type { Fault, Sandbox } from '../../../sandbox';
import { Poller } from '../poller';
import { applyEdit } from './edits';
import { contentOf, Model, only, type Reported, type View, viewOf, without } from './model';
import type { Edit, Plan, Round, Trouble, WatchedList } from './plan';

/** Trouble that a poll either reports as an error or gets over. */
type ErrorOrDelay = Exclude<Trouble, { kind: 'edit' | 'empty list' | 'no link' }>;

/** Lives through a plan and holds every poll against what the trigger should have reported by then. */
export class Life {
	private readonly poller: Poller;

	private model: Model;

	constructor(
		private readonly sandbox: Sandbox,
		private readonly plan: Plan,
	) {
		this.poller = new Poller(sandbox, {
			resource: plan.list === 'courses' ? 'course' : 'courseCompletion',
			triggerOn: plan.triggerOn,
			...(plan.onlyPublished && { filters: { status: 'published' } }),
		});
		this.setOptions();
		this.model = new Model(this.listed(), plan.triggerOn);
	}

	async live(): Promise<void> {
		expect(await this.report()).toEqual([]);
		for (const round of this.plan.rounds) await this.playRound(round);
		await this.settle();
		expect(await this.report()).toEqual([]);
	}

	private async playRound({ edits, trouble }: Round): Promise<void> {
		for (const edit of edits) applyEdit(this.sandbox.catalogue, edit, this.plan.list);
		if (trouble.kind === 'edit') await this.pollWhileEditing(trouble.page, trouble.edit);
		else if (trouble.kind === 'empty list') await this.pollWithGap({ status: 200, body: [] });
		else if (trouble.kind === 'no link') await this.pollWithGap({ linkHeader: null }, trouble.page);
		else await this.pollInTrouble(trouble);
	}

	private async pollInTrouble(trouble: ErrorOrDelay) {
		const fault = faultFor(trouble, this.sandbox, this.plan.list);
		if (fault) this.sandbox.faults.add(fault);
		const before = this.poller.staticData;
		this.setOptions(trouble.kind === 'dropped' ? { maxRetries: 0 } : {});
		const isFatal = ['refused', 'web page', 'elsewhere', 'dropped'].includes(trouble.kind);
		if (!isFatal || !this.pageExists(trouble)) {
			await this.pollQuietly();
			this.sandbox.faults.clear();
			return;
		}
		const { items, error, staticData } = await this.poller.run();
		expect(this.sandbox.faults.pending()).toEqual([]);
		expect(error?.message).toMatch(this.onPage('(\\. |$)'));
		expect(items).toBeNull();
		expect(staticData).toEqual(before);
	}

	private async pollQuietly(listed = this.listed()): Promise<void> {
		expect(await this.report()).toEqual(this.model.poll(listed));
	}

	/** After two polls no record is missing any more: it is removed, or it is back. */
	private async settle(): Promise<void> {
		await this.pollQuietly();
		await this.pollQuietly();
	}

	/** One answer lacks records that are there: all of them, or those of the pages after it. */
	private async pollWithGap(fault: Fault, page = 1): Promise<void> {
		this.sandbox.faults.add({ on: { kind: this.plan.list, page }, ...fault });
		const shown = fault.body ? 0 : page * this.plan.pageSize;
		await this.pollQuietly(new Map([...this.listed()].slice(0, shown)));
		this.sandbox.faults.clear();
	}

	/**
	 * Nothing is reported but the edit, by the time it is settled. When it moves a whole page of the list on to the
	 * next one, the poll is an error that changes nothing.
	 */
	private async pollWhileEditing(page: number, edit: Edit): Promise<void> {
		const before = this.listed();
		await this.settle();
		const edits: (string | undefined)[] = [];
		this.sandbox.faults.add({
			on: { kind: this.plan.list, page },
			before: () => {
				edits.push(applyEdit(this.sandbox.catalogue, edit, this.plan.list));
			},
		});
		const stored = this.poller.staticData;
		const { items, error, staticData } = await this.poller.run();
		this.sandbox.faults.clear();
		if (error) {
			expect(error.message).toMatch('The service sent a page of the list twice');
			expect(error.message).toMatch(this.onPage('$'));
			expect(staticData).toEqual(stored);
		}
		const after = this.listed();
		const reported = (items ?? []).map(({ json }) => reportedBy(json));
		reported.push(...(await this.report()), ...(await this.report()));
		const [edited] = edits;
		expect(reported.filter(([, id]) => id !== edited)).toEqual([]);
		if (edited !== undefined) {
			expect(without(edited, after)).toEqual(without(edited, before));
			const model = new Model(only(edited, before), this.plan.triggerOn, this.model.completed);
			const expected = [1, 2].flatMap(() => model.poll(only(edited, after)));
			expect(reported).toEqual(expected);
		}
		this.model = new Model(after, this.plan.triggerOn, this.model.completed);
	}

	private async report(): Promise<Reported[]> {
		return (await this.poller.emitted()).map(reportedBy);
	}

	private listed(): View {
		const records = this.sandbox.catalogue.list(this.plan.list);
		return viewOf(
			this.plan.onlyPublished ? records.filter(({ status }) => status === 'published') : records,
		);
	}

	private onPage(end: string): RegExp {
		return new RegExp(`\\(${this.plan.list}, page \\d\\)${end}`);
	}

	private pageExists(trouble: Trouble): boolean {
		const pages = Math.max(1, Math.ceil(this.listed().size / this.plan.pageSize));
		return 'page' in trouble && trouble.page <= pages;
	}

	/** Lists of a life are short, and may lose all their records. */
	private setOptions(options: { maxRetries?: number } = {}): void {
		this.poller.parameters.options = { removalLimit: 100, ...options };
	}
}

function reportedBy({ triggerEvent, triggerTime, ...record }: Record<string, unknown>): Reported {
	expect(triggerTime).toEqual(expect.any(String));
	const id = record._id as string;
	if (triggerEvent !== 'removed') return [triggerEvent as string, id, contentOf(record)];
	expect(record).toEqual({ _id: id });
	return ['removed', id];
}

function faultFor(trouble: ErrorOrDelay, sandbox: Sandbox, list: WatchedList): Fault | undefined {
	if (trouble.kind === 'none') return undefined;
	const on = { kind: list, page: trouble.page };
	const faults: Record<typeof trouble.kind, Fault> = {
		refused: { on, status: 403 },
		'web page': { on, status: 200, body: '<html></html>' },
		elsewhere: { on, linkHeader: `<https://elsewhere.example/api/v2/${list}>; rel="next"` },
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
