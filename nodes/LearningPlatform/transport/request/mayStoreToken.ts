import type { ICredentialDataDecryptedObject } from 'n8n-workflow';

import { CREDENTIAL_TYPE } from '../token';
import type { Connection, ServiceContext } from './connection';

/**
 * Whether n8n may store a token that was obtained for a listing.
 *
 * n8n 1 stores it together with all other fields as the listing has them. That would undo what somebody has
 * saved since. And it would replace an expression by what it came to for one item: every later item and
 * execution would use the account of that one.
 */
export async function mayStoreToken(connection: Connection): Promise<boolean> {
	const { context, itemIndex, credential } = connection;
	try {
		for (const source of [context, withoutInput(context)]) {
			const stored = await source.getCredentials(CREDENTIAL_TYPE, itemIndex);
			if (!hasSameFields(stored, credential)) return false;
		}
		return true;
	} catch {
		// An expression that cannot do without input, or a credential that is gone.
		return false;
	}
}

/** Resolves the expressions of a credential as if there were no items: those that need one change or fail. */
function withoutInput(context: ServiceContext): ServiceContext {
	return Object.create(context, { connectionInputData: { value: undefined } }) as ServiceContext;
}

function hasSameFields(
	one: ICredentialDataDecryptedObject,
	other: ICredentialDataDecryptedObject,
): boolean {
	const fieldsOf = (data: ICredentialDataDecryptedObject) =>
		JSON.stringify({ ...data, accessToken: undefined });
	return fieldsOf(one) === fieldsOf(other);
}
