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
	/** The trigger's memory; empty by default, as before the first poll. */
	staticData?: IDataObject;
	/** `manual` for "Fetch test event" in the editor; `trigger` by default. */
	mode?: 'manual' | 'trigger';
	/** The reason for a poll; `update` by default. The reason for the first poll is `activate`. */
	activation?: WorkflowActivateMode;
	/** Polls with the same object share an activation and therefore n8n's context. */
	activated?: object;
	workflowId?: string;
	nodeName?: string;
	workflowSettings?: IWorkflowSettings;
	/** n8n's limit for a poll, in milliseconds; five minutes by default. */
	getPollBudgetMs?: IPollFunctions['getPollBudgetMs'];
}

export interface PollRun {
	/** The emitted items; `null` starts no execution. */
	items: INodeExecutionData[] | null;
	error: Error | undefined;
	/** The trigger's memory after the poll. */
	staticData: IDataObject;
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

/** Returns the memory as n8n stores it: as JSON, without change tracking. */
function remembered(data: IDataObject): IDataObject {
	return JSON.parse(JSON.stringify(data)) as IDataObject;
}
