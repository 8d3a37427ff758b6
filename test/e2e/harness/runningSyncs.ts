import { type ImportedWorkflow, pollEvery } from './workflow';

const TRIGGER_TYPE = 'n8n-nodes-learning-platform.learningPlatformTrigger';

export type NodeChange = Partial<ImportedWorkflow['nodes'][number]>;

/**
 * The example as somebody sets it up; its trigger polls every five seconds.
 *
 * @param changes what is chosen in nodes, by their names or types
 */
export function setUp(
	example: ImportedWorkflow,
	changes: Record<string, NodeChange> = {},
): ImportedWorkflow {
	const nodes = example.nodes.map((node) => {
		const { parameters, ...change } = changes[node.name] ?? changes[node.type] ?? {};
		const pollTimes = node.type === TRIGGER_TYPE ? { pollTimes: pollEvery(5) } : {};
		return {
			...node,
			...change,
			parameters: { ...node.parameters, ...parameters, ...pollTimes },
		};
	});
	return { ...example, nodes };
}
