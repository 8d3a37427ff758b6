import { sleep } from 'n8n-workflow';

import { inWordsOf, serviceError, UserFacingError, type ReadersForm } from '../errors';
import type { ListClient } from '../list';
import { requestObject, type Mutation, type ObjectAnswer } from '../service';
import { lruCache } from '../values/lruCache';
import { abortable } from '../values/promises';

export interface Input<Entry = { options: { dryRun: boolean } }> {
	client: ListClient;
	itemIndex: number;
	/** The results of earlier lookups in this run, by credential and subject. */
	known: Map<string, Promise<unknown>>;
	entry: Entry;
}

/** Reads a subject once for all items with the same credential. After a failure, the next item triggers another attempt. */
export async function onceARun<T>(
	{ client, known }: Pick<Input, 'client' | 'known'>,
	subject: string,
	read: () => Promise<T>,
): Promise<T> {
	const key = `${client.fingerprint} ${subject}`;
	const found = (known.get(key) ?? read()) as Promise<T>;
	known.set(key, found);
	found.catch(() => known.delete(key));
	return await found;
}

/** The service accepts ten writes per second from each company. */
const BETWEEN_WRITES_MS = 105;

/** The earliest time for each credential's next write, as a `performance.now()` value. */
const turnOf = lruCache(() => ({ at: 0 }));

/**
 * Sends a change.
 *
 * @param path percent-encoded, relative to `/api/v2/`
 * @param lookAgain checks whether an attempt without a response made the change; omitted if repeating it is safe
 * @throws UserFacingError that names the scope or the field
 */
export async function send(
	client: ListClient,
	path: string,
	mutation: Mutation,
	lookAgain?: () => Promise<ObjectAnswer | undefined>,
): Promise<ObjectAnswer> {
	const turn = turnOf(client.fingerprint);
	const waitMs = Math.max(0, turn.at - performance.now());
	turn.at = performance.now() + waitMs + BETWEEN_WRITES_MS;
	await abortable(sleep(waitMs), client.signal);
	try {
		return await requestObject(client, path, mutation, lookAgain);
	} catch (error) {
		const list = path.startsWith('users') ? 'users' : 'groups';
		throw explainWriteRefusal(error, list, client.form);
	}
}

/** The actions that need write access to a list. */
const ACTIONS = { users: 'create or change users', groups: 'add or remove members of groups' };

/** Explains why a change was rejected: a missing scope, an invalid field, or an unsupported change. */
function explainWriteRefusal(
	error: unknown,
	list: keyof typeof ACTIONS,
	form: ReadersForm,
): unknown {
	if (!(error instanceof UserFacingError)) return error;
	const { answer, lacks, reason, serviceCode = '' } = error;
	const scope = `${list}:write`;
	if (lacks === 'scope') return error.forScope(scope, ACTIONS[list]);
	if (Object.hasOwn(REFUSALS, serviceCode)) return refusal(serviceCode, error);
	if (lacks === 'list' || reason === '405' || reason === '501') {
		return serviceError(
			`The service has no way to ${ACTIONS[list]}`,
			['Ask a platform administrator whether its API has this feature.', answer],
			{ reason, answer },
		);
	}
	return inWordsOf(error, { ...form, fields: ['Options', 'Request Options'], scope });
}

/** Returns the error for one of the service's error codes or for `unseen`. */
export function refusal(code: string, error?: UserFacingError): UserFacingError {
	const [message = '', advice = ''] = (REFUSALS[code] ?? '').split(/\. (.*)/s);
	const { answer = '', reason = '400', serviceCode = code } = error ?? {};
	const schedulerCause = 'configuration-invalid';
	return serviceError(message, [advice, answer], { answer, reason, serviceCode, schedulerCause });
}

/** Messages for the service's error codes: the problem and the field, then the solution. */
const REFUSALS: Readonly<Record<string, string>> = {
	analystUnavailable:
		'The platform does not offer the Analyst role. Choose a different role, or ask a platform administrator to turn this one on.',
	deactivationDateInvalid:
		'The platform rejected the date in To Be Deactivated At. Enter a time in the future, e.g. the end of the last working day.',
	groupNotFound:
		'The platform has no group with the ID in Group. Choose a group from the list: the current one may have been deleted.',
	invalidUpdateOnDeletedUser:
		'The user is deleted, and deleted users cannot be changed. To restore the user, run Create or Update with the email and a group.',
	loginIdentifierMultipleUsersFound:
		'Several users have this email address or user name. Ask a platform administrator to correct the duplicates, or run Update with the ID of one of the users.',
	mailAlreadyUsed:
		'The address in Email belongs to another user. Ask a platform administrator to find this user, who may have been deleted.',
	mailAndUsernameUndefined:
		'The platform needs an email address or a user name. Fill in either Email or User Name (under Fields).',
	mailInvalid:
		'The platform does not accept the text in Email as an email address. Check Email for a missing letter, a comma, or a name next to the address.',
	mailUsedTooManyTimes:
		'The address in Email has belonged to too many users. Enter a different address, or ask a platform administrator to change the email addresses of former users.',
	mediaNotFound:
		"The platform cannot find the user's picture. Ask a platform administrator to choose a different picture.",
	notMemberOfPrimaryGroup:
		'The user is not a member of the group in Primary Group. Run Add Member for this group first; for a new user, choose the same group under Group.',
	ownerDeactivationNotAllowed:
		'The owner of the platform cannot be deactivated. Remove To Be Deactivated At, or ask the owner to transfer ownership first.',
	userDeleted:
		'The user is deleted, and deleted users cannot join a group. To restore the user, run Create or Update with the email and a group.',
	userNotFound:
		'The platform has no user with the ID in User. Choose a user from the list: the current one may have been deleted.',
	userNotFoundInGroup:
		'The user does not have this role in the group. Check Group, User, and Role.',
	userShouldHaveAtLeastOneValidIdentifier:
		'The user would have neither an email nor a user name. Remove Email or User Name from Fields to Clear.',
	usernameAlreadyUsed:
		'Another user already has the user name that is entered in User Name. Enter a different one, or remove User Name from Fields.',
	usernameNotAllowed:
		'The platform does not accept the text in User Name. Ask a platform administrator which user names it allows, or remove User Name from Fields.',
	/** Used for `mailAlreadyUsed` when no user has the email address. */
	unseen:
		'The platform says that the email address is taken but does not list a user who has it. Ask a platform administrator to find the user: the address may be spelled differently, or these API credentials may not have access to the user.',
};
