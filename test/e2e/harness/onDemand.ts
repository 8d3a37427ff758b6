import { exampleWorkflow, type NodeChange, setUp } from './examples';
import type { N8n } from './n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from './owner';
import { startN8n } from './server';
import { endedExecutions, type StoredExecution, until } from './storedExecution';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

/** An n8n that runs workflows whenever a test asks for it, which takes less than a process for each run. */
export interface OnDemand {
	call: OwnersCall;
	publish(workflow: ImportedWorkflow): Promise<void>;
	/** Runs a published workflow, so many times at once; answers the last run. */
	run(workflowId: string, times?: number): Promise<StoredExecution>;
	/** Has n8n retry an execution with its old items. */
	retry(execution: StoredExecution): Promise<void>;
	stop(): Promise<void>;
}

/** Starts n8n, with an owner. @param env settings beside the usual ones */
export async function startOnDemand(n8n: N8n, env: NodeJS.ProcessEnv = {}): Promise<OnDemand> {
	const server = await startN8n(n8n.major, n8n.home, { env });
	const call = ownersCall(server.url, await createOwner(server.url));
	const countOf = async (id: string) => (await endedExecutions(n8n.home, id)).length;
	const ended = async (id: string, count: number) =>
		await until(
			async () => {
				const all = await endedExecutions(n8n.home, id);
				// One that began just after the look at those under way is stored, and still running.
				const isOver = all.every(({ status }) => status !== 'new' && status !== 'running');
				return isOver && all.length >= count && all.at(-1);
			},
			200,
			() => count,
		);
	return {
		call,
		publish: async (workflow) => {
			await publish(call, n8n.major, workflow);
		},
		run: async (id, times = 1) => {
			const before = await countOf(id);
			const start = async () => (await fetch(`${server.url}/webhook/${id}`, { method: 'POST' })).ok;
			// n8n 2 registers a webhook some moments after it has published the workflow.
			await Promise.all(Array.from({ length: times }, () => until(start, 500, () => 'not there')));
			return await ended(id, before + times);
		},
		retry: async ({ id, workflowId }) => {
			const before = await countOf(workflowId);
			await call(`executions/${id}/retry`, { loadWorkflow: false });
			await ended(workflowId, before + 1);
		},
		stop: () => server.stop(),
	};
}

/**
 * An example as somebody sets it up, with a webhook in place of its schedule.
 *
 * @param id of the workflow, at most 16 characters; otherwise that of the example
 */
export function exampleWithWebhook(
	file: string,
	credential: ImportedCredential,
	choices: Record<string, NodeChange>,
	id?: string,
): ImportedWorkflow {
	const example = exampleWorkflow(file, credential);
	const workflow = { ...example, id: id ?? example.id };
	const webhook = {
		type: 'n8n-nodes-base.webhook',
		typeVersion: 2,
		webhookId: workflow.id,
		parameters: { httpMethod: 'POST', path: workflow.id, responseMode: 'onReceived' },
	};
	return setUp(workflow, { 'n8n-nodes-base.scheduleTrigger': webhook, ...choices });
}
