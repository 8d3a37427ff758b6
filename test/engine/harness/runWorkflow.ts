import './environment';

import { Container } from '@n8n/di';
import { BinaryDataConfig, BinaryDataService, WorkflowExecute } from 'n8n-core';
import {
	type ExecutionBaseError,
	type IBinaryData,
	type IConnections,
	type IDataObject,
	type INode,
	type INodeExecutionData,
	type INodeType,
	type IRun,
	type IWorkflowSettings,
	Workflow,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, type StoredCredential, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { type LogEntry, recordLog } from './log';
import { InstalledPackage } from './nodeTypes';

/** A workflow as n8n exports it. */
export interface WorkflowJson {
	nodes: INode[];
	connections: IConnections;
	settings?: IWorkflowSettings;
}

export interface WorkflowOptions {
	/** The credential for all of the package's nodes. */
	credential: CredentialInput;
	/** The first node's input: items, or a number of empty items; one by default. */
	items?: INodeExecutionData[] | number;
	/** The last node to run, as with "Execute step" in the editor. */
	destinationNode?: string;
	/** Cancels the execution, as "Stop" in the editor does. */
	signal?: AbortSignal;
	/**
	 * Where n8n stores binary data. The mode applies to the whole process, so runs with different modes cannot
	 * overlap. `filesystem` by default because n8n 3 drops the mode `default`.
	 */
	binaryDataMode?: BinaryDataConfig['mode'];
	/** The major version of n8n whose rules for storing access tokens apply; 2 by default. */
	storesLike?: 1 | 2;
}

export interface WorkflowRun {
	/** The execution as n8n stores it. */
	run: IRun;
	status: IRun['status'];
	error: ExecutionBaseError | undefined;
	/** Returns the items of a node's last run, by output. */
	outputOf: (node: string, output?: number) => INodeExecutionData[];
	/** The lines that all nodes wrote to `this.logger`, in order. */
	log: LogEntry[];
}

/**
 * Runs a workflow in n8n's engine with the built package. A failed or canceled execution is returned, not thrown.
 *
 * @throws {Error} when the package is not built, or for unknown nodes
 */
export async function runWorkflow(
	json: WorkflowJson,
	options: WorkflowOptions,
): Promise<WorkflowRun> {
	const installed = await InstalledPackage.load();
	const credential = stored(options.credential);
	const mode = 'manual' as const;
	await storeBinaryData(options.binaryDataMode ?? 'filesystem');

	const workflow = buildWorkflow(json, installed, credential);
	const startNode = workflow.getStartNode(options.destinationNode) ?? scheduleOf(workflow);
	if (!startNode) throw new Error('The workflow has no start node.');
	const additionalData = additionalDataFor(
		workflow,
		mode,
		new EngineCredentialsHelper(installed, credential, options.storesLike),
	);
	const log = recordLog(additionalData);
	const execution = new WorkflowExecute(additionalData, mode).run({
		workflow,
		startNode,
		...(options.destinationNode !== undefined && {
			destinationNode: { nodeName: options.destinationNode, mode: 'inclusive' },
		}),
		triggerToStartFrom: { name: startNode.name, data: startData(options.items ?? 1) },
	});
	const run = await canceledBy(options.signal, execution);
	const { error, runData } = run.data.resultData;
	return {
		run,
		status: run.status,
		error,
		outputOf: (node, output = 0) => runData[node]?.at(-1)?.data?.main?.[output] ?? [],
		log,
	};
}

let storing: Promise<void> | undefined;

async function storeBinaryData(mode: BinaryDataConfig['mode']): Promise<void> {
	const config = Container.get(BinaryDataConfig);
	if (config.mode !== mode) storing = undefined;
	config.mode = mode;
	storing ??= Container.get(BinaryDataService).init();
	await storing;
}

/** Returns the Schedule Trigger, which "Execute workflow" also starts. */
function scheduleOf({ nodes }: Workflow): INode | undefined {
	return Object.values(nodes).find(({ type }) => type === 'n8n-nodes-base.scheduleTrigger');
}

/** Returns the bytes of a binary field. */
export async function readBinaryData(binaryData: IBinaryData): Promise<Buffer> {
	return await Container.get(BinaryDataService).getAsBuffer(binaryData);
}

export function buildWorkflow(
	json: WorkflowJson,
	installed: InstalledPackage,
	credential: StoredCredential,
	staticData: IDataObject = {},
	id = 'workflow',
): Workflow {
	return new Workflow({
		id,
		name: 'Workflow',
		nodes: structuredClone(json.nodes).map((node) => withCredential(node, installed, credential)),
		connections: json.connections,
		active: false,
		nodeTypes: installed,
		staticData,
		settings: { executionOrder: 'v1', ...json.settings },
	});
}

function withCredential(
	node: INode,
	installed: InstalledPackage,
	{ reference }: StoredCredential,
): INode {
	const nodeType = installed.getByNameAndVersion(node.type, node.typeVersion) as
		INodeType | undefined;
	for (const { name } of nodeType?.description.credentials ?? []) {
		node.credentials = { ...node.credentials, [name]: reference };
	}
	return node;
}

function startData(items: INodeExecutionData[] | number) {
	const list =
		typeof items === 'number' ? Array.from({ length: items }, () => ({ json: {} })) : items;
	return {
		startTime: Date.now(),
		executionTime: 0,
		executionIndex: 0,
		source: [],
		data: { main: [list] },
	};
}

async function canceledBy(
	signal: AbortSignal | undefined,
	execution: ReturnType<WorkflowExecute['run']>,
): Promise<IRun> {
	const cancel = () => {
		execution.cancel();
	};
	if (signal?.aborted) cancel();
	signal?.addEventListener('abort', cancel, { once: true });
	try {
		return await execution;
	} finally {
		signal?.removeEventListener('abort', cancel);
	}
}
