import { ExecuteContext, RoutingNode } from 'n8n-core';
import {
	createEmptyRunExecutionData,
	type ICredentialTestRequest,
	type IDataObject,
	type INode,
	type INodeCredentialTestResult,
	type INodeType,
	type INodeTypes,
	Workflow,
} from 'n8n-workflow';

import { additionalDataFor } from './additionalData';
import { type CredentialInput, stored } from './credential';
import { EngineCredentialsHelper } from './credentialsHelper';
import { InstalledPackage } from './nodeTypes';

interface RequestFailure extends Error {
	cause?: { code?: string; response?: { status: number; statusText: string } };
}

/**
 * Presses "Test" on a saved credential: n8n sends the type's `test` request through a node of one
 * hidden field, renewing the credential first, and turns the outcome into the line a user reads.
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
		id: 'temp',
		name: 'Temp-Node',
		type: 'n8n-nodes-base.noOp',
		typeVersion: 1,
		position: [0, 0],
		parameters: {},
		credentials: { [typeName]: reference },
	};
	const nodeType = requestNodeType(installed.getByNameAndVersion(node.type), typeName, test);
	const workflow = new Workflow({
		nodes: [node],
		connections: {},
		active: false,
		nodeTypes: onlyNodeType(nodeType),
	});
	const helper = new EngineCredentialsHelper(installed, saved);
	const additionalData = additionalDataFor(workflow, 'internal', helper);
	const data = await helper.withDefaultsAndExpressions(
		additionalData,
		saved.data,
		typeName,
		'internal',
	);
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
		const output = await workflow.expression.withIsolate(
			async () => await new RoutingNode(context, nodeType, decrypted).runNode(),
		);
		return bodyVerdict(test, output?.[0]?.[0]?.json ?? {});
	} catch (error) {
		return errorVerdict(test, error as RequestFailure);
	}
}

function requestNodeType(
	noOp: INodeType,
	typeName: string,
	{ request }: ICredentialTestRequest,
): INodeType {
	return {
		description: {
			...noOp.description,
			credentials: [{ name: typeName, required: true }],
			properties: [
				{ displayName: 'Temp', name: 'temp', type: 'string', routing: { request }, default: '' },
			],
		},
	};
}

function onlyNodeType(nodeType: INodeType): INodeTypes {
	return {
		getByName: () => nodeType,
		getByNameAndVersion: () => nodeType,
		getKnownTypes: () => ({}),
	};
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

function bodyVerdict({ rules }: ICredentialTestRequest, body: IDataObject) {
	for (const rule of rules ?? []) {
		if (rule.type !== 'responseSuccessBody') continue;
		const { key, message } = rule.properties;
		const unwanted: unknown = rule.properties.value;
		if (fieldAt(body, key) === unwanted) return failed(message);
	}
	return { status: 'OK' as const, message: 'Connection successful!' };
}

function fieldAt(body: unknown, path: string): unknown {
	return path
		.split('.')
		.reduce<unknown>((value, key) => (value as IDataObject | undefined)?.[key], body);
}

function failed(message: string) {
	return { status: 'Error' as const, message };
}
