import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import type { Fault, SandboxOptions } from '../../sandbox';
import type { StoredCredential } from '../harness';
import { atEndOfTest, startService, storedFor } from '../service';

/** What is wrong with a credential, or with the service that it is for. */
export interface Trouble {
	credential?: ICredentialDataDecryptedObject;
	fault?: Fault;
	service?: SandboxOptions;
}

/** A credential for a service of the test, with its trouble. */
export async function credentialIn({
	credential = {},
	fault,
	service = {},
}: Trouble): Promise<StoredCredential> {
	const sandbox = await startService({ courses: 1, ...service });
	// A trouble may be that the credential asks for what the contract does not have.
	atEndOfTest(() => sandbox.journal.takeOffContract());
	if (fault) sandbox.faults.add({ ...fault, times: Infinity });
	const stored = storedFor(sandbox);
	stored.edit(credential);
	return stored;
}
