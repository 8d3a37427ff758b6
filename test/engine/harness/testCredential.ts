import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialTestRequest,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { InstalledPackage, nodeOf } from './nodeTypes';

interface RequestFailure extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/**
 * Tests a saved credential: n8n renews it, sends the `test` request of its type through a node with one hidden field,
 * and turns the outcome into the line that a user reads.
 */
export async function testCredential(
	credential: CredentialInput,
): Promise<INodeCredentialTestResult> {
	const typeName = 'learningPlatformApi';
	const installed = await InstalledPackage.load();
	const { test } = installed.getCredentialType(typeName);
	if (!test) return failed('No testing function found for this credential.');

	const saved = stored(credential);
	const { reference } = saved;
	const node: INode = {
		...nodeOf('Temp-Node', 'n8n-nodes-base.noOp'),
		credentials: { [typeName]: reference },
	};
	const { description } = installed.getByNameAndVersion(node.type);
	const { request } = test;
	const nodeType: INodeType = {
		description: {
			...description,
			credentials: [{ name: typeName, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
	const nodeTypes = { getByNameAndVersion: () => nodeType } as unknown as INodeTypes;
	const workflow = new Workflow({ nodes: [node], connections: {}, active: false, nodeTypes });
	const helper = new EngineCredentialsHelper(installed, saved);
	const additionalData = additionalDataFor(workflow, 'internal', helper);
	const data = await helper.getDecrypted(additionalData, reference, typeName, 'internal');
	helper.getDecrypted = async () => await Promise.resolve(data);
	const context = new ExecuteContext(
		workflow,
		node,
		additionalData,
		'internal',
		createEmptyRunExecutionData(),
		0,
		[],
		{ main: [[{ json: {} }]] },
		{ node, data: {}, source: null },
		[],
	);
	const decrypted = { id: reference.id ?? '', name: reference.name, type: typeName, data };
	try {
		await workflow.expression.withIsolate(
			async () => await new RoutingNode(context, nodeType, decrypted).runNode(),
		);
		return { status: 'OK', message: 'Connection successful!' };
	} catch (error) {
		return errorVerdict(test, error as RequestFailure);
	}
}

function errorVerdict({ rules }: ICredentialTestRequest, error: RequestFailure) {
	const { response, code } = error.cause ?? {};
	if (response) {
		const { status, statusText } = response;
		const rule = rules?.find((r) => r.type === 'responseCode' && r.properties.value === status);
		if (rule) return failed(rule.properties.message);
		if (status < 199 || status > 299) {
			return failed(statusText === '' ? `Received HTTP status code: ${status}` : statusText);
		}
	} else if (code) {
		return failed(code);
	}
	return failed(error.message);
}

function failed(message: string) {
	return { status: 'Error' as const, message };
}
