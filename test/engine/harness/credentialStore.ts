import type { ICredentialDataDecryptedObject, INodeCredentialsDetails } from 'n8n-workflow';

/**
 * The credentials of one n8n instance, by id. Data is kept as JSON, as n8n's database does, so that
 * a run sees only what was really stored and never shares an object with another run.
 */
export class CredentialStore {
	private readonly rows = new Map<string | null, string>();

	/** Stores a new credential and answers the reference that a node holds. */
	add(data: ICredentialDataDecryptedObject, name = 'Sandbox account'): INodeCredentialsDetails {
		const reference = { id: `credential-${this.rows.size + 1}`, name };
		this.write(reference, data);
		return reference;
	}

	/** @throws Error when nothing is stored under the reference. */
	read({ id }: INodeCredentialsDetails): ICredentialDataDecryptedObject {
		const row = this.rows.get(id);
		if (row === undefined) throw new Error(`Credential with ID "${id ?? ''}" does not exist.`);
		return JSON.parse(row) as ICredentialDataDecryptedObject;
	}

	/** Replaces what is stored, as saving the credential in n8n's editor does. */
	write({ id }: INodeCredentialsDetails, data: ICredentialDataDecryptedObject): void {
		this.rows.set(id, JSON.stringify(data));
	}
}
