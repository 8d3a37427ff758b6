import type { RequestKind, Sandbox } from '../../sandbox';
import type { N8nServer } from './server';
import { until } from './storedExecution';

/** Waits until `count` reads of a list have started. Reads never overlap, so all but the last have ended by then. */
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
 * Waits until a poll has compared the list. A first poll only stores the list. There can be several first polls: a
 * busy n8n may republish a workflow, and the activation makes n8n's scheduler forget the previous poll.
 */
export async function comparison(
	{ said }: Pick<N8nServer, 'said'>,
	workflowId: string,
): Promise<void> {
	const compared = new RegExp(`: polled [^(]*\\(node "[^"]*", workflow ${workflowId} `);
	await until(() => compared.test(said()), 200, said);
}
