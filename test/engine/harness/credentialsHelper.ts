import { getAdditionalKeys } from 'n8n-core';
import {
	getCredentialOwnRequestAllowedDomains,
	type ICredentialDataDecryptedObject,
	ICredentialsHelper,
	type ICredentialsExpressionResolveValues,
	type IExecuteData,
	type IHttpRequestHelper,
	type IHttpRequestOptions,
	type INode,
	type INodeCredentialsDetails,
	type INodeProperties,
	type IWorkflowExecuteAdditionalData,
	isExpression,
	NodeHelpers,
	type WorkflowExecuteMode,
	Workflow,
} from 'n8n-workflow';

import type { StoredCredential } from './credential';
import { type InstalledPackage, nodeOf } from './nodeTypes';

/**
 * Decrypts, renews, and applies credentials as n8n's own helper (2.41) does. It exchanges a credential when its
 * expirable field is empty, when the engine reports that the token has expired, and in a credential test. It stores
 * the result but keeps fields with expressions; n8n 1 stores the evaluated fields instead.
 */
export class EngineCredentialsHelper extends ICredentialsHelper {
	constructor(
		private readonly installed: InstalledPackage,
		private readonly stored: StoredCredential,
		private readonly major: 1 | 2 = 2,
	) {
		super();
	}

	override async authenticate(
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> {
		const { authenticate } = this.installed.getCredentialType(typeName);
		if (typeof authenticate !== 'function') {
			throw new Error('The engine runs only credentials that authenticate with a function.');
		}
		return await authenticate(credentials, requestOptions);
	}

	override async preAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
		node: INode,
		credentialsExpired: boolean,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const expirable = this.getCredentialsProperties(typeName).find(
			(property) => property.type === 'hidden' && property.typeOptions?.expirable === true,
		)?.name;
		const isCredentialTest = node.parameters.temp === '' && node.type === 'n8n-nodes-base.noOp';
		if (!expirable) return undefined;
		if (credentials[expirable] !== '' && !credentialsExpired && !isCredentialTest) return undefined;
		const output = await this.runPreAuthentication(helpers, credentials, typeName);
		if (output?.[expirable] === undefined || !node.credentials?.[typeName]) return undefined;
		Object.assign(credentials, output);
		const { data } = this.stored;
		const kept = Object.entries(output).filter(
			([field]) => field === expirable || !isExpression(data[field]),
		);
		this.stored.data = this.major === 1 ? credentials : { ...data, ...Object.fromEntries(kept) };
		return credentials;
	}

	override async runPreAuthentication(
		helpers: IHttpRequestHelper,
		credentials: ICredentialDataDecryptedObject,
		typeName: string,
	): Promise<ICredentialDataDecryptedObject | undefined> {
		const { preAuthentication } = this.installed.getCredentialType(typeName);
		if (!preAuthentication) return undefined;
		return (await preAuthentication.call(
			restrictedToOwnDomains(helpers, credentials),
			credentials,
		)) as ICredentialDataDecryptedObject;
	}

	/** Returns the data with the type's defaults and evaluated expressions. */
	override async getDecrypted(
		additionalData: IWorkflowExecuteAdditionalData,
		_reference: INodeCredentialsDetails,
		typeName: string,
		mode: WorkflowExecuteMode,
		executeData?: IExecuteData,
		raw?: boolean,
		resolveValues?: ICredentialsExpressionResolveValues,
	): Promise<ICredentialDataDecryptedObject> {
		const stored = this.stored.data;
		if (raw === true) return stored;
		const data = NodeHelpers.getNodeParameters(
			this.getCredentialsProperties(typeName),
			stored as Record<string, string>,
			true,
			false,
			null,
			null,
		) as ICredentialDataDecryptedObject;
		for (const field of ['allowedHttpRequestDomains', 'allowedDomains']) {
			const value = stored[field];
			if (data[field] === undefined && value !== undefined) data[field] = value;
		}
		const keys = getAdditionalKeys(additionalData, mode, null, { isCredential: true });
		if (resolveValues) {
			return resolveValues.workflow.expression.getParameterValue(
				data as Record<string, string>,
				resolveValues.runExecutionData,
				resolveValues.runIndex,
				resolveValues.itemIndex,
				resolveValues.node.name,
				resolveValues.connectionInputData,
				mode,
				keys,
				executeData,
				false,
				data,
			) as ICredentialDataDecryptedObject;
		}
		const resolverNode = nodeOf('Credentials', 'n8n-nodes-base.noOp');
		const workflow = new Workflow({
			nodes: [resolverNode],
			connections: {},
			active: false,
			nodeTypes: this.installed,
		});
		return await workflow.expression.withIsolate(
			async () =>
				await Promise.resolve(
					workflow.expression.getComplexParameterValue(
						resolverNode,
						data as Record<string, string>,
						mode,
						keys,
						undefined,
						undefined,
						data,
					) as ICredentialDataDecryptedObject,
				),
		);
	}

	override getCredentialsProperties(typeName: string): INodeProperties[] {
		return this.installed.getCredentialType(typeName).properties;
	}

	override getParentTypes(): string[] {
		return [];
	}

	override isCredentialUsableByNode(): boolean {
		return true;
	}

	override async getCredentials(): Promise<never> {
		return await unavailable();
	}

	override async updateCredentials(): Promise<never> {
		return await unavailable();
	}

	override async updateCredentialsOauthTokenData(): Promise<never> {
		return await unavailable();
	}
}

const unavailable = async (): Promise<never> =>
	await Promise.reject(new Error('The engine has a single credential, in plain text.'));

function restrictedToOwnDomains(
	{ helpers }: IHttpRequestHelper,
	credentials: ICredentialDataDecryptedObject,
): IHttpRequestHelper {
	const allowedDomains = getCredentialOwnRequestAllowedDomains(credentials);
	return {
		helpers: {
			httpRequest: async (options: IHttpRequestOptions) =>
				await (helpers.httpRequest(
					allowedDomains === undefined ? options : { ...options, allowedDomains },
				) as Promise<unknown>),
		},
	};
}
