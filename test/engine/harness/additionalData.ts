import { Container } from '@n8n/di';
import { ExecutionLifecycleHooks, ExternalSecretsProxy } from 'n8n-core';
import type {
	ICredentialsHelper,
	IWorkflowBase,
	IWorkflowExecuteAdditionalData,
	Workflow,
	WorkflowExecuteMode,
} from 'n8n-workflow';

let executions = 0;

/** Returns the parts of n8n's additional data that nodes use, without starting n8n. */
export function additionalDataFor(
	workflow: Workflow,
	mode: WorkflowExecuteMode,
	credentialsHelper: ICredentialsHelper,
): IWorkflowExecuteAdditionalData {
	executions += 1;
	const executionId = String(executions);
	return {
		credentialsHelper,
		hooks: new ExecutionLifecycleHooks(mode, executionId, { id: workflow.id } as IWorkflowBase),
		executionId,
		workflowId: workflow.id,
		currentNodeExecutionIndex: 0,
		variables: {},
		externalSecretsProxy: Container.get(ExternalSecretsProxy),
		// Expressions build addresses from these.
		webhookWaitingBaseUrl: 'http://localhost:5678/webhook-waiting',
		formWaitingBaseUrl: 'http://localhost:5678/form-waiting',
		logAiEvent: () => undefined,
	} as Partial<IWorkflowExecuteAdditionalData> as IWorkflowExecuteAdditionalData;
}
