import type { RequestKind, Sandbox } from '../../sandbox';
import type { N8nServer } from './server';
import { until } from './storedExecution';

/** Waits for readings of a list to begin, so that all before the last of them are over: they never overlap. */
export async function readings(
	{ journal }: Sandbox,
	kind: RequestKind,
	count: number,
): Promise<void> {
	let begun = 0;
	journal.clear();
	await journal.waitFor((entry) => {
		if (entry.kind === kind && entry.page === 1) begun += 1;
		return begun === count;
	});
}

/**
 * Waits for a poll that has compared the list. A first poll only remembers it, and n8n may have several: on a busy machine it
 * publishes a workflow again, and its scheduler stores nothing of the poll at the activation.
 */
export async function comparison(
	{ said }: Pick<N8nServer, 'said'>,
	workflowId: string,
): Promise<void> {
	const compared = new RegExp(`: polled [^(]*\\(node "[^"]*", workflow ${workflowId} `);
	await until(() => compared.test(said()), 200, said);
}
