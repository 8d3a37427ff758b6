import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

import { HookContext, PollContext, WebhookContext } from 'n8n-core';
import type {
	IDataObject,
	IHookFunctions,
	INodeParameters,
	INodeType,
	IPollFunctions,
	IWebhookData,
	IWebhookFunctions,
	WebhookSetupMethodNames,
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
import { atEndOfTest, n8nGlobal } from '../service';

export interface InstantOptions {
	/** The workflow's static data, e.g. a copy from another n8n instance. */
	staticData?: IDataObject;
	/** True if n8n has durable cursors: polls have their own static data, and n8n does not poll when it starts. */
	isDurable?: boolean;
	/** The number of webhook processes in queue mode, which take turns; none by default. */
	listeners?: number;
	name?: string;
	/** A process shared with another node of the workflow. */
	process?: InstalledPackage;
}

/** The server that responds at n8n's address. */
type Answering = 'n8n' | 'nobody' | '200 to everything';

/** A workflow's instant trigger, in an n8n instance that the platform can reach. */
export interface InstantNode {
	/** Calls a webhook method, as n8n does: `checkExists` and `create` when a workflow is published. */
	hook(method: WebhookSetupMethodNames, activation?: WorkflowActivateMode): Promise<boolean>;
	/** Publishes the workflow and runs the first poll. */
	publish(activation?: WorkflowActivateMode): Promise<void>;
	/** Publishes as n8n 2 does: after a failure, only POST is registered for further attempts, and the last error is thrown. */
	publishAgainAndAgain(attempts?: number): Promise<void>;
	/** Gives the node a name, which takes effect when the workflow is published. */
	rename(name: string): void;
	/** Saves a published workflow, as n8n 1 does. */
	save(): Promise<void>;
	poll(mode?: 'manual' | 'trigger'): Promise<IDataObject[]>;
	/** Sets which server responds at n8n's address. */
	answer(how: Answering): void;
	/** Replaces n8n's process. The new process started `tookMs` ago; `isMoved` gives it a different address. */
	replace(process?: { tookMs?: number; isMoved?: boolean }): Promise<void>;
	/** Replaces the process and runs the first poll. */
	start(process?: Parameters<InstantNode['replace']>[0]): Promise<void>;
	/** Makes the workflow's runs fail, or succeed again. */
	fail(isFailing: boolean): void;
	/** Returns the address that n8n assigns to the node. */
	url(): string;
	/** The items of all runs, in order. */
	items: IDataObject[];
	log: LogEntry[];
}

/** Loads the trigger with an empty memory, as another n8n process would. */
export const loadInstantTrigger = async () => await InstalledPackage.loadAnew('InstantTrigger');

const copyOf = (data: IDataObject) => JSON.parse(JSON.stringify(data)) as IDataObject;

/** Runs the built node in n8n's engine. Its servers end with the test. */
export async function instantNode(
	sandbox: Sandbox,
	parameters: INodeParameters = { event: 'user.created', options: { addNames: [] } },
	{
		staticData = {},
		isDurable = false,
		listeners = 0,
		name = 'Trigger',
		process,
	}: InstantOptions = {},
): Promise<InstantNode> {
	const credential = stored(credentialFor(sandbox));
	const installed = process ?? (await loadInstantTrigger());
	const typeName = installed.typeName('learningPlatformInstantTrigger');
	const own = { ...nodeOf(name, typeName, parameters), webhookId: 'hook' };
	const json = { nodes: [own], connections: {} };
	const helper = new EngineCredentialsHelper(installed, credential);
	const items: IDataObject[] = [];
	const log: LogEntry[] = [];
	const webhooks: INodeType[] = [];
	for (let count = 0; count < listeners; count += 1) {
		const other = await loadInstantTrigger();
		webhooks.push(other.getByNameAndVersion(typeName));
	}
	let main = installed.getByNameAndVersion(typeName);
	let answering: Answering = 'n8n';
	let isFailing = false;
	let deliveries = 0;
	let database = staticData;
	let cursor: IDataObject | undefined;
	let address = await listen();
	/** The methods to which n8n responds with 404. */
	const unregistered = new Set<string>();
	let active = activated();

	/** Reads the workflow from n8n's database, as an activation does. */
	function activated(activation: WorkflowActivateMode = 'update') {
		const workflow = buildWorkflow(json, installed, credential, copyOf(database));
		workflow.active = true;
		unregistered.clear();
		const node = workflow.getNode(own.name);
		if (!node) throw new Error('There is no instant trigger');
		const additionalData = additionalDataFor(workflow, 'trigger', helper);
		Object.assign(additionalData, { webhookBaseUrl: address });
		recordLog(additionalData, log);
		const pollContext = new PollContext(
			workflow,
			node,
			additionalData,
			'trigger' as const,
			activation,
		);
		return { workflow, node, additionalData, pollContext };
	}

	const save = () => {
		database = copyOf(active.workflow.staticData);
	};

	/** Returns the webhook that n8n finds for a method. */
	function webhookOf(method: string) {
		const { workflow, node } = active;
		const found = main.description.webhooks?.find(({ httpMethod }) => {
			const methods = workflow.expression.getSimpleParameterValue(node, httpMethod, 'internal', {});
			return String(methods).split(',').includes(method) && !unregistered.has(method);
		});
		return found && ({ webhookDescription: found, node: own.name } as IWebhookData);
	}

	async function listen(): Promise<string> {
		const server = createServer((request, response) => {
			receive(request, response).catch((error: unknown) => {
				response.destroy(error as Error);
			});
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		atEndOfTest(() => {
			server.closeAllConnections();
			server.close();
		});
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
	}

	async function receive(request: IncomingMessage, response: ServerResponse): Promise<void> {
		if (answering !== 'n8n') {
			if (answering === 'nobody') request.destroy();
			else response.end();
			return;
		}
		const chunks: Buffer[] = [];
		for await (const chunk of request) chunks.push(chunk as Buffer);
		const raw = Object.assign(request, {
			rawBody: Buffer.concat(chunks),
			readRawBody: () => Promise.resolve(),
		});
		const { workflow, node, additionalData } = active;
		await workflow.expression.withIsolate(async () => {
			const webhook = webhookOf(request.method ?? '');
			if (!webhook) {
				response.writeHead(404).end();
				return;
			}
			const data = { ...additionalData, httpRequest: raw, httpResponse: response };
			recordLog(data, log);
			const context = new WebhookContext(
				workflow,
				node,
				data,
				'webhook' as const,
				webhook,
				[],
				null,
			);
			const type = webhooks[deliveries % webhooks.length] ?? main;
			deliveries += 1;
			const answer = await type.webhook?.call(context as IWebhookFunctions);
			const received = answer?.workflowData?.[0] ?? [];
			if (!isFailing) for (const { json: item } of received) items.push(item);
			if (!answer?.noWebhookResponse) response.writeHead(isFailing ? 500 : 200).end();
		});
	}

	const hook: InstantNode['hook'] = async (method, activation = 'activate') => {
		const { workflow, node, additionalData } = active;
		return await workflow.expression.withIsolate(async () => {
			const context = new HookContext(
				workflow,
				node,
				additionalData,
				'trigger' as const,
				activation,
				webhookOf('POST'),
			);
			return (
				(await main.webhookMethods?.default?.[method].call(context as IHookFunctions)) ?? false
			);
		});
	};
	/** Polls, with durable cursors as n8n's scheduler does, unless the poll is part of publishing. */
	const pollOnce = async (mode: 'manual' | 'trigger', isPublishing: boolean) => {
		const { workflow, node, additionalData, pollContext } = active;
		const isOwn = mode === 'manual' || (isDurable && !isPublishing);
		const context = isOwn
			? new PollContext(
					workflow,
					node,
					additionalData,
					mode,
					mode === 'manual' ? mode : ('update' as const),
				)
			: pollContext;
		cursor ??= copyOf(workflow.getStaticData('node', node));
		const ownCopy = copyOf(cursor);
		if (isDurable) Object.assign(context, { resolveNodeStaticData: () => ownCopy });
		if (isDurable && !isPublishing) Object.assign(context, { getPollBudgetMs: () => 36_000 });
		const found = await workflow.expression.withIsolate(
			async () => await main.poll?.call(context as IPollFunctions),
		);
		// n8n drops the cursor of the poll that publishing runs.
		if (!isPublishing) cursor = ownCopy;
		return (found?.[0] ?? []).map(({ json: item }) => item);
	};
	const poll: InstantNode['poll'] = async (mode = 'trigger') => await pollOnce(mode, false);
	const publish: InstantNode['publish'] = async (activation) => {
		active = activated(activation);
		// n8n calls this when a step fails.
		const undo = async (error: unknown) => {
			await hook('delete', 'update');
			throw error;
		};
		const subscribe = async () => {
			if (!(await hook('checkExists', activation))) await hook('create', activation);
		};
		// With its scheduler, n8n can poll before or after it subscribes.
		if (isDurable && activation !== 'init') await pollOnce('trigger', true);
		await subscribe().catch(undo);
		if (!isDurable) await pollOnce('trigger', true);
		save();
	};
	const publishAgainAndAgain: InstantNode['publishAgainAndAgain'] = async (attempts = 5) => {
		active = activated('activate');
		for (let left = attempts; left > 0; left -= 1) {
			const error = await hook('create').then(
				() => undefined,
				(thrown: unknown) => ({ thrown }),
			);
			if (error === undefined) break;
			await hook('delete', 'update').catch(() => undefined);
			if (left === 1) throw error.thrown;
			for (const method of ['GET', 'HEAD']) unregistered.add(method);
		}
		save();
	};
	// The service's clock, which a test can stop.
	let began = Date.now();
	jest.spyOn(n8nGlobal.performance, 'now').mockImplementation(() => Date.now() - began);
	const replace: InstantNode['replace'] = async ({ tookMs = 0, isMoved = false } = {}) => {
		const startedAt = Date.now() - tookMs;
		main = (await loadInstantTrigger()).getByNameAndVersion(typeName);
		// Loading is part of the start, no matter how long it takes.
		began = startedAt;
		if (isMoved) address = await listen();
		active = activated();
		answering = 'n8n';
	};
	return {
		hook,
		publish,
		publishAgainAndAgain,
		poll,
		items,
		log,
		rename: (to) => {
			own.name = to;
		},
		url: () => `${address}/hook/event`,
		save: async () => {
			await hook('delete', 'update');
			save();
			await publish('update');
		},
		answer: (how) => {
			answering = how;
		},
		replace,
		start: async (process) => {
			await replace(process);
			await publish('init');
		},
		fail: (isNow) => {
			isFailing = isNow;
		},
	};
}
