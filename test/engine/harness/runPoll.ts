import { Container } from '@n8n/di';
import { getExecutePollFunctions, TriggersAndPollers } from 'n8n-core';
import type {
	IDataObject,
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
	/** What the trigger remembered. Default: nothing, as before the first poll. */
	staticData?: IDataObject;
	/** `manual` is "Fetch test event" in the editor. Default: `trigger`, an active workflow. */
	mode?: 'manual' | 'trigger';
	/** Why an active workflow polls. Default: `update`; the first poll of all is `activate`. */
	activation?: WorkflowActivateMode;
	/** Polls with the same object belong to one activation, for which n8n has one context. Default: one of their own. */
	activated?: object;
	/** Triggers of the same workflow with other names are copies of one node. */
	workflowId?: string;
	nodeName?: string;
	workflowSettings?: IWorkflowSettings;
	/** How long n8n lets a poll take, in milliseconds. Default: n8n's own, five minutes. */
	getPollBudgetMs?: IPollFunctions['getPollBudgetMs'];
}

export interface PollRun {
	/** What the poll emitted; `null` when it had nothing, so that no execution starts. */
	items: INodeExecutionData[] | null;
	error: Error | undefined;
	/** What the node remembers after the poll, to be given to the next one. */
	staticData: IDataObject;
	/** Whether it has set something, so that n8n stores all of it. */
	isToBeStored: boolean;
	/** What the node wrote through `this.logger`, in order. */
	log: LogEntry[];
}

/** A workflow that n8n has activated, by the object that its polls name. */
const activations = new WeakMap<object, ReturnType<typeof activate>>();

/**
 * Polls a trigger node once, as n8n does on its schedule. A poll that fails is a result.
 * @throws Error when the package is not built.
 */
export async function runPoll(options: PollOptions): Promise<PollRun> {
	const { activated = {} } = options;
	const activation = activations.get(activated) ?? activate(options);
	activations.set(activated, activation);
	const { workflow, pollNode, pollFunctions, log } = await activation;
	const { output, error } = await workflow.expression
		.withIsolate(async () => {
			const pollers = Container.get(TriggersAndPollers);
			const emitted = await pollers.runPollFunction(workflow, pollNode, pollFunctions);
			return { output: emitted, error: undefined };
		})
		.catch((thrown: unknown) => ({ output: null, error: thrown as Error }));
	return {
		items: output?.[0] ?? null,
		error,
		staticData: remembered(workflow.getStaticData('node', pollNode)),
		isToBeStored: workflow.staticData.__dataChanged === true,
		log,
	};
}

async function activate(options: PollOptions) {
	const installed = await InstalledPackage.load();
	const credential = stored(options.credential);
	const mode = options.mode ?? 'trigger';
	const { nodeName = 'Trigger', parameters } = options;
	const type = installed.typeName('learningPlatformTrigger');
	const node = nodeOf(nodeName, type, parameters, 'trigger');
	const staticData = { [`node:${node.name}`]: structuredClone(options.staticData ?? {}) };
	const { workflowSettings: settings = {} } = options;
	const json = { nodes: [node], connections: {}, settings };
	const workflow = buildWorkflow(json, installed, credential, staticData, options.workflowId);
	const pollNode = workflow.getNode(node.name);
	if (!pollNode) throw new Error('The workflow has no trigger.');
	const helper = new EngineCredentialsHelper(installed, credential);
	const additionalData = additionalDataFor(workflow, mode, helper);
	const log = recordLog(additionalData);
	const { getPollBudgetMs } = options;
	const pollFunctions = Object.assign(
		getExecutePollFunctions(
			workflow,
			pollNode,
			additionalData,
			mode,
			mode === 'manual' ? 'manual' : (options.activation ?? 'update'),
		),
		getPollBudgetMs && { getPollBudgetMs },
	);
	return { workflow, pollNode, pollFunctions, log };
}

/** As n8n stores it: JSON, without the marks by which it notices changes. */
function remembered(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
