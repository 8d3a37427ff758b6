import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

/** What a running sandbox tells about itself; `Sandbox` of test/sandbox fits. */
export interface ServiceAccount {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	catalogue: unknown;
}

/**
 * A credential that stays stored from run to run, as it does in one n8n instance: as JSON, so that a run sees only what
 * was really stored and shares no object with another run.
 */
export class StoredCredential {
	/** What a node holds of it. */
	readonly reference: INodeCredentialsDetails = { id: 'credential-1', name: 'Sandbox account' };

	private json = '';

	constructor(data: ICredentialDataDecryptedObject) {
		this.data = data;
	}

	get data(): ICredentialDataDecryptedObject {
		return JSON.parse(this.json) as ICredentialDataDecryptedObject;
	}

	set data(data: ICredentialDataDecryptedObject) {
		this.json = JSON.stringify(data);
	}

	/** Changes fields, as a user does who edits and saves the credential. */
	edit(changes: ICredentialDataDecryptedObject): void {
		this.data = { ...this.data, ...changes };
	}
}

export type CredentialInput = StoredCredential | ServiceAccount | ICredentialDataDecryptedObject;

/** Credential data for a service as a user types it into n8n's form, everything else as it comes. */
export function credentialFor(service: ServiceAccount): ICredentialDataDecryptedObject {
	const { baseUrl, clientId, clientSecret } = service;
	return {
		baseUrl,
		clientId,
		clientSecret,
		versionHeader: 'service-api-version',
		apiVersion: 'v2.0',
		accessToken: '',
	};
}

/** Stores what it is given, unless it is stored already. */
export function stored(credential: CredentialInput): StoredCredential {
	if (credential instanceof StoredCredential) return credential;
	return new StoredCredential(
		isServiceAccount(credential) ? credentialFor(credential) : credential,
	);
}

function isServiceAccount(
	credential: ServiceAccount | ICredentialDataDecryptedObject,
): credential is ServiceAccount {
	return 'catalogue' in credential;
}
