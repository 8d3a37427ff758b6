import type { Fault, Sandbox } from '../../../sandbox';
import { Poller } from '../poller';
import { applyEdit } from './edits';
import { contentOf, difference, only, type Reported, type View, viewOf, without } from './model';
import type { Edit, Plan, Round, Trouble } from './plan';

/** Trouble that a poll either reports as an error or gets over. */
type ErrorOrDelay = Exclude<Trouble, { kind: 'edit' | 'empty list' | 'no link' }>;

/** Lives through a plan and holds every poll against what the trigger should have reported by then. */
export class Life {
	private readonly poller: Poller;

	/** The list as the trigger knows it. */
	private known: View = new Map();

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
		expect(await this.report()).toEqual([]);
		this.known = this.listed();
		for (const round of this.plan.rounds) await this.playRound(round);
		await this.pollQuietly();
		await this.pollQuietly();
	}

	private async playRound({ edits, trouble }: Round): Promise<void> {
		for (const edit of edits) applyEdit(this.sandbox.catalogue, edit);
		if (trouble.kind === 'edit') await this.pollWhileEditing(trouble.page, trouble.edit);
		else if (trouble.kind === 'empty list') await this.pollWithGap({ status: 200, body: [] });
		else if (trouble.kind === 'no link') await this.pollWithGap({ linkHeader: null }, trouble.page);
		else await this.pollInTrouble(trouble);
	}

	private async pollInTrouble(trouble: ErrorOrDelay) {
		const fault = faultFor(trouble, this.sandbox);
		if (fault) this.sandbox.faults.add(fault);
		const before = this.poller.staticData;
		this.poller.parameters.options = trouble.kind === 'dropped' ? { maxRetries: 0 } : {};
		const isFatal = ['refused', 'web page', 'elsewhere', 'dropped'].includes(trouble.kind);
		if (!isFatal || !this.pageExists(trouble)) {
			await this.pollQuietly();
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
		const listed = this.listed();
		expect(await this.report()).toEqual(difference(this.known, listed, this.plan.triggerOn));
		this.known = listed;
	}

	/** One answer lacks records that are there: what it hides is reported by the next poll at the latest. */
	private async pollWithGap(fault: Fault, page = 1): Promise<void> {
		this.sandbox.faults.add({ on: { kind: 'courses', page }, ...fault });
		const reported = [...(await this.reportUnlessInDoubt()), ...(await this.report())];
		this.sandbox.faults.clear();
		const listed = this.listed();
		const expected = difference(this.known, listed, this.plan.triggerOn);
		expect(reported.sort()).toEqual(expected.sort());
		this.known = listed;
	}

	/**
	 * Which of its two contents the edited record is read with depends on where it is. Of all other records the
	 * poll has to report what a quiet one would; of this one, either both steps or the whole, by the next poll.
	 */
	private async pollWhileEditing(page: number, edit: Edit): Promise<void> {
		const { known } = this;
		const { triggerOn } = this.plan;
		const before = this.listed();
		const edits: (string | undefined)[] = [];
		this.sandbox.faults.add({
			on: { kind: 'courses', page },
			before: () => {
				edits.push(applyEdit(this.sandbox.catalogue, edit));
			},
		});
		const now = await this.reportUnlessInDoubt();
		this.sandbox.faults.clear();
		const after = this.listed();
		const reported = [...now, ...(await this.report())];
		const [edited] = edits;
		expect(reported.filter(([, id]) => id !== edited).sort()).toEqual(
			difference(without(edited, known), without(edited, before), triggerOn).sort(),
		);
		if (edited !== undefined) {
			const [k, b, a] = [only(edited, known), only(edited, before), only(edited, after)];
			expect([
				[...difference(k, b, triggerOn), ...difference(b, a, triggerOn)],
				difference(k, a, triggerOn),
			]).toContainEqual(reported.filter(([, id]) => id === edited));
		}
		this.known = after;
	}

	/** A poll that may find its two readings too different: then it is an error that changes nothing. */
	private async reportUnlessInDoubt(): Promise<Reported[]> {
		const before = this.poller.staticData;
		const { items, error, staticData } = await this.poller.run();
		if (!error) return (items ?? []).map(({ json }) => reportedBy(json));
		expect(error.message).toBe('The list of courses changed too much while it was read');
		expect(staticData).toEqual(before);
		return [];
	}

	private async report(): Promise<Reported[]> {
		return (await this.poller.emitted()).map(reportedBy);
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

function reportedBy({ triggerEvent, triggerTime, ...record }: Record<string, unknown>): Reported {
	expect(triggerTime).toEqual(expect.any(String));
	const id = record._id as string;
	if (triggerEvent !== 'removed') return [triggerEvent as string, id, contentOf(record)];
	expect(record).toEqual({ _id: id });
	return ['removed', id];
}

function faultFor(trouble: ErrorOrDelay, sandbox: Sandbox): Fault | undefined {
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
