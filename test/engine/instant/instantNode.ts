import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	INodeParameters,
	IPollFunctions,
	IWebhookData,
	IWebhookFunctions,
	WebhookSetupMethodNames,
	Workflow,
	WorkflowActivateMode,
} from 'n8n-workflow';

import type { Sandbox } from '../../sandbox';
import { credentialFor, InstalledPackage } from '../harness';
import { additionalDataFor } from '../harness/additionalData';
import { stored } from '../harness/credential';
import { EngineCredentialsHelper } from '../harness/credentialsHelper';
import { type LogEntry, recordLog } from '../harness/log';
import { nodeOf } from '../harness/nodeTypes';
import { buildWorkflow } from '../harness/runWorkflow';
import { atEndOfTest } from '../service';

/** The instant trigger of a published workflow, with an address at which the platform reaches it. */
export interface InstantNode {
	/** Calls what n8n calls; `checkExists` and `create` when a workflow is published. */
	hook(method: WebhookSetupMethodNames, activation?: WorkflowActivateMode): Promise<boolean>;
	/** Publishes as n8n does, up to the first poll. */
	publish(activation?: WorkflowActivateMode): Promise<void>;
	poll(mode?: 'manual' | 'trigger'): Promise<IDataObject[]>;
	/** The items of the workflows that it has started, in order. */
	items: IDataObject[];
	log: LogEntry[];
}

/** Puts the built node into n8n's engine. Its server ends with the test. */
export async function instantNode(
	sandbox: Sandbox,
	parameters: INodeParameters = { event: 'user.created', options: { addNames: [] } },
): Promise<InstantNode> {
	const installed = await InstalledPackage.load();
	const credential = stored(credentialFor(sandbox));
	const typeName = installed.typeName('learningPlatformInstantTrigger');
	const made = { ...nodeOf('Trigger', typeName, parameters), webhookId: 'hook' };
	const workflow: Workflow = buildWorkflow(
		{ nodes: [made], connections: {} },
		...[installed, credential, {}],
	);
	workflow.active = true;
	const node = workflow.getNode('Trigger');
	const type = installed.getByNameAndVersion(typeName);
	const [webhookDescription] = type.description.webhooks ?? [];
	if (!node || !webhookDescription) throw new Error('There is no instant trigger');
	const helper = new EngineCredentialsHelper(installed, credential);
	const server = createServer((request, response) => void receive(request, response));
	await once(server.listen(0, '127.0.0.1'), 'listening');
	atEndOfTest(() => {
		server.closeAllConnections();
		server.close();
	});
	const webhookBaseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
	const additionalData = additionalDataFor(workflow, 'trigger', helper);
	Object.assign(additionalData, { webhookBaseUrl });
	const log = recordLog(additionalData);
	const items: IDataObject[] = [];
	const webhookData = { webhookDescription, node: 'Trigger' } as IWebhookData;
	const withIsolate = async <T>(work: () => Promise<T>) =>
		await workflow.expression.withIsolate(work);

	async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const raw = Object.assign(request, {
			rawBody: Buffer.concat(chunks),
			readRawBody: () => Promise.resolve(),
		});
		const data = { ...additionalData, httpRequest: raw, httpResponse: response };
		recordLog(data, log);
		const context = new WebhookContext(
			...[workflow, node as never, data as never, 'webhook' as const, webhookData, []],
			null,
		);
		const answer = await withIsolate(
			async () => await type.webhook?.call(context as IWebhookFunctions),
		);
		for (const { json } of answer?.workflowData?.[0] ?? []) items.push(json);
		if (!answer?.noWebhookResponse) response.end();
	}

	const hook: InstantNode['hook'] = async (method, activation = 'activate') => {
		const context = new HookContext(
			...[workflow, node, additionalData, 'trigger' as const, activation, webhookData],
		);
		return await withIsolate(
			async () =>
				(await type.webhookMethods?.default?.[method].call(context as IHookFunctions)) ?? false,
		);
	};
	const poll: InstantNode['poll'] = async (mode = 'trigger') => {
		const context = new PollContext(
			...[workflow, node, additionalData, mode, mode === 'manual' ? mode : ('update' as const)],
		);
		const found = await withIsolate(async () => await type.poll?.call(context as IPollFunctions));
		return (found?.[0] ?? []).map(({ json }) => json);
	};
	const publish: InstantNode['publish'] = async (activation) => {
		// What n8n does when a step fails.
		const undo = async (error: unknown) => {
			await hook('delete', 'update');
			throw error;
		};
		const subscribe = async () => {
			if (!(await hook('checkExists', activation))) await hook('create', activation);
		};
		await subscribe().catch(undo);
		await poll();
	};
	return { hook, publish, poll, items, log };
}
