import type {
	INode,
	INodeExecutionData,
	INodeParameters,
	IWorkflowSettings,
	NodeExecutionHint,
	OnError,
} from 'n8n-workflow';

import { nodeOf } from './nodeTypes';
import { runWorkflow, type WorkflowOptions, type WorkflowRun } from './runWorkflow';

export interface NodeOptions extends Omit<WorkflowOptions, 'destinationNode'> {
	parameters: INodeParameters;
	/** The name of the node in the package; `learningPlatform` by default. */
	type?: string;
	onError?: OnError;
	alwaysOutputData?: boolean;
	executeOnce?: boolean;
	/** Runs the node once more if its first item fails. */
	retryOnFail?: boolean;
	/** The number of connections from the trigger, each of which runs the node; one by default. */
	connections?: number;
	workflowSettings?: IWorkflowSettings;
}

export interface NodeRun extends WorkflowRun {
	/** The items of the first output. */
	items: INodeExecutionData[];
	/** The items of the error output if `onError` is `'continueErrorOutput'`. */
	errorItems: INodeExecutionData[];
	/** The hints from `addExecutionHints`; n8n discards a failed node's hints. */
	hints: NodeExecutionHint[];
}

/**
 * Runs a node of the built package after a manual trigger with `items`.
 *
 * @throws {Error} when the package is not built
 */
export async function runNode(options: NodeOptions): Promise<NodeRun> {
	const {
		parameters,
		type = 'learningPlatform',
		onError,
		alwaysOutputData,
		executeOnce,
		retryOnFail,
		workflowSettings,
		connections: count = 1,
		...rest
	} = options;
	const trigger = nodeOf('Trigger', 'n8n-nodes-base.manualTrigger');
	const node: INode = {
		...nodeOf('Node', `n8n-nodes-learning-platform.${type}`, parameters),
		...(onError && { onError }),
		...(alwaysOutputData && { alwaysOutputData }),
		...(executeOnce && { executeOnce }),
		...(retryOnFail && { retryOnFail, maxTries: 2, waitBetweenTries: 1 }),
	};
	const connection = { node: 'Node', type: 'main' as const, index: 0 };
	const connections = { Trigger: { main: [Array.from({ length: count }, () => connection)] } };
	const workflow = { nodes: [trigger, node], connections, settings: workflowSettings ?? {} };
	const run = await runWorkflow(workflow, rest);
	return {
		...run,
		items: run.outputOf('Node'),
		errorItems: run.outputOf('Node', 1),
		hints: run.run.data.resultData.runData.Node?.at(-1)?.hints ?? [],
	};
}
