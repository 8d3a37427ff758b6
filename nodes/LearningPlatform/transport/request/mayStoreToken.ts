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
export async function mayStoreToken({
	context,
	itemIndex,
	credential,
}: Connection): Promise<boolean> {
	// Without items, an expression that needs one comes to something else, or fails.
	const withoutItems = Object.create(context, {
		connectionInputData: { value: undefined },
	}) as ServiceContext;
	try {
		const stored = await withoutItems.getCredentials(CREDENTIAL_TYPE, itemIndex);
		return hasSameFields(stored, credential);
	} catch {
		return false;
	}
}

function hasSameFields(
	one: ICredentialDataDecryptedObject,
	other: ICredentialDataDecryptedObject,
): boolean {
	const fieldsOf = (data: ICredentialDataDecryptedObject) =>
		JSON.stringify({ ...data, accessToken: undefined });
	return fieldsOf(one) === fieldsOf(other);
}
