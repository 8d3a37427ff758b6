import { Container } from '@n8n/di';
import { getExecutePollFunctions, TriggersAndPollers } from 'n8n-core';
import type {
	IDataObject,
	INode,
	INodeExecutionData,
	INodeParameters,
	IPollFunctions,
	IWorkflowSettings,
	WorkflowActivateMode,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { type LogEntry, recordLog } from './log';
import { InstalledPackage, nodeOf } from './nodeTypes';
import { buildWorkflow } from './runWorkflow';

export interface PollOptions {
	parameters: INodeParameters;
	credential: CredentialInput;
	/** The workflow's static data; empty by default, as before the first poll. */
	staticData?: IDataObject;
	/** The data in n8n 2's durable cursor, which n8n keeps by the node's ID; without it, n8n has no such cursors. */
	cursor?: IDataObject;
	/** `manual` for "Fetch test event" in the editor; `trigger` by default. */
	mode?: 'manual' | 'trigger';
	/** The reason for a poll; `update` by default. The reason for the first poll is `activate`. */
	activation?: WorkflowActivateMode;
	/** Polls with the same object share an activation and therefore n8n's context. */
	activated?: object;
	workflowId?: string;
	nodeName?: string;
	nodeId?: string;
	/** The names of other nodes of the workflow that have the same ID. */
	twins?: string[];
	/** The process that polls; by default, all polls of a test file share one. */
	process?: InstalledPackage;
	workflowSettings?: IWorkflowSettings;
	/** n8n's limit for a poll, in milliseconds; five minutes by default. */
	getPollBudgetMs?: IPollFunctions['getPollBudgetMs'];
}

export interface PollRun {
	/** The emitted items; `null` starts no execution. */
	items: INodeExecutionData[] | null;
	error: Error | undefined;
	/** The workflow's static data after the poll. */
	staticData: IDataObject;
	/** The data that the poll leaves for the durable cursor. */
	cursor: IDataObject | undefined;
	/** True if the node changed its memory, which n8n then stores. */
	isToBeStored: boolean;
	/** The lines of `this.logger`, in order. */
	log: LogEntry[];
}

/** Activated workflows, by the `activated` object of their polls. */
const activations = new WeakMap<object, ReturnType<typeof activate>>();

/**
 * Polls a trigger node once, as n8n does on its schedule. A failed poll is returned, not thrown.
 *
 * @throws {Error} when the package is not built
 */
export async function runPoll(options: PollOptions): Promise<PollRun> {
	const { activated = {}, nodeName = 'Trigger' } = options;
	const activation = activations.get(activated) ?? activate(options);
	activations.set(activated, activation);
	const { workflow, contextOf, log } = await activation;
	const { pollNode, pollFunctions } = contextOf(nodeName);
	const cursor = options.cursor && remembered(options.cursor);
	if (cursor) Object.assign(pollFunctions, { resolveNodeStaticData: () => cursor });
	const { output, error } = await workflow.expression
		.withIsolate(async () => {
			const pollers = Container.get(TriggersAndPollers);
			const emitted = await pollers.runPollFunction(workflow, pollNode, pollFunctions);
			return { output: emitted, error: undefined };
		})
		.catch((thrown: unknown) => ({ output: null, error: thrown as Error }));
	const isToBeStored = workflow.staticData.__dataChanged === true;
	workflow.staticData.__dataChanged = false;
	const staticData = remembered(workflow.staticData);
	return { items: output?.[0] ?? null, error, staticData, cursor, isToBeStored, log };
}

async function activate(options: PollOptions) {
	const installed = options.process ?? (await InstalledPackage.load());
	const credential = stored(options.credential);
	const mode = options.mode ?? 'trigger';
	const { nodeId = 'trigger', nodeName = 'Trigger', parameters, twins = [] } = options;
	const type = installed.typeName('learningPlatformTrigger');
	const nodes = [nodeName, ...twins].map((name) => nodeOf(name, type, parameters, nodeId));
	const staticData = structuredClone(options.staticData ?? {});
	const { workflowSettings: settings = {} } = options;
	const json = { nodes, connections: {}, settings };
	const workflow = buildWorkflow(json, installed, credential, staticData, options.workflowId);
	const helper = new EngineCredentialsHelper(installed, credential);
	const additionalData = additionalDataFor(workflow, mode, helper);
	const log = recordLog(additionalData);
	const { getPollBudgetMs } = options;
	const contexts = new Map<string, { pollNode: INode; pollFunctions: IPollFunctions }>();
	for (const pollNode of Object.values(workflow.nodes)) {
		const activation = mode === 'manual' ? 'manual' : (options.activation ?? 'update');
		const context = getExecutePollFunctions(workflow, pollNode, additionalData, mode, activation);
		const pollFunctions = Object.assign(context, getPollBudgetMs && { getPollBudgetMs });
		contexts.set(pollNode.name, { pollNode, pollFunctions });
	}
	const contextOf = (name: string) => {
		const context = contexts.get(name);
		if (!context) throw new Error(`The workflow has no trigger named ${name}.`);
		return context;
	};
	return { workflow, contextOf, log };
}

/** Returns the data as n8n stores it: as JSON, without change tracking. */
function remembered(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
