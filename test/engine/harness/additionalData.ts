import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

const origin = 'http://localhost:5678';
const unavailable = async (): Promise<never> =>
	await Promise.reject(
		new Error('Not available: the engine runs one workflow, without an instance.'),
	);

let executions = 0;

/** What n8n hands to an execution about its surroundings; the addresses must be valid URLs. */
export function additionalDataFor(
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	credentialsHelper: ICredentialsHelper,
): IWorkflowExecuteAdditionalData {
	executions += 1;
	const executionId = String(executions);
	const stored = {
		id: workflow.id,
		name: workflow.name ?? '',
		active: workflow.active,
		isArchived: false,
		activeVersionId: null,
		createdAt: new Date(),
		updatedAt: new Date(),
		nodes: Object.values(workflow.nodes),
		connections: workflow.connectionsBySourceNode,
	};
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks(mode, executionId, stored),
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		instanceBaseUrl: `${origin}/`,
		restApiUrl: `${origin}/rest`,
		webhookBaseUrl: `${origin}/webhook`,
		webhookTestBaseUrl: `${origin}/webhook-test`,
		webhookWaitingBaseUrl: `${origin}/webhook-waiting`,
		formBaseUrl: `${origin}/form`,
		formTestBaseUrl: `${origin}/form-test`,
		formWaitingBaseUrl: `${origin}/form-waiting`,
		mcpBaseUrl: `${origin}/mcp`,
		mcpTestBaseUrl: `${origin}/mcp-test`,
		executeWorkflow: unavailable,
		getRunExecutionData: unavailable,
		getRuntimeCredential: unavailable,
		startRunnerTask: unavailable,
		logAiEvent: () => undefined,
	};
}
