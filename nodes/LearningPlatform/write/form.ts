import type { IExecuteFunctions, INodeProperties } from 'n8n-workflow';

import { invalidEntry } from '../failures/userFacingError';
import {
	maxRetries,
	menu,
	optionsOf,
	parameterOf,
	readForm,
	readRequestOptions,
	toggle,
	type Form,
	type Ref,
} from '../form';
import type { ListingLog } from '../n8n/log';
import { Directory } from '../people';
import { openClient } from '../service';
import { isBlank } from '../values/cells';
import type { Entry, Row, WriteOperation } from './operation';

const dryRun = toggle({
	name: 'dryRun',
	default: true,
	description:
		'Whether to report the changes without writing them. Items then have a dryRun field, and new users have no _id.',
	ifLeftOut: false,
});

/** The options whose expressions must not be empty: that would lead to writes, or to emails. */
const NEVER_EMPTY = { dryRun: 'Dry Run', sendInvitation: 'Send Invitation' };

/** Adds an operation's own options to those of every write operation. */
export function writeOptions<F extends Form>(more: F) {
	const options = optionsOf({ dryRun, maxRetries, ...more });
	const read: (typeof options)['read'] = (parameter, node) => {
		const entered = (parameter('options', {}) ?? {}) as Record<string, unknown>;
		for (const [name, label] of Object.entries(NEVER_EMPTY)) {
			if (Object.hasOwn(entered, name) && isBlank(entered[name])) {
				throw invalidEntry(`${label} is empty`, 'Turn it on or off, or remove the option.');
			}
		}
		return options.read(parameter, node);
	};
	return { ...options, read };
}

/** Creates a menu of a member's roles. @param ifEmpty replaces an empty role, which is otherwise rejected */
export const roleWith = (property: Partial<INodeProperties>, ifEmpty?: 'learner') =>
	menu(
		'role',
		'learner',
		'Role in the group',
		{
			admin: 'Admin',
			analyst: 'Analyst',
			coach: 'Coach',
			contributor: 'Contributor',
			editor: 'Editor',
			learner: 'Learner',
			userAdmin: 'User Admin',
		},
		property,
		ifEmpty,
	);

/** Reads the form of an item. @param directories what is read with an account, by account */
export async function readRow<E extends Entry>(
	context: IExecuteFunctions,
	{ form, scopes }: Pick<WriteOperation<E, object>, 'form' | 'scopes'>,
	{ itemIndex, log }: { itemIndex: number; log: ListingLog },
	directories: Map<object, Directory>,
): Promise<Row<E>> {
	const parameter = parameterOf(context, itemIndex);
	const entry = readForm(form, parameter, context) as unknown as E;
	const network = readRequestOptions(parameter);
	const { maxRetries } = entry.options;
	const client = await openClient(context, {
		itemIndex,
		network,
		maxRetries,
		log,
		isInternal: true,
		scopes: scopes(entry),
	});
	const directory = directories.get(client.account) ?? new Directory(client);
	directories.set(client.account, directory);
	const input = context.getInputData()[itemIndex]?.json ?? {};
	const timeZone = context.getTimezone();
	return { itemIndex, client, directory, entry, input, timeZone };
}

/** Reads the user of an item whose form failed, unless this is what failed. */
export function usersIn(
	context: IExecuteFunctions,
	itemIndex: number,
	{ user: field }: Form,
): Ref[] {
	try {
		return field ? [field.read(parameterOf(context, itemIndex), context) as Ref] : [];
	} catch {
		return [];
	}
}
