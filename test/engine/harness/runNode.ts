import type {
	INode,
	INodeExecutionData,
	INodeParameters,
	IWorkflowSettings,
	NodeExecutionHint,
	OnError,
} from 'n8n-workflow';

import { runWorkflow, type WorkflowOptions, type WorkflowRun } from './runWorkflow';

export interface NodeOptions extends Omit<WorkflowOptions, 'destinationNode'> {
	parameters: INodeParameters;
	/** Name inside the package. Default: `learningPlatform`. */
	type?: string;
	onError?: OnError;
	/** Settings of the node beside its parameters, such as `retryOnFail` or `executeOnce`. */
	settings?: Partial<INode>;
	workflowSettings?: IWorkflowSettings;
}

export interface NodeRun extends WorkflowRun {
	/** The items of the node's first output. */
	items: INodeExecutionData[];
	/** The items of its error output, with `onError: 'continueErrorOutput'`. */
	errorItems: INodeExecutionData[];
	/** What it added with `addExecutionHints`. */
	hints: NodeExecutionHint[];
}

const trigger: INode = {
	id: 'trigger',
	name: 'Trigger',
	type: 'n8n-nodes-base.manualTrigger',
	typeVersion: 1,
	position: [0, 0],
	parameters: {},
};

/**
 * Runs one node of the built package behind a manual trigger that gives it `items`.
 * @throws Error when the package is not built.
 */
export async function runNode(options: NodeOptions): Promise<NodeRun> {
	const {
		parameters,
		type = 'learningPlatform',
		onError,
		settings,
		workflowSettings,
		...rest
	} = options;
	const node: INode = {
		id: 'node',
		name: 'Node',
		type: `n8n-nodes-learning-platform.${type}`,
		typeVersion: 1,
		position: [200, 0],
		parameters: parameters,
		...(onError && { onError }),
		...settings,
	};
	const connections = { Trigger: { main: [[{ node: 'Node', type: 'main' as const, index: 0 }]] } };
	const workflow = { nodes: [trigger, node], connections, settings: workflowSettings ?? {} };
	const run = await runWorkflow(workflow, rest);
	return {
		...run,
		items: run.outputOf('Node'),
		errorItems: run.outputOf('Node', 1),
		hints: run.hintsOf('Node'),
	};
}
