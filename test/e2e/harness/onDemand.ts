import { exampleWorkflow, type NodeChange, setUp } from './examples';
import type { N8n } from './n8n';
import { createOwner, type OwnersCall, ownersCall, publish } from './owner';
import { startN8n } from './server';
import { endedExecutions, type StoredExecution, until } from './storedExecution';
import type { ImportedCredential, ImportedWorkflow } from './workflow';

/** An n8n instance that runs workflows on demand, without starting a process for each run. */
export interface OnDemand {
	call: OwnersCall;
	publish(workflow: ImportedWorkflow): Promise<void>;
	/** Runs a published workflow `times` times in parallel and returns the last run. */
	run(workflowId: string, times?: number): Promise<StoredExecution>;
	/** Retries an execution with its original items. */
	retry(execution: StoredExecution): Promise<void>;
	stop(): Promise<void>;
}

/** Starts n8n with an owner account. */
export async function startOnDemand(n8n: N8n, env: NodeJS.ProcessEnv = {}): Promise<OnDemand> {
	const server = await startN8n(n8n.major, n8n.home, { env });
	const call = ownersCall(server.url, await createOwner(server.url));
	const countOf = async (id: string) => (await endedExecutions(n8n.home, id)).length;
	const ended = async (id: string, count: number) =>
		await until(
			async () => {
				const all = await endedExecutions(n8n.home, id);
				// An execution can start after the check for running executions.
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
			// n8n might be closing an idle connection at that moment.
			const request = { method: 'POST', headers: { connection: 'close' } };
			const start = async () => (await fetch(`${server.url}/webhook/${id}`, request)).ok;
			// n8n 2 registers a webhook a moment after publishing its workflow.
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
 * Sets up an example with a webhook in place of its schedule.
 *
 * @param id the workflow ID, at most 16 characters; the example's ID by default
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
