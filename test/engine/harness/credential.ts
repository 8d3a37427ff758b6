import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

/** A service that needs a credential, such as a sandbox. */
interface ServiceAccount {
	baseUrl: string;
	clientId: string;
	clientSecret: string;
	catalogue: unknown;
}

/**
 * A credential that stays stored between runs, as it would in a single n8n instance. JSON storage keeps runs from sharing
 * objects.
 */
export class StoredCredential {
	/** A node's reference to this credential. */
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

	/** Changes fields, as a user does in the form. */
	edit(changes: ICredentialDataDecryptedObject): void {
		this.data = { ...this.data, ...changes };
	}
}

export type CredentialInput = StoredCredential | ServiceAccount | ICredentialDataDecryptedObject;

/** Returns the credential data that a user enters for a service. */
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

/** Stores a credential unless it is already stored. */
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
