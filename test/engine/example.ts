import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import {
	Workflow,
	type IDataObject,
	type IExecuteData,
	type INode,
	type INodeExecutionData,
	type INodeTypes,
	type IRunExecutionData,
	type NodeParameterValueType,
} from 'n8n-workflow';

import { projectDirectory, type WorkflowJson } from './harness';

export const examples = join(projectDirectory, 'examples');

/** Reads an example, such as `new-hires.json`. */
export const example = (file: string) =>
	JSON.parse(readFileSync(join(examples, file), 'utf8')) as WorkflowJson & { name: string };

export function nodeIn({ nodes }: WorkflowJson, isMeant: (node: INode) => boolean): INode {
	const node = nodes.find(isMeant);
	if (!node) throw new Error('The example has no such node');
	return node;
}

interface Expression {
	/** The name of the node. */
	name: string;
	value: NodeParameterValueType;
	input?: INodeExecutionData[];
	at?: number;
}

/** Evaluates an expression of an example's node after the nodes in `runData` have run; the engine has only our nodes. */
export function evaluate(
	{ nodes, connections }: WorkflowJson,
	{ name, value, input = [], at = 0 }: Expression,
	{ runData, ...executeData }: IDataObject = {},
): unknown {
	const nodeTypes = { getByNameAndVersion: () => undefined } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes, connections, active: false, nodeTypes });
	return workflow.expression.getParameterValue(
		value,
		{ resultData: { runData: runData ?? {} } } as unknown as IRunExecutionData,
		...([0, at, name, input, 'manual', {}] as const),
		{ node: workflow.getNode(name), ...executeData } as unknown as IExecuteData,
	);
}
