import type { IDataObject, INodeParameters } from 'n8n-workflow';

import type { Sandbox } from '../sandbox';
import { runWorkflow } from './harness';

/**
 * Calls the node only through its routes, as MCP Server Trigger and AI Agent before version 3 do.
 *
 * @param input the model's values for `$fromAI`
 */
export async function callTool(
	sandbox: Sandbox,
	parameters: INodeParameters,
	input: IDataObject = {},
) {
	const node = { typeVersion: 1, position: [0, 0] as [number, number], parameters: {} };
	const nodes = [
		{ ...node, id: 'start', name: 'Start', type: 'n8n-nodes-base.manualTrigger' },
		{ ...node, id: 'caller', name: 'Caller', type: 'toolCaller' },
		{
			...node,
			id: 'tool',
			name: 'Tool',
			type: 'n8n-nodes-learning-platform.learningPlatformTool',
			parameters,
		},
	];
	const connections = {
		Start: { main: [[{ node: 'Caller', type: 'main' as const, index: 0 }]] },
		Tool: { ai_tool: [[{ node: 'Caller', type: 'ai_tool' as const, index: 0 }]] },
	};
	const run = await runWorkflow(
		{ nodes, connections },
		{ credential: sandbox, items: [{ json: input }] },
	);
	return { ...run, answer: run.outputOf('Caller')[0]?.json.answer as IDataObject[] };
}
