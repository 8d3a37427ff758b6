import type { IPollFunctions } from 'n8n-workflow';

import { UserFacingError } from '../transport/errors';

/** What n8n 2 answers without its scheduler: a constant that nobody enforces. */
const UNENFORCED_BUDGET_MS = 5 * 60_000;

/**
 * How long a poll may take, in ms. The scheduler of n8n 2 abandons a poll that takes longer: what it finds is
 * lost, and nobody learns of it.
 *
 * @returns `undefined` in n8n 1 and without the scheduler, where a poll may take as long as it needs
 */
export function pollBudgetMs(
	context: Partial<Pick<IPollFunctions, 'getPollBudgetMs'>>,
): number | undefined {
	const budgetMs = context.getPollBudgetMs?.();
	return budgetMs === UNENFORCED_BUDGET_MS ? undefined : budgetMs;
}

/**
 * A signal that fires when the poll has used up its time, with the error to report as its reason.
 *
 * @param listName in the user's words, e.g. `courses`
 */
export function pollDeadline(context: IPollFunctions, listName: string): AbortSignal {
	const deadline = new AbortController();
	const budgetMs = pollBudgetMs(context);
	if (budgetMs !== undefined) {
		AbortSignal.timeout(budgetMs).addEventListener(
			'abort',
			() => {
				deadline.abort(tooSlow(listName, budgetMs));
			},
			{ once: true },
		);
	}
	return deadline.signal;
}

function tooSlow(listName: string, budgetMs: number): UserFacingError {
	return new UserFacingError(
		`The list of ${listName} could not be read in the ${budgetMs / 1_000} seconds that n8n allows for a poll`,
		"Narrow the list with Filters, or allow more time: raise N8N_SCHEDULER_POLL_TIMEOUT in n8n's environment, and N8N_SCHEDULER_LEASE_DURATION (60 seconds unless set) to at least the same. No change is lost: the next poll that succeeds reports it.",
		'temporarily-unavailable',
	);
}
